import { didYouMean, nearNames } from '../../core/base/did-you-mean.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import { atOnce } from '../../core/base/in-slices.ts'
import { aggregateNames } from './aggregates.ts'
import { choosePercentiles } from './choose-percentiles.ts'
import { type FileType, fileTypes, type Layout, layouts } from './file-types.ts'
import type { FileFormatName } from './formats.ts'
import { countOf, MAX_COLUMNS, MAX_ELEMENTS } from './list-limits.ts'
import { type Endpoint, type Parameter, parameterNamed, parameters, type RequestParameter } from './parameters.ts'
import type { ReportRequest } from './plan-report.ts'
import type { ReportPlan } from './report-plan.ts'
import { oneOf, quoted } from './request-problems.ts'
import { type RawParameter, RequestValues } from './request-values.ts'

/** A request for a file. Plain data. */
export interface FileRequest {
  readonly endpoint: Endpoint
  readonly format: FileFormatName
  /** Has an effect on Parquet only. */
  readonly layout: Layout
  /** The ids of the value columns of the file, in order; `null` for all columns of the report. */
  readonly columns: readonly string[] | null
  /** The requested percentiles of a workbook, ascending; `null` for the default ones. Other reports have a parameter. */
  readonly workbookPercentiles: readonly number[] | null
  /** As shown to users. */
  readonly outputType: string
  /** The parameters of the report. */
  readonly parameters: readonly RawParameter[]
  readonly warnings: readonly string[]
}

const TYPE_NAMES = fileTypes.map(({ name }) => name)
const LISTS = fileTypes.filter(({ endpoint }) => endpoint === 'list').map(({ name }) => name)

/** The parameters of exports, in addition to those of the reports. */
export const fileParameters = [
  {
    name: 'outputType',
    values: TYPE_NAMES,
    fallback: 'required',
    description: `The format of the file. ${LISTS.slice(0, -1).join(', ')} and ${LISTS.at(-1)} are lists; the others are aggregations.`,
    example: 'XLSX',
  },
  {
    name: 'layout',
    values: layouts,
    fallback: 'long',
    description: 'The layout of a Parquet file: a row for each value (long), or a column for each value column (wide).',
    example: 'wide',
  },
  {
    name: 'columns',
    fallback: 'all value columns of the report',
    description: 'The ids of the value columns of the file, in order: a JSON array. Each sheet of a workbook has them.',
    example: '["10100","3"]',
  },
] as const

const FILE_NAMES: readonly string[] = fileParameters.map(({ name }) => name)

/** The parameters that a file reads itself: its own, and the percentiles of a workbook. */
type OwnName = (typeof fileParameters)[number]['name'] | 'percentiles'

const OWN_PARAMETERS = new Map<string, RequestParameter>(
  [...FILE_NAMES.map(name => ({ name })), parameterNamed('percentiles')].map(one => [one.name.toLowerCase(), one]),
)

/** Reads the parameters that a file reads itself. */
function ownValues(sent: readonly RawParameter[]): RequestValues<OwnName> {
  const find = (name: string) => {
    const parameter = OWN_PARAMETERS.get(name)
    return parameter && { parameter, whyIgnored: null }
  }
  const own = sent.filter(({ name }) => OWN_PARAMETERS.has(name.toLowerCase()))
  return new RequestValues({ names: [...FILE_NAMES, 'percentiles'], find }, own)
}

/** All parameters of an export. */
const NAMES: readonly string[] = [...FILE_NAMES, ...parameters.map(({ name }) => name)]
const LOWER_NAMES: ReadonlySet<string> = new Set(NAMES.map(name => name.toLowerCase()))

/** The most unknown parameters that get a suggestion, because each is compared with all names. */
const MAX_SUGGESTIONS = 10

/** Returns the unknown parameters that resemble one of files more than one of reports, each with that one. */
function meantFileParameters(sent: readonly RawParameter[]): ReadonlyMap<string, string> {
  const unknown = new Set(sent.map(({ name }) => name).filter(name => !LOWER_NAMES.has(name.toLowerCase())))
  const found = [...unknown].slice(0, MAX_SUGGESTIONS).flatMap(name => {
    const [near] = nearNames(name, NAMES)
    return near !== undefined && FILE_NAMES.includes(near) ? [[name, near] as const] : []
  })
  return new Map(found)
}

/** Parameters of reports without an effect on files, and the reason. */
const WITHOUT_EFFECT: Readonly<Record<string, string>> = {
  pagesize: 'a file has all issues',
  startissueindex: 'a file has all issues',
  engine: 'files are computed in the store',
}

/** A request for a file, or its mistakes in outputType, layout and columns. The rest of the request is checked by planning. */
export interface ReadFileRequest {
  readonly request: FileRequest
  readonly problems: readonly string[]
}

/**
 * Reads the parameters of an export: those of a report, with `outputType`, `layout` and `columns`. Without a `fallback`, outputType
 * is required.
 */
export function readFileRequest(sent: readonly RawParameter[], fallback?: FileType): ReadFileRequest {
  const values = ownValues(sent)
  const name = values.choice('outputType', TYPE_NAMES)
  const layout = values.choice('layout', layouts) ?? 'long'
  const columns = readColumns(values)
  if (name === undefined && !fallback && !values.problems.has('outputType')) {
    values.require('outputType', `. Possible values: ${oneOf(TYPE_NAMES)}`)
  }
  const type = fileTypes.find(type => type.name === name) ?? fallback ?? fileTypes[0]!
  const isWorkbook = type.format === 'xlsx' && type.endpoint === 'list'
  const workbookPercentiles = isWorkbook ? readWorkbookPercentiles(values) : null
  const others = isWorkbook ? sent.filter(({ name }) => name.toLowerCase() !== 'percentiles') : sent
  const request = { ...fileRequest(type, others), layout, columns, workbookPercentiles, outputType: type.name }
  const problems = values.problems.messages()
  // They may explain what is missing.
  if (problems.length > 0) {
    for (const [name, near] of meantFileParameters(sent))
      problems.push(`ERROR: ${quoted(name)} is not a parameter.${didYouMean([near])}`)
  }
  return { request, problems }
}

