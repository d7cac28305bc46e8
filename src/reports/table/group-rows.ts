import type { Row } from '../../core/base/row.ts'
import type { Ratio } from '../../core/time/decimal.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { groupCells } from './group-cells.ts'
import type { RowCell, TableRow } from './report-table.ts'

/**
 * Returns a function that makes rows of an aggregation from rows of `answer_row` and cells of `answer_cell`. Both have
 * the same positions, ascending. `indexes` maps the number of a cell to the index of its column.
 */
export function groupRowMaker(
  plan: ReportPlan,
  indexes: ReadonlyMap<number, number>,
): (rows: readonly Row[], cells: readonly Row[]) => TableRow[] {
  const names = plan.percentiles.map(percent => `p${percent}`)
  const hasPercentiles = names.length > 0 || plan.percent !== null
  const percentilesOf = (cell: Row) => names.map(name => thousandths(cell[name]))
  return (rows, cells) => {
    let next = 0
    return rows.map(row => {
      const rowCells: RowCell[] = []
      for (; cells[next]?.position === row.position; next++) {
        const cell = cells[next]!
        const index = indexes.get(Number(cell.number))
        if (index === undefined) continue
        const value = thousandths(cell.raw)
        rowCells.push({
          index,
          value,
          ...(names.length > 0 && { percentiles: percentilesOf(cell) }),
          ...(hasPercentiles && { count: Number(cell.count) }),
        })
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

function thousandths(raw: unknown): Ratio {
  return { numerator: raw as bigint, denominator: 1000n }
}
