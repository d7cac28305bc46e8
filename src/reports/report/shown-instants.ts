import type { FieldDefinition } from '../../core/fields/field.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { shownLabels } from '../../store/sql/shown-labels.ts'
import { textWriter } from '../table/text-writer.ts'
import { typedCell } from '../table/typed-cell.ts'

/**
 * Converts the group of a plan from displayed texts to stored values: a formatted instant becomes all instants of the
 * report's issues with the same format. Returns other plans unchanged.
 */
export async function withShownInstants(plan: ReportPlan, snapshot: Snapshot): Promise<ReportPlan> {
  if (plan.inGroup === null) return plan
  const inGroup = []
  for (const [i, texts] of plan.inGroup.entries()) {
    const { field, unit } = plan.groupBy[i]!
    const isInstant = unit === null && (field.kind === 'date' || field.kind === 'datetime')
    inGroup.push(texts !== null && isInstant ? await instantsShown(texts, i, field, plan, snapshot) : texts)
  }
  return { ...plan, inGroup }
}

async function instantsShown(
  texts: readonly string[],
  i: number,
  field: FieldDefinition,
  plan: ReportPlan,
  { run, dialect }: Snapshot,
): Promise<string[]> {
  const written = textWriter(plan)
  const rows = await run(shownLabels(plan, i, dialect))
  return rows.map(row => String(row.label)).filter(label => texts.includes(written(typedCell(field, label)) ?? ''))
}
