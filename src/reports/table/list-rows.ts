import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { wholeRatio } from '../../core/time/decimal.ts'
import { compositeId } from '../../store/plan/composite-id.ts'
import { hasCurrentState } from '../../store/plan/listed-period.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { cellKey, headerOf } from './column-key.ts'
import { columnOrder, type KeyedColumn, keyOf, labelsOf } from './columns-of.ts'
import { groupCells } from './group-cells.ts'
import type { FoundRows, MetricState, OpenCell, RowCell, TableRow } from './report-table.ts'
import { typedCell } from './typed-cell.ts'

/** The rows found for a list, with the current state of its issues. */
export interface PageRows extends FoundRows {
  readonly open: readonly Row[]
}

/** Returns the current state of an issue, from its row and its cells. */
export type CurrentState = (row: Row, cells: readonly RowCell[]) => readonly OpenCell[]

/** Leaves the current states out, for formats without them. */
export const noCurrentState: CurrentState = () => []

/** Returns a function that finds the current states of the issues of a page. */
export function currentStateOf(
  plan: ReportPlan,
  found: PageRows,
  columns: readonly KeyedColumn[],
  catalogue: ReportNames,
): CurrentState {
  if (!hasCurrentState(plan)) return noCurrentState
  if (plan.type.outer === 'metric') return (_row, cells) => openMetrics(columns, cells)
  const open = byIssue(found.open)
  const order = columnOrder(plan, catalogue, labelsOf(found))
  return row =>
    (open.get(row.issue_id) ?? [])
      .toSorted((a, b) => order(keyOf(a), keyOf(b)))
      .map(cell => openCell(cell, plan, catalogue))
}

/** Returns a function that makes rows of a list from the rows of its issues, and their cells in any order. */
export function listRowMaker(
  plan: ReportPlan,
  columns: readonly KeyedColumn[],
  currentState: CurrentState,
): (rows: readonly Row[], cells: readonly Row[]) => TableRow[] {
  const indexOf = columnIndex(columns, plan)
  const toRow = (row: Row, cells: ReadonlyMap<unknown, readonly Row[]>): TableRow => {
    const rowCells = (cells.get(row.issue_id) ?? [])
      .flatMap(cell => rowCell(cell, indexOf(cell)))
      .sort((a, b) => a.index - b.index)
    return {
      header: [String(row.key), String(row.summary)],
      groups: groupCells(plan, row),
      fields: plan.fields.map(({ field }, i) => typedCell(field, row[`f${i + 1}_label`])),
      cells: rowCells,
      current: currentState(row, rowCells),
      issueCount: 1,
    }
  }
  return (rows, cells) => {
    const own = byIssue(cells)
    return rows.map(row => toRow(row, own))
  }
}

function byIssue(rows: readonly Row[]): Map<unknown, Row[]> {
  const map = new Map<unknown, Row[]>()
  for (const row of rows) {
    const list = map.get(row.issue_id)
    if (list) list.push(row)
    else map.set(row.issue_id, [row])
  }
  return map
}

/**
 * Returns a function that finds the index of the first column for a cell; `undefined` if the report has no such column.
 */
function columnIndex(columns: readonly KeyedColumn[], plan: ReportPlan): (cell: Row) => number | undefined {
  const indexes = new Map<unknown, Map<unknown, number>>()
  for (const [index, column] of columns.entries()) {
    const key = cellKey(column.key, plan)
    const inner = indexes.get(key.outer) ?? new Map<unknown, number>()
    if (!inner.has(key.inner)) inner.set(key.inner, index)
    indexes.set(key.outer, inner)
  }
  return cell => indexes.get(cell.outer_id)?.get(cell.inner_id)
}

function rowCell(cell: Row, index: number | undefined): RowCell[] {
  if (index === undefined) return []
  const value = wholeRatio(cell.value as bigint)
  return [cell.state === undefined ? { index, value } : { index, value, state: cell.state as MetricState }]
}

function openMetrics(columns: readonly KeyedColumn[], cells: readonly RowCell[]): OpenCell[] {
  return cells
    .filter(({ state }) => state === 'running' || state === 'paused')
    .map(({ index, value }) => ({ id: columns[index]!.id, levels: null, value }))
}

function openCell(row: Row, plan: ReportPlan, catalogue: ReportNames): OpenCell {
  const key = keyOf(row)
  const { outer, inner } = plan.type
  const base = headerOf(outer, key.outer, plan, catalogue).id
  const value = wholeRatio(row.value as bigint)
  if (inner === null) return { id: base, levels: null, value }
  const sub = headerOf(inner, key.inner, plan, catalogue, { field: key.outer ?? '', label: null }).id
  return { id: compositeId(base, sub), levels: { base, sub }, value }
}
