import { didYouMean, nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { ReportRequest } from '../plan/plan-report.ts'
import type { RawParameter } from '../plan/request-values.ts'
import type { ViewRow } from '../store/view-rows.ts'

/** The formats of the rows of a saved report. */
export const ROW_FORMATS = ['csv', 'ndjson'] as const

/** The parameters of the report that a request for rows may change: those of its texts. */
const TEXTS = [
  ...['asOf', 'columnNames', 'csvBom', 'csvSafe', 'dateFormat', 'dateTimeFormat', 'decimal', 'delimiter', 'durations'],
  ...['emptyValueToken', 'timeZone', 'viewFormat'],
]

/** The parameters of a request for rows. */
export const ROW_PARAMETERS: readonly string[] = ['format', ...TEXTS]

/** What programs read: numbers, dates in ISO 8601, empty cells, and column names that differ. */
const DEFAULTS: Readonly<Record<string, string>> = {
  columnNames: 'label',
  csvBom: 'false',
  dateFormat: 'yyyy-MM-dd',
  dateTimeFormat: "yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
  decimal: 'point',
  delimiter: 'comma',
  durations: 'number',
  emptyValueToken: 'NoToken',
}

/** Parameters of saved reports that have no effect on their rows. */
const IGNORED = ['pageSize', 'startIssueIndex', 'outputType']

/**
 * Returns the request for all rows of a saved report. Of the sent parameters, `format` is the format, `csv` by default;
 * the others have precedence over the parameters of the report. Throws REPORT_INVALID with all unknown ones.
 */
export function rowsRequest(
  { endpoint, parameters }: Pick<ViewRow, 'endpoint' | 'parameters'>,
  sent: readonly RawParameter[],
): ReportRequest {
  const messages = sent.flatMap(({ name }) => problemOf(name))
  const formats = sent.filter(({ name }) => isNamed(name, 'format')).map(({ value }) => value.trim())
  const [format = 'csv', ...more] = formats.filter(Boolean)
  const output = ROW_FORMATS.find(one => one === format.toLowerCase())
  if (more.length > 0) messages.push(`ERROR: format is given ${more.length + 1} times. Give it once.`)
  else if (!output)
    messages.push(`ERROR: format '${format.slice(0, 50)}' is not possible. Possible values: ${ROW_FORMATS.join(', ')}.`)
  if (messages.length > 0) throw new UserError('REPORT_INVALID', { messages })
  const own = sent.filter(({ name, value }) => !isNamed(name, 'format') && value.trim() !== '')
  const isSent = (name: string) => own.some(one => isNamed(one.name, name))
  const kept = parameters.filter(({ name }) => ![...IGNORED, ...Object.keys(DEFAULTS)].some(one => isNamed(name, one)))
  const all = [
    ...kept.filter(({ name }) => !isSent(name)),
    ...Object.entries(DEFAULTS).flatMap(([name, value]) => (isSent(name) ? [] : { name, value })),
    ...own,
  ]
  return {
    ...{ endpoint, output: output!, wholeList: endpoint === 'list' },
    parameters: all.map(({ name, value }) => ({ name, value, location: 'body' })),
  }
}

function isNamed(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

function problemOf(name: string): string[] {
  if (ROW_PARAMETERS.some(known => isNamed(name, known))) return []
  const near = didYouMean(nearNames(name, ROW_PARAMETERS))
  const known = ROW_PARAMETERS.join(', ')
  return [`ERROR: ${name.slice(0, 50)} is not a parameter of the rows of a saved report.${near} Parameters: ${known}.`]
}
