import type { Report, ValueColumn } from '../api/report.ts'

/** The kind of a column: values, or something that identifies rows. */
export type ColumnKind = 'issue' | 'group' | 'field' | 'count' | 'value'

/** A column of the table. */
export interface TableColumn {
  /** Unique in the table; for a value column, the id in the report. */
  readonly id: string
  readonly name: string
  readonly kind: ColumnKind
  /** The name of the outer column in a composite report. */
  readonly above: string | null
  readonly hint: string | null
}

/** A cell with a value. */
export interface TableCell {
  readonly text: string
  /** `null` for an empty cell, which is not the same as 0. */
  readonly raw: number | null
  /** Whether the value is ongoing. */
  readonly isOpen: boolean
}

/** A row of the table. */
export interface TableRow {
  /** Its index in the response. */
  readonly index: number
  /** The key of the issue in lists; `null` in aggregations. */
  readonly issueKey: string | null
  readonly texts: ReadonlyMap<string, string>
  readonly cells: ReadonlyMap<string, TableCell>
}

/** A report as columns and rows. */
export interface TableModel {
  /** Columns that identify rows; they stay in view when the others scroll. */
  readonly keys: readonly TableColumn[]
  readonly values: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

const COUNT = 'issueCount'

/** Converts a report to columns and rows. `labels` name the columns that the report has no name for. */
export function tableModel(report: Report, labels: { readonly issues: string }): TableModel {
  const { headerColumns, groupByColumns, fieldColumns, valueColumns } = report.table.header
  const keyed = (kind: ColumnKind, columns: readonly { readonly id: string; readonly value: string }[]) =>
    columns.map(({ id, value }) => ({ id: keyId(kind, id), name: value, kind, above: null, hint: null }))
  const above = new Map(report.table.header.baseHeader?.valueColumns.map(({ id, value }) => [id, value]))
  const inner = new Map(report.table.header.subHeader?.valueColumns.map(({ id, value }) => [id, value]))
  const counted = { id: COUNT, name: labels.issues, kind: 'count', above: null, hint: null } as const
  return {
    keys: [
      ...keyed('group', groupByColumns),
      ...keyed('issue', headerColumns),
      ...(report.isAggregationType ? [counted] : []),
    ],
    values: [...keyed('field', fieldColumns), ...valueColumns.map(column => valueColumn(column, above, inner))],
    rows: rowsOf(report),
  }
}

function keyId(kind: ColumnKind, id: string): string {
  return `${kind}.${id}`
}

function valueColumn(
  { id, value, hint, baseHeaderId, subHeaderId }: ValueColumn,
  above: ReadonlyMap<string, string>,
  inner: ReadonlyMap<string, string>,
): TableColumn {
  const name = (subHeaderId !== undefined && inner.get(subHeaderId)) || value
  const outer = baseHeaderId === undefined ? null : (above.get(baseHeaderId) ?? baseHeaderId)
  return { id, name, kind: 'value', above: outer, hint: hint ?? null }
}

function rowsOf(report: Report): TableRow[] {
  return report.table.body.rows.map((row, index) => {
    const open = new Set(row.currentState.map(({ id }) => id))
    const texts = new Map<string, string>()
    for (const { id, value } of row.groupByColumns) texts.set(keyId('group', id), value ?? '')
    for (const { id, value } of row.headerColumns) texts.set(keyId('issue', id), value)
    for (const { id, value } of row.fieldColumns) texts.set(keyId('field', id), value ?? '')
    if ('issueCount' in row) texts.set(COUNT, String(row.issueCount))
    const cells = new Map(
      row.valueColumns.map(({ id, value, raw }) => [
        id,
        { text: value ?? '', raw: raw === undefined ? null : Number(raw), isOpen: open.has(id) },
      ]),
    )
    const issueKey = row.headerColumns.find(({ id }) => id === 'issuekey')?.value ?? null
    return { index, issueKey, texts, cells }
  })
}