/** Returns the request for a file of a type, with the parameters of the report. */
function fileRequest(
  { name, format, endpoint, aggregate }: FileType,
  sent: readonly RawParameter[],
): Omit<FileRequest, 'layout' | 'columns' | 'workbookPercentiles'> {
  const meant = meantFileParameters(sent)
  const warnings = [...meant].map(
    ([name, near]) => `Unknown parameter ${quoted(name)} was ignored.${didYouMean([near])}`,
  )
  const kept = sent.filter(({ name, value }) => {
    const lower = name.toLowerCase()
    if (FILE_NAMES.some(name => name.toLowerCase() === lower)) return false
    if (meant.has(name)) return false
    if (aggregate !== null && lower === 'aggregationtype') return false
    const reason = WITHOUT_EFFECT[lower]
    if (reason !== undefined && value.trim() !== '') warnings.push(`${spelling(lower)} was ignored: ${reason}.`)
    return reason === undefined
  })
  const isSent = kept.some(({ name, value }) => name.toLowerCase() === 'uniqueheaders' && value.trim() !== '')
  const own = aggregate === null ? [] : [parameter('aggregationType', aggregate)]
  return {
    endpoint,
    format,
    outputType: name,
    // Files take the parameters of CSV, such as csvBom, and have no pages.
    parameters: [
      ...kept,
      ...own,
      ...(isSent ? [] : [parameter('uniqueHeaders', 'true')]),
      parameter('outputType', 'csv'),
    ],
    warnings: [...new Set(warnings)],
  }
}

function spelling(lower: string): string {
  return parameters.find(({ name }) => name.toLowerCase() === lower)!.name
}

function parameter(name: string, value: string): RawParameter {
  return { name, value, location: 'body' }
}

/** Returns the report of a file. */
export function reportOf({ endpoint, format, parameters }: FileRequest): ReportRequest {
  const isList = endpoint === 'list'
  return { endpoint, parameters, wholeList: isList, isInWorkbook: isList && format === 'xlsx' }
}

/** Returns the id of the saved query that selects the issues of a file, if one does. */
export function savedQueryOf({ parameters }: FileRequest): string | undefined {
  return parameters.find(({ name }) => name.toLowerCase() === 'jqlfilterid')?.value.trim()
}

const WORKBOOK_PERCENTILES: readonly number[] = [50, 85, 95]

/** Returns the percentiles of a workbook, ascending; `null` for the default ones. */
function readWorkbookPercentiles(values: RequestValues<OwnName>): readonly number[] | null {
  // A long list would be read in one slice.
  if (isTooLong(values, 'percentiles', MAX_ELEMENTS)) return null
  const percentiles = atOnce(choosePercentiles(values))
  return percentiles.length === 0 ? null : percentiles
}

/** Returns the aggregations of a workbook; none for reports of dates, which cannot be aggregated. */
export function aggregationsOf({ parameters: sent, workbookPercentiles }: FileRequest, { type }: ReportPlan) {
  if (type.kind === 'date') return []
  const all: readonly Parameter[] = parameters
  const shared = new Set(all.filter(({ of }) => of === 'both').map(({ name }) => name.toLowerCase()))
  const kept = sent.filter(({ name }) => shared.has(name.toLowerCase()))
  const percentiles = workbookPercentiles ?? WORKBOOK_PERCENTILES
  return aggregateNames.map(aggregate => {
    // The largest is the value, which decides how durations are shown.
    const own =
      aggregate === 'percentile'
        ? [
            parameter('percentile', String(percentiles.at(-1))),
            parameter('percentiles', percentiles.slice(0, -1).join()),
          ]
        : []
    const request: ReportRequest = {
      endpoint: 'aggregation',
      parameters: [...kept, parameter('aggregationType', aggregate), ...own],
    }
    return { aggregate, request }
  })
}

/** Throws REPORT_INVALID with the mistakes of outputType, layout and columns, and those of planning; or another error. */
export function joinProblems(problems: readonly string[], error: unknown): never {
  if (problems.length === 0 || !isUserError(error, 'REPORT_INVALID')) throw error
  throw new UserError('REPORT_INVALID', { messages: [...problems, ...error.parameters.messages] })
}

/** Returns the ids of `columns`, each once; `null` without the parameter. */
function readColumns(values: RequestValues<OwnName>): readonly string[] | null {
  const text = values.text('columns')
  // A longer list is not parsed.
  if (text === undefined || isTooLong(values, 'columns', MAX_COLUMNS)) return null
  const ids = textsIn(text)
  if (ids) return [...new Set(ids)]
  values.problems.add('columns', `${quoted(text)} is not a JSON array of texts such as ["10100","3"]`)
  return null
}

/** Returns whether a list has more than MAX_COLUMNS elements, and records it as an error. */
function isTooLong(values: RequestValues<OwnName>, name: OwnName, allowed: number): boolean {
  const count = countOf(',', values.text(name) ?? '') + 1
  if (count > MAX_COLUMNS) values.problems.add(name, `has ${count} elements. Allowed: at most ${allowed}`)
  return count > MAX_COLUMNS
}

function textsIn(json: string): readonly string[] | null {
  try {
    const read: unknown = JSON.parse(json)
    return Array.isArray(read) && read.every(one => typeof one === 'string') ? read : null
  } catch {
    return null
  }
}
