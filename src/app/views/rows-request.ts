import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import { type ReadFileRequest, readFileRequest } from '../../store/plan/file-request.ts'
import { typeOfFormat } from '../../store/plan/file-types.ts'
import { fileFormatNames, formats } from '../../store/plan/formats.ts'
import { reportTypes } from '../../store/plan/report-types.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import type { ViewContent } from './view-types.ts'

/** The formats of the rows of a saved report: texts come first, because programs read them. */
export const ROW_FORMATS = [
  ...fileFormatNames.filter(name => formats[name].isText),
  ...fileFormatNames.filter(name => !formats[name].isText),
]

/** The parameters of the report that a request for rows may change: those of its texts. */
const TEXTS = [
  ...['asOf', 'columnNames', 'csvBom', 'csvSafe', 'dateFormat', 'dateTimeFormat', 'decimal', 'delimiter', 'durations'],
  ...['emptyValueToken', 'timeZone', 'viewFormat'],
]

/** The parameters of a request for rows. */
export const ROW_PARAMETERS: readonly string[] = ['format', 'layout', ...TEXTS]

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
 * Returns the request for a file with all rows of a saved report, and its mistakes. Of the sent parameters, `format` is
 * the format, `csv` by default; the others have precedence over the parameters of the report. People read a workbook,
 * so it has the formats of the report.
 */
export function rowsRequest(
  { endpoint, parameters }: Pick<ViewContent, 'endpoint' | 'parameters'>,
  sent: readonly RawParameter[],
): ReadFileRequest {
  const problems = sent.flatMap(({ name }) => problemOf(name))
  const formats = sent.filter(({ name }) => isNamed(name, 'format')).map(({ value }) => value.trim())
  const [text = 'csv', ...more] = formats.filter(Boolean)
  const format = ROW_FORMATS.find(one => one === text.toLowerCase())
  if (more.length > 0) problems.push(`ERROR: format is given ${more.length + 1} times. Give it once.`)
  else if (!format)
    problems.push(`ERROR: format '${text.slice(0, 50)}' is not possible. Possible values: ${ROW_FORMATS.join(', ')}.`)
  const defaults = format === 'xlsx' ? {} : defaultsFor(parameters)
  const own = sent.filter(({ name, value }) => ROW_PARAMETERS.slice(1).some(one => isNamed(name, one)) && value.trim())
  const isSent = (name: string) => own.some(one => isNamed(one.name, name))
  const kept = parameters.filter(({ name }) => ![...IGNORED, ...Object.keys(defaults)].some(one => isNamed(name, one)))
  const all = [
    ...kept.filter(({ name }) => !isSent(name)),
    ...Object.entries(defaults).flatMap(([name, value]) => (isSent(name) ? [] : { name, value })),
    ...own,
  ]
  const read = readFileRequest(
    all.map(({ name, value }) => ({ name, value, location: 'body' })),
    typeOfFormat(format ?? 'csv', endpoint),
  )
  return { ...read, problems: [...problems, ...read.problems] }
}

/** Without durations in the report, the default of `durations` would be a warning. */
function defaultsFor(parameters: ViewContent['parameters']): Readonly<Record<string, string>> {
  const sentValue = (wanted: string) => parameters.find(({ name }) => isNamed(name, wanted))?.value ?? ''
  const type = Object.values(reportTypes).find(({ name }) => isNamed(name, sentValue('columnsBy').trim()))
  const hasDurations = type?.kind === 'duration' || /currentStatusAge/i.test(sentValue('fields'))
  const { durations, ...others } = DEFAULTS
  return hasDurations ? { durations: durations!, ...others } : others
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
