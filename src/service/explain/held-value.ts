import type { ReportPlan } from '../../plan/report-plan.ts'
import { mayBeSeen, mayBrowse } from '../../sql/browsable.ts'
import { duckdb } from '../../sql/dialect/duckdb.ts'
import { sql, toQuery, varchar } from '../../sql/sql.ts'
import type { Store } from '../../store/store.ts'

/** The last words of a value that issues held in a history field; `null` when none did that whoever asks may see. */
export async function heldValue(
  fieldId: string,
  id: string,
  { historyFields, browsable }: Pick<ReportPlan, 'historyFields' | 'browsable'>,
  store: Store,
  signal?: AbortSignal,
): Promise<string | null> {
  const { field } = historyFields.find(one => one.field.id === fieldId)!
  const seen = mayBeSeen(field, sql`s.value_id`, sql`s.value`, browsable) ?? sql`true`
  const query = sql`select arg_max(s.value, s.entered_ms) as label from stay s join issue i on i.id = s.issue_id
where s.field_id = ${varchar(fieldId)} and s.value_id = ${varchar(id)} and ${mayBrowse(browsable)} and (${seen})`
  const [row] = await store.query(toQuery(query, duckdb.place), signal)
  return (row?.label as string | null) ?? null
}
