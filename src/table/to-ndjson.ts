import { printRaw, type Ratio } from '../time/decimal.ts'
import { formatInstant } from '../time/instant.ts'
import { fileColumns } from './file-columns.ts'
import { withPercentileColumns } from './percentile-columns.ts'
import { cellsByColumn, type ReportHead, type RowSource, type TableRow } from './report-table.ts'
import type { TypedCell } from './typed-cell.ts'

/**
 * Writes the rows of a report as NDJSON, in batches of strings: one object for each row, with the names of the columns
 * as keys.
 *
 * Durations are milliseconds, dates and times are ISO 8601 in UTC, and empty values are null.
 */
export async function* ndjsonTexts(
  source: ReportHead & RowSource,
  signal?: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  const table = withPercentileColumns(source)
  const write = rowWriter(table)
  for await (const rows of table.rows(signal)) yield rowTexts(rows, write)
}

function* rowTexts(rows: readonly TableRow[], write: (row: TableRow) => Iterable<string>): Iterable<string> {
  for (const row of rows) yield* write(row)
}

/** Returns a function that writes a line, cell by cell. */
function rowWriter(head: ReportHead): (row: TableRow) => Iterable<string> {
  const columns = fileColumns(head)
  const count = columns.issueCount ? [columns.issueCount] : []
  const first = [...columns.header, ...columns.groups, ...columns.fields, ...count].map(({ value }) => keyText(value))
  const values = columns.values.map(({ value }) => keyText(value))
  const isDate = head.plan.type.kind === 'date'
  const cellsOf = cellsByColumn(head)
  return function* (row) {
    const texts = [
      ...row.header.map(text => JSON.stringify(text)),
      ...row.groups.map(typedJson),
      ...row.fields.map(typedJson),
      ...(count.length > 0 ? [String(row.issueCount)] : []),
    ]
    yield `{${first.map((key, i) => key + texts[i]).join(',')}`
    const cellAt = cellsOf(row)
    for (const [i, key] of values.entries()) {
      const cell = cellAt(i)
      const comma = i > 0 || first.length > 0 ? ',' : ''
      yield comma + key + (cell ? valueJson(cell.value, isDate) : 'null')
    }
    yield '}\n'
  }
}

function keyText(name: string): string {
  return `${JSON.stringify(name)}:`
}

function typedJson(cell: TypedCell): string {
  if (cell === null || typeof cell === 'string') return JSON.stringify(cell)
  if ('number' in cell) return cell.number
  if ('duration' in cell) return String(cell.duration)
  return JSON.stringify('date' in cell ? formatInstant(cell.date).slice(0, 10) : formatInstant(cell.instant))
}

function valueJson(value: Ratio, isDate: boolean): string {
  return isDate ? JSON.stringify(formatInstant(Number(value.numerator))) : printRaw(value)
}
