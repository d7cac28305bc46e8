import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'
import { matchIgnoringCase } from '../builder/report-type.ts'
import { type Choices, endpointOf, type Parameters, parametersOf } from '../state/choices.ts'
import { tableViewIn } from '../table/table-view.ts'

type FileFormats = PageCatalogue['fileFormats']

/** A format of a download. `spreadsheet` is CSV for spreadsheets. */
export type DownloadFormat = FileFormats[number]['name'] | 'spreadsheet'

/** The choices of a download. */
export interface DownloadChoice {
  readonly format: DownloadFormat
  /** With CSV for spreadsheets. */
  readonly delimiter: 'comma' | 'semicolon' | 'tab'
  readonly decimal: 'point' | 'comma'
  /** With Parquet. */
  readonly layout: 'long' | 'wide'
}

/** Returns the formats of the shown report: the page offers only some of them for groups. */
export function formatsOf(choices: Choices, fileFormats: FileFormats): readonly DownloadFormat[] {
  const isList = endpointOf(choices) === 'list'
  return fileFormats
    .filter(({ hasGroups }) => isList || hasGroups)
    .flatMap(({ name }) => (name === 'csv' ? [name, 'spreadsheet'] : [name]))
}

/** The parameters of one page of a list, and of the choice of an engine. */
const NOT_OF_FILES = ['pageSize', 'startIssueIndex', 'engine', 'outputType', 'layout']

/** The parameters of an aggregation that a workbook does not need: it has all aggregates of all issues. */
const OF_ONE_AGGREGATE = ['aggregationType', 'percentile', 'percentiles', 'sortBy', 'sortDir']

/**
 * Returns the parameters of `POST api/file` for the shown report, with the columns of the table. Texts that begin like a
 * formula are escaped in CSV.
 */
export function downloadParameters(
  choices: Choices,
  { format, delimiter, decimal, layout }: DownloadChoice,
  report: Report,
  { aggregates, fileFormats }: Pick<PageCatalogue, 'aggregates' | 'fileFormats'>,
): Parameters {
  const all = { ...parametersOf(choices), ...columnParameters(choices, report) }
  const parameters = without(all, NOT_OF_FILES)
  if (format === 'csv' || format === 'spreadsheet') {
    const csv = { ...parameters, csvSafe: parameters.csvSafe ?? 'true', outputType: csvTypeOf(choices, aggregates) }
    return format === 'csv' ? csv : { ...csv, csvBom: 'true', delimiter, decimal, durations: 'number' }
  }
  const outputType = fileFormats.find(({ name }) => name === format)!.fileType
  if (format === 'xlsx') return { ...without(parameters, OF_ONE_AGGREGATE), outputType }
  return format === 'parquet' ? { ...parameters, outputType, layout } : { ...parameters, outputType }
}

/** Leaves out some parameters, and those with an empty value. */
function without(parameters: Parameters, names: readonly string[]): Parameters {
  return Object.fromEntries(Object.entries(parameters).filter(([name, value]) => value && !names.includes(name)))
}

const FIELD = 'field.'

/** Returns the ids of the fields and values that the table shows, in its order; fields have a prefix. */
function shownColumns(choices: Choices, { table: { header } }: Report): readonly string[] {
  const { hidden, order } = tableViewIn(choices)
  const all = [...header.fieldColumns.map(({ id }) => FIELD + id), ...header.valueColumns.map(({ id }) => id)]
  const first = order.filter(id => all.includes(id))
  return [...first, ...all.filter(id => !first.includes(id))].filter(id => !hidden.includes(id))
}

/** Returns the parameters that give a file the columns of the table. A list keeps the field that orders it. */
function columnParameters(choices: Choices, report: Report): Parameters {
  const { hidden, order } = tableViewIn(choices)
  if (hidden.length === 0 && order.length === 0) return {}
  const shown = shownColumns(choices, report)
  const values = shown.filter(id => !id.startsWith(FIELD))
  const fields = shown.filter(id => id.startsWith(FIELD)).map(id => id.slice(FIELD.length))
  const ordering = hidden.find(id => id.startsWith(FIELD) && isSame(id.slice(FIELD.length), choices.orderBy))
  const kept = ordering === undefined ? fields : [...fields, ordering.slice(FIELD.length)]
  const ofList = report.isAggregationType ? {} : { fields: kept.join(',') }
  return { columns: JSON.stringify(values), ...ofList }
}

function isSame(one: string, other: string | undefined): boolean {
  return one.toLowerCase() === other?.trim().toLowerCase()
}

/** Returns whether the table shows a field after a value. In a file, fields come first. */
export function hasMixedColumns(choices: Choices, report: Report): boolean {
  const shown = shownColumns(choices, report)
  const firstValue = shown.findIndex(id => !id.startsWith(FIELD))
  return firstValue >= 0 && shown.slice(firstValue).some(id => id.startsWith(FIELD))
}

function csvTypeOf(choices: Choices, aggregates: PageCatalogue['aggregates']): string {
  if (endpointOf(choices) === 'list') return 'CSV'
  const names = aggregates.map(({ name }) => name)
  const name = matchIgnoringCase(names, choices.aggregationType ?? 'average', null)
  return aggregates.find(one => one.name === name)?.fileType ?? 'CSVAVERAGE'
}

/** Returns the separators of a language, as a spreadsheet in that language expects them. */
export function separatorsOf(locale: string | undefined): Pick<DownloadChoice, 'delimiter' | 'decimal'> {
  const decimal = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')
  return decimal?.value === ','
    ? { delimiter: 'semicolon', decimal: 'comma' }
    : { delimiter: 'comma', decimal: 'point' }
}
