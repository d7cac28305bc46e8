import type { Run } from '../../../store/engine/run-query.ts'
import type { ReportPlan } from '../../../store/plan/report-plan.ts'
import { valueLabel } from '../../../store/sql/value-label.ts'

/** Returns the last label of a value in a history field of visible issues; `null` when there is none. */
export async function lastValueLabel(
  fieldId: string,
  id: string,
  { historyFields, browsable }: Pick<ReportPlan, 'historyFields' | 'browsable'>,
  run: Run,
): Promise<string | null> {
  const { field } = historyFields.find(one => one.field.id === fieldId)!
  const [row] = await run(valueLabel(field, id, browsable))
  return (row?.label as string | null) ?? null
}
