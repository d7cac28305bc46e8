import { cellWriter } from './cell-text.ts'
import { ISSUE_COUNT } from './file-columns.ts'
import { cellsByColumn, type ReportHead, type RowSource, type TableRow } from './report-table.ts'
import { textWriter } from './text-writer.ts'
import { ISSUE_COLUMNS } from './to-json.ts'
import type { TypedCell } from './typed-cell.ts'

/**
 * Writes a report as CSV (contract §2.3; RFC 4180) in batches of strings: a header line first, every cell quoted, lines
 * ended by CR LF.
 *
 * With `csvSafe`, texts of the tracker that a spreadsheet would run as formulas get a leading apostrophe.
 */
export async function* csvTexts(table: ReportHead & RowSource, signal?: AbortSignal): AsyncGenerator<Iterable<string>> {
  const write = lineWriter(table)
  yield headerTexts(table)
  for await (const rows of table.rows(signal)) yield linesOf(rows, write)
}

function* linesOf(rows: readonly TableRow[], write: (row: TableRow) => Iterable<string>): Iterable<string> {
  for (const row of rows) yield* write(row)
}

function* headerTexts({ plan, columns }: ReportHead): Iterable<string> {
  const name = nameWriter(plan.format.csvSafe)
  const isList = plan.endpoint === 'list'
  const first = [
    ...(isList ? ISSUE_COLUMNS.map(({ value }) => value) : []),
    ...plan.groupBy.map(({ label }) => name(label)),
    ...plan.fields.map(({ field }) => name(field.name)),
    ...(isList ? [] : [ISSUE_COUNT.value]),
  ]
  yield first.map(inQuotes).join(',')
  for (const [i, { value }] of columns.entries()) {
    yield `${i > 0 || first.length > 0 ? ',' : ''}${inQuotes(name(value))}`
  }
  yield '\r\n'
}

/** Returns a function that writes a line, cell by cell. */
function lineWriter({ plan, columns, cellIndexes }: ReportHead): (row: TableRow) => Iterable<string> {
  const written = cellWriter(plan)
  const cellsOf = cellsByColumn({ cellIndexes })
  const empty = plan.format.emptyToken ?? ''
  const emptyCell = `,${inQuotes(empty)}`
  const name = nameWriter(plan.format.csvSafe)
  const format = textWriter(plan)
  const text = (cell: TypedCell) => {
    const value = format(cell)
    return value === null ? empty : name(value)
  }
  const isList = plan.endpoint === 'list'
  return function* (row) {
    const first = [
      ...row.header.map(name),
      ...row.groups.map(text),
      ...row.fields.map(text),
      ...(isList ? [] : [String(row.issueCount)]),
    ]
    yield first.map(inQuotes).join(',')
    const cellAt = cellsOf(row)
    for (let i = 0; i < columns.length; i++) {
      const cell = cellAt(i)
      yield cell ? `,${inQuotes(written(cell.value))}` : emptyCell
    }
    yield '\r\n'
  }
}

function nameWriter(csvSafe: boolean): (text: string) => string {
  return csvSafe ? escapeFormula : text => text
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
