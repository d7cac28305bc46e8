import type { Report, ValueColumn } from '../api/report.ts'

/** What a column shows: something that tells rows apart, or values. */
export type ColumnKind = 'issue' | 'group' | 'field' | 'count' | 'value'

/** A column of the table. */
export interface TableColumn {
  /** Unlike the id of any other column of the table; of a value column the report's own id. */
  readonly id: string
  readonly name: string
  readonly kind: ColumnKind
  /** The name of the outer column of a composite report. */
  readonly above: string | null
  readonly hint: string | null
}

/** A cell that holds a value. */
export interface TableCell {
  readonly text: string
  /** `null` when the cell is empty, which is not the same as 0. */
  readonly raw: number | null
  /** Whether what it counts still goes on. */
  readonly isOpen: boolean
}

/** A row of the table. */
export interface TableRow {
  /** Its place in the answer. */
  readonly index: number
  /** Of a list; `null` in aggregations. */
  readonly issueKey: string | null
  readonly texts: ReadonlyMap<string, string>
  readonly cells: ReadonlyMap<string, TableCell>
}

/** A report as columns and rows. */
export interface TableModel {
  /** Columns that tell rows apart; they stay when the others move. */
  readonly keys: readonly TableColumn[]
  readonly values: readonly TableColumn[]
  readonly rows: readonly TableRow[]
}

const COUNT = 'issueCount'

/** The table of a report. `words` are the names of the columns that a report has none for. */
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
