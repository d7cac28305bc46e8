import type { ReportPlan } from '../plan/report-plan.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { groupsShown } from '../sql/scope.ts'
import { identifier, sql, toQuery, withTables } from '../sql/sql.ts'
import type { Store } from '../store/store.ts'
import { textWriter } from '../table/table-of.ts'

/**
 * A plan whose group is told in the words of an answer, in the words of the store: moments that are shown in a format stand
 * for all those of the report's issues that are shown so. Any other plan as it is.
 */
export async function withShownMoments(plan: ReportPlan, store: Store, signal?: AbortSignal): Promise<ReportPlan> {
  if (plan.inGroup === null) return plan
  const inGroup = []
  for (const [n, texts] of plan.inGroup.entries()) {
    const { field, unit } = plan.groupBy[n]!
    const isMoment = unit === null && (field.kind === 'date' || field.kind === 'datetime')
    inGroup.push(texts !== null && isMoment ? await momentsShown(texts, n, plan, store, signal) : texts)
  }
  return { ...plan, inGroup }
}

async function momentsShown(
  texts: readonly string[],
  n: number,
  plan: ReportPlan,
  store: Store,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const { field } = plan.groupBy[n]!
  const label = identifier(`g${n + 1}_label`)
  const found = withTables(
    [['shown', groupsShown({ ...plan, inGroup: null }, duckdb)]],
    sql`select distinct ${label} as label from shown where ${label} is not null`,
  )
  const written = textWriter(plan)
  const rows = await store.query(toQuery(found, duckdb.place), signal)
  return rows.map(row => String(row.label)).filter(label => texts.includes(written(field, label) ?? ''))
}
