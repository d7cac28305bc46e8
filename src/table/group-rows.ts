import type { ReportPlan } from '../plan/report-plan.ts'
import { groupCells } from './group-cells.ts'
import type { Row, RowCell, TableRow } from './report-table.ts'

/**
 * Returns a function that makes rows of an aggregation from rows of `answer_row` and cells of `answer_cell`. Both have
 * the same positions, ascending. `indexes` maps the number of a cell to the index of its column.
 */
export function groupRowMaker(
  plan: ReportPlan,
  indexes: ReadonlyMap<number, number>,
): (rows: readonly Row[], cells: readonly Row[]) => TableRow[] {
  return (rows, cells) => {
    let next = 0
    return rows.map(row => {
      const rowCells: RowCell[] = []
      for (; cells[next]?.position === row.position; next++) {
        const { number, raw } = cells[next]!
        const index = indexes.get(Number(number))
        if (index !== undefined) rowCells.push({ index, value: { numerator: raw as bigint, denominator: 1000n } })
      }
      rowCells.sort((a, b) => a.index - b.index)
      return {
        header: [],
        groups: groupCells(plan, row),
        fields: [],
        cells: rowCells,
        current: [],
        issueCount: Number(row.issue_count),
      }
    })
  }
}
