import type { ReportPlan } from '../plan/report-plan.ts'
import type { Row, TextCell } from './report-table.ts'
import type { TextWriter } from './text-writer.ts'

/** Returns the text of a row for each field that groups it, from the columns `gN_label`. */
export function groupTexts(plan: ReportPlan, row: Row, text: TextWriter): TextCell[] {
  return plan.groupBy.map(({ field, unit }, i) => {
    const label = row[`g${i + 1}_label`]
    return unit === null ? text(field, label) : ((label as string | null) ?? null)
  })
}
