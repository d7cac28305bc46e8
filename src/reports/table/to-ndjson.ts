import { printRaw, type Ratio } from '../../core/time/decimal.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { formatInstantIn } from '../../core/time/zone.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { fileColumns } from './file-columns.ts'
import { withPercentileColumns } from './percentile-columns.ts'
import { cellsByColumn, type ReportHead, type RowSource, type TableRow } from './report-table.ts'
import { linesOf } from './to-csv.ts'
import type { TypedCell } from './typed-cell.ts'

/**
 * Writes the rows of a report as NDJSON, in batches of strings: one object for each row, with the names of the columns
 * as keys.
 *
 * Durations are milliseconds, dates and times are ISO 8601 with the offset of the report's zone, and empty values are null.
 */
export async function* ndjsonTexts(
  source: ReportHead & RowSource,
  signal?: AbortSignal,
): AsyncGenerator<Iterable<string>> {
  const table = withPercentileColumns(source)
  const write = rowWriter(table)
  for await (const rows of table.rows(signal)) yield linesOf(rows, write)
}

/** Returns a function that writes a line, cell by cell. */
function rowWriter(head: ReportHead): (row: TableRow) => Iterable<string> {
  const columns = fileColumns(head)
  const count = columns.issueCount ? [columns.issueCount] : []
  const first = [...columns.header, ...columns.groups, ...columns.fields, ...count].map(({ value }) => keyText(value))
  const values = columns.values.map(({ value }) => keyText(value))
  const valueJson = valueWriter(head.plan)
  const typedJson = typedWriter(head.plan)
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
      yield comma + key + (cell ? valueJson(cell.value) : 'null')
    }
    yield '}\n'
  }
}

function keyText(name: string): string {
  return `${JSON.stringify(name)}:`
}

/** Returns a function that writes a text, number, date or time as JSON. */
function typedWriter({ format: { zone } }: ReportPlan): (cell: TypedCell) => string {
  return cell => {
    if (cell === null || typeof cell === 'string') return JSON.stringify(cell)
    if ('number' in cell) return cell.number
    if ('duration' in cell) return String(cell.duration)
    return JSON.stringify('date' in cell ? formatInstant(cell.date).slice(0, 10) : formatInstantIn(cell.instant, zone))
  }
}

/** Returns a function that writes the value of a cell as JSON. */
function valueWriter({ type, format: { zone } }: ReportPlan): (value: Ratio) => string {
  return type.kind === 'date' ? value => JSON.stringify(formatInstantIn(Number(value.numerator), zone)) : printRaw
}
