import { printRaw } from '../../src/core/time/decimal.ts'
import { type ReportBody, textOf } from '../../src/reports/report/report-body.ts'
import { inChunks } from '../../src/reports/table/chunks.ts'
import type { MetricState, ReportHead, ReportTable, TableRow, TextCell } from '../../src/reports/table/report-table.ts'
import { textWriter } from '../../src/reports/table/text-writer.ts'
import { csvTexts } from '../../src/reports/table/to-csv.ts'
import { jsonTexts } from '../../src/reports/table/to-json.ts'

/** A value for comparisons in tests; `raw` is null when it is empty. */
export interface CollectedCell {
  readonly raw: string | null
  readonly state?: MetricState
}

/** A row with all its cells, including empty ones. */
export interface CollectedRow extends Omit<TableRow, 'groups' | 'fields' | 'cells' | 'current'> {
  readonly groups: readonly TextCell[]
  readonly fields: readonly TextCell[]
  readonly values: readonly CollectedCell[]
  readonly current: readonly { readonly id: string; readonly levels: unknown; readonly raw: string }[]
}

/** A table whose rows are all in memory. */
export interface CollectedTable extends ReportHead {
  readonly rows: readonly CollectedRow[]
}

/** Reads a table to its end. */
export async function collected({ rows, close, ...head }: ReportTable): Promise<CollectedTable> {
  const all: CollectedRow[] = []
  const isMetricOfIssue = head.plan.endpoint === 'list' && head.plan.type.outer === 'metric'
  const empty: CollectedCell = isMetricOfIssue ? { raw: null, state: 'notStarted' } : { raw: null }
  const text = textWriter(head.plan)
  for await (const batch of rows()) {
    for (const { cells, current, ...row } of batch) {
      const values = head.columns.map((_, index): CollectedCell => {
        const cell = cells.find(one => one.index === index)
        return cell ? { raw: printRaw(cell.value), ...(cell.state && { state: cell.state }) } : empty
      })
      all.push({
        ...row,
        groups: row.groups.map(text),
        fields: row.fields.map(text),
        values,
        current: current.map(({ id, levels, value }) => ({ id, levels, raw: printRaw(value) })),
      })
    }
  }
  await close()
  return { ...head, rows: all }
}

/** Returns a table as JSON text. */
export async function jsonText(table: ReportTable, version: string): Promise<string> {
  return joined(inChunks(jsonTexts(table, version)))
}

/** Returns a table as parsed JSON. */
export async function jsonOf(table: ReportTable, version: string): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(await jsonText(table, version))
}

/** Returns a table as CSV text. */
export function csvOf(table: ReportTable): Promise<string> {
  return joined(inChunks(csvTexts(table)))
}

async function joined(chunks: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += chunk
  return text
}

/** Returns a body of one chunk. */
export function bodyOf(format: ReportBody['format'], text: string): ReportBody {
  return {
    format,
    facts: {
      total: 0,
      nextIndex: null,
      computedBy: null,
      emptyReason: null,
      warnings: [],
      title: { report: 'test-list', asOf: 0 },
    },
    chunks: (async function* () {
      yield text
    })(),
  }
}

export { textOf }
