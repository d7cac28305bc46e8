import type { Row } from '../../core/base/row.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { type TypedCell, typedCell } from './typed-cell.ts'

/** Returns the value of a row for each field that groups it, from the columns `gN_label`. */
export function groupCells(plan: ReportPlan, row: Row): TypedCell[] {
  return plan.groupBy.map(({ field, unit }, i) => {
    const label = row[`g${i + 1}_label`]
    return unit === null ? typedCell(field, label) : ((label as string | null) ?? null)
  })
}
