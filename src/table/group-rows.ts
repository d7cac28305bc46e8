import type { ReportPlan } from '../plan/report-plan.ts'
import { groupTexts } from './group-texts.ts'
import type { Row, RowCell, TableRow } from './report-table.ts'
import { textWriter } from './text-writer.ts'

/**
 * Returns what makes rows of an aggregation: from rows of `answer_row`, and the cells of `answer_cell` at the same
 * positions, both by rising position. `indexes` is the index of each column by the number of its cells.
 */
export function groupRowMaker(
  plan: ReportPlan,
  indexes: ReadonlyMap<number, number>,
): (rows: readonly Row[], cells: readonly Row[]) => TableRow[] {
  const text = textWriter(plan)
  return (rows, cells) => {
    let next = 0
    return rows.map(row => {
      const placed: RowCell[] = []
      for (; cells[next]?.position === row.position; next++) {
        const { number, raw } = cells[next]!
        const index = indexes.get(Number(number))
        if (index !== undefined) placed.push({ index, value: { numerator: raw as bigint, denominator: 1000n } })
      }
      placed.sort((a, b) => a.index - b.index)
      return {
        header: [],
        groups: groupTexts(plan, row, text),
        fields: [],
        cells: placed,
        current: [],
        issueCount: Number(row.issue_count),
      }
    })
  }
}
