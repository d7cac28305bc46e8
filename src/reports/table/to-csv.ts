import { printDecimal, type Ratio, wholeRatio } from '../../core/time/decimal.ts'
import { formatDuration } from '../../core/time/duration-format.ts'
import type { ListField, ReportPlan } from '../../store/plan/report-plan.ts'
import { cellWriter } from './cell-text.ts'
import { type DurationUnit, durationUnit, HOURS } from './duration-unit.ts'
import { fileColumns, ISSUE_COUNT, withUnit } from './file-columns.ts'
import { withPercentileColumns } from './percentile-columns.ts'
import { cellsByColumn, type ReportHead, type RowSource, type TableRow } from './report-table.ts'
import { textWriter } from './text-writer.ts'
import { ISSUE_COLUMNS } from './to-json.ts'
import type { TypedCell } from './typed-cell.ts'

/**
 * Writes a report as CSV (contract §2.3; RFC 4180) in batches of strings: a header line first, every cell quoted, lines
 * ended by CR LF. The plan has the delimiter, the form of numbers, and whether a byte order mark comes first.
 *
 * With `csv.safe`, texts of the tracker that a spreadsheet would run as formulas get a leading apostrophe.
 */
export async function* csvTexts(
  source: ReportHead & RowSource,
  signal?: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  const table = withPercentileColumns(source)
  const write = lineWriter(table)
  if (table.plan.format.csv.bom) yield ['\ufeff']
  yield headerTexts(table)
  for await (const rows of table.rows(signal)) yield linesOf(rows, write)
}

/** Writes rows, one after another. */
export function* linesOf(rows: readonly TableRow[], write: (row: TableRow) => Iterable<string>): Iterable<string> {
  for (const row of rows) yield* write(row)
}

function* headerTexts({ plan, columns }: ReportHead): Iterable<string> {
  const name = nameWriter(plan.format.csv.safe)
  const [unit, ageUnit] = [valueUnit(plan)?.name ?? null, numberUnit(plan)?.name ?? null]
  const fieldUnitOf = ({ kind }: ListField['field']) => (kind === 'duration' ? ageUnit : null)
  if (plan.format.csv.columnNames !== null) {
    const { header, groups, fields, issueCount, values } = fileColumns({ plan, columns }, () => unit, fieldUnitOf)
    const all = [...header, ...groups, ...fields, ...(issueCount ? [issueCount] : []), ...values]
    yield `${all.map(({ value }) => inQuotes(name(value))).join(plan.format.csv.delimiter)}\r\n`
    return
  }
  const isList = plan.endpoint === 'list'
  const first = [
    ...(isList ? ISSUE_COLUMNS.map(({ value }) => value) : []),
    ...plan.groupBy.map(({ label }) => name(label)),
    ...plan.fields.map(({ field }) => name(withUnit(field.name, fieldUnitOf(field)))),
    ...(isList ? [] : [ISSUE_COUNT.value]),
  ]
  const { delimiter } = plan.format.csv
  yield first.map(inQuotes).join(delimiter)
  for (const [i, { value }] of columns.entries()) {
    yield `${i > 0 || first.length > 0 ? delimiter : ''}${inQuotes(name(withUnit(value, unit)))}`
  }
  yield '\r\n'
}

/** Returns a function that writes a line, cell by cell. */
function lineWriter({ plan, columns, cellIndexes }: ReportHead): (row: TableRow) => Iterable<string> {
  const { delimiter } = plan.format.csv
  const decimal = decimalWriter(plan)
  const written = valueWriter(plan)
  const cellsOf = cellsByColumn({ cellIndexes })
  const empty = plan.format.emptyToken ?? ''
  const emptyCell = delimiter + inQuotes(empty)
  const name = nameWriter(plan.format.csv.safe)
  const format = textWriter(plan)
  const age = durationWriter(plan)
  const text = (cell: TypedCell) => {
    if (typeof cell === 'object' && cell !== null && 'duration' in cell) return age(wholeRatio(cell.duration))
    const value = format(cell)
    if (value === null) return empty
    return typeof cell === 'object' && cell !== null && 'number' in cell ? decimal(name(value)) : name(value)
  }
  const isList = plan.endpoint === 'list'
  return function* (row) {
    const first = [
      ...row.header.map(name),
      ...row.groups.map(text),
      ...row.fields.map(text),
      ...(isList ? [] : [String(row.issueCount)]),
    ]
    yield first.map(inQuotes).join(delimiter)
    const cellAt = cellsOf(row)
    for (let i = 0; i < columns.length; i++) {
      const cell = cellAt(i)
      yield cell ? delimiter + inQuotes(written(cell.value)) : emptyCell
    }
    yield '\r\n'
  }
}

/** The decimals of durations as numbers: a day with these is exact to a thousandth of a millisecond. */
const DECIMALS = 12

/** Returns the unit of durations as numbers; `null` if they are shown as text. */
function numberUnit(plan: ReportPlan): DurationUnit | null {
  return plan.format.csv.durations === 'number' ? (durationUnit(plan) ?? HOURS) : null
}

/** Returns the unit of the values; `null` if they have none. */
function valueUnit(plan: ReportPlan): DurationUnit | null {
  return plan.type.kind === 'duration' ? numberUnit(plan) : null
}

/** Returns a function that formats the value of a cell. */
function valueWriter(plan: ReportPlan): (value: Ratio) => string {
  if (plan.type.kind === 'duration') return durationWriter(plan)
  const written = cellWriter(plan)
  if (plan.type.kind === 'date') return written
  const decimal = decimalWriter(plan)
  return value => decimal(written(value))
}

/** Returns a function that formats a duration: a value of a cell, or an age. */
function durationWriter(plan: ReportPlan): (value: Ratio) => string {
  const unit = numberUnit(plan)
  const decimal = decimalWriter(plan)
  const { view, day } = plan.format
  if (unit === null) return value => decimal(formatDuration(value, view, day))
  const millis = BigInt(unit.millis)
  return ({ numerator, denominator }) =>
    decimal(printDecimal({ numerator, denominator: denominator * millis }, DECIMALS))
}

function decimalWriter({ format: { csv } }: ReportPlan): (number: string) => string {
  return csv.decimal === 'comma' ? number => number.replace('.', ',') : number => number
}

function nameWriter(isSafe: boolean): (text: string) => string {
  return isSafe ? escapeFormula : text => text
}

/** Returns a function that writes a cell in quotes. With `isSafe`, spreadsheets do not run it as a formula. */
export function csvCell(isSafe: boolean): (text: string) => string {
  const text = nameWriter(isSafe)
  return cell => inQuotes(text(cell))
}

function inQuotes(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/

/**
 * Returns a text that spreadsheets show unchanged: adds an apostrophe before a possible formula, but not before plain
 * numbers.
 */
function escapeFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
