import { cellWriter } from './cell-text.ts'
import type { ReportTable, TextCell } from './report-table.ts'
import { ISSUE_COLUMNS } from './to-json.ts'

/**
 * A report as CSV (contract §2.3; RFC 4180): every cell quoted, lines ended by CR LF, a header line first.
 *
 * With `csvSafe` an apostrophe is put before texts of the tracker that a spreadsheet would run as formulas.
 */
export function toCsv(table: ReportTable): string {
  const { plan, columns, rows } = table
  const written = cellWriter(plan)
  const empty = plan.format.emptyToken ?? ''
  const name = plan.format.csvSafe ? harmless : (text: string) => text
  const text = (value: TextCell) => (value === null ? empty : name(value))
  const list = plan.endpoint === 'list'
  const lines = [
    [
      ...(list ? ISSUE_COLUMNS.map(({ value }) => value) : []),
      ...plan.groupBy.map(({ label }) => name(label)),
      ...plan.fields.map(({ field }) => name(field.name)),
      ...(list ? [] : ['Number Of Issues']),
      ...columns.map(({ value }) => name(value)),
    ],
    ...rows.map(row => [
      ...row.header.map(name),
      ...row.groups.map(text),
      ...row.fields.map(text),
      ...(list ? [] : [String(row.issueCount)]),
      ...row.values.map(({ raw }) => (raw === null ? empty : written(raw))),
    ]),
  ]
  return lines.map(cells => `${cells.map(inQuotes).join(',')}\r\n`).join('')
}

function inQuotes(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

const NUMBER = /^[+-]?\d+(\.\d+)?$/

/** A text that a spreadsheet shows as it is: what begins like a formula gets an apostrophe, plain numbers do not. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) && !NUMBER.test(text) ? `'${text}` : text
}
