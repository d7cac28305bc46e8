import type { Row } from '../../core/base/row.ts'
import type { ReportPlan, RowFilter } from '../../store/plan/report-plan.ts'
import { keyText } from './column-key.ts'
import { keyOf } from './columns-of.ts'

/** The groups of an aggregation with their `position`, its cells, and their columns, as rows of `cell_column`. */
export interface NumberedCells {
  readonly groups: readonly Row[]
  readonly columns: readonly Row[]
  /** With the `position` of the group and the `number` of the column. */
  readonly cells: readonly Row[]
}

/**
 * Numbers groups, which are in order, and their cells; both have the ids `gN_id`. A cell has the ids `outer_id` and `inner_id` of
 * its column.
 */
export function numberedCells(plan: ReportPlan, rows: readonly Row[], cells: readonly Row[]): NumberedCells {
  const groups = rows.map((row, index): Row => ({ ...row, position: index + 1 }))
  const positions = new Map(groups.map(group => [groupText(plan, group), group.position]))
  const columns = new Map<string, Row>()
  const numbered = cells.map(cell => {
    const key = keyText(keyOf(cell))
    const column = columns.get(key) ?? {
      number: columns.size + 1,
      outer_id: cell.outer_id,
      inner_id: cell.inner_id,
    }
    columns.set(key, column)
    return { ...cell, position: positions.get(groupText(plan, cell)), number: column.number }
  })
  return { groups, columns: [...columns.values()], cells: numbered }
}

/** Returns a text that is equal for rows with the same group ids only. */
function groupText({ groupBy }: ReportPlan, row: Row): string {
  return JSON.stringify(groupBy.map((_, i) => row[`g${i + 1}_id`] ?? null).map(id => (id === null ? null : String(id))))
}

/**
 * Returns the groups of a response in their order, with their cells in the same order: those that meet all filters. Empty
 * values meet no filter, and are last in both directions. `numberOf` returns the number of a column; `null` without cells.
 */
export function chosenGroups(
  { sort, filters }: ReportPlan,
  groups: readonly Row[],
  cells: readonly Row[],
  numberOf: (column: string) => number | null,
): { readonly groups: readonly Row[]; readonly cells: readonly Row[] } {
  const valueUnder = (column: string) => {
    const number = numberOf(column)
    const shown = number === null ? [] : cells.filter(cell => cell.number === number)
    const values = new Map(shown.map(cell => [cell.position, cell.raw as bigint]))
    return (group: Row) => values.get(group.position)
  }
  const conditions = filters.map(filter => ({ filter, valueIn: valueUnder(filter.column) }))
  const chosen = groups.filter(group => conditions.every(({ filter, valueIn }) => meets(valueIn(group), filter)))
  const ordered = sort === null ? chosen : sortedBy(chosen, valueUnder(sort.column), sort.descending)
  const cellsOf = new Map<unknown, Row[]>(ordered.map(({ position }) => [position, []]))
  for (const cell of cells) cellsOf.get(cell.position)?.push(cell)
  return { groups: ordered, cells: ordered.flatMap(({ position }) => cellsOf.get(position)!) }
}

/** Sorts groups by their values. Groups with equal values keep their order. */
function sortedBy(
  groups: readonly Row[],
  valueIn: (group: Row) => bigint | undefined,
  descending: boolean,
): readonly Row[] {
  return groups
    .map(group => ({ group, value: valueIn(group) }))
    .sort(({ value: a }, { value: b }) => {
      if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
      return descending ? compare(b, a) : compare(a, b)
    })
    .map(({ group }) => group)
}

/** Returns whether a value, in thousandths, meets a filter. */
function meets(value: bigint | undefined, { operator, value: { numerator, denominator } }: RowFilter): boolean {
  if (value === undefined) return false
  const order = compare(value * denominator, 1000n * numerator)
  switch (operator) {
    case 'greaterThan':
      return order > 0
    case 'greaterThanEquals':
      return order >= 0
    case 'equals':
      return order === 0
    case 'lessThanEquals':
      return order <= 0
    case 'lessThan':
      return order < 0
  }
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
