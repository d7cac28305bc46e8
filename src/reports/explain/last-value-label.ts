import type { ReportPlan } from '../../plan/report-plan.ts'
import { valueLabel } from '../../sql/value-label.ts'
import type { Run } from '../../store/run-query.ts'

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
