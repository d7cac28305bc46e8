import type { Catalogue } from '../../core/catalogue/model.ts'
import type { Repair } from '../../core/history/stay.ts'
import { textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { bigint, plain, type Sql, sql } from '../sql/sql.ts'
import { type FinishStatuses, isWithoutFinish } from '../sql/without-finish.ts'

/** The number of repairs of one kind in one field. */
export interface RepairCount {
  readonly kind: Repair['kind']
  /** The id of the field; `null` for repairs of whole histories. */
  readonly field: string | null
  readonly issues: number
  readonly repairs: number
  /** The keys of the most recently updated issues. */
  readonly examples: readonly string[]
}

/** The number of issues with an incomplete history, and the keys of the most recently updated ones. */
export type MarkedIssues = Pick<RepairCount, 'issues' | 'examples'>

const EXAMPLES = 5

const COUNTS = plain(`
  select kind, field_id, count(*) as issues, sum(repairs)::bigint as repairs,
         list(key order by updated_ms desc, key)[1:${EXAMPLES}] as examples
  from (
    select r.kind, r.field_id, i.key, i.updated_ms, count(*) as repairs
    from repair r join issue i on i.id = r.issue_id group by all)
  group by kind, field_id order by issues desc, kind, field_id`)

const UNLOGGED = plain(`
  select count(*) as issues, list(key order by updated_ms desc, key)[1:${EXAMPLES}] as examples
  from issue where not has_log`)

/** Counts the repairs of a store by kind and field, most issues first. */
export async function readRepairCounts(run: Run): Promise<readonly RepairCount[]> {
  return (await run(COUNTS)).map(row => ({
    kind: row.kind as Repair['kind'],
    field: textOrNull(row.field_id),
    issues: Number(row.issues),
    repairs: Number(row.repairs),
    examples: row.examples as string[],
  }))
}

/** Counts the issues without a change log. */
export function readUnlogged(run: Run): Promise<MarkedIssues> {
  return readMarked(run, UNLOGGED)
}

/** Counts the finished issues whose log lacks the change that finished them. `catalogue` has all statuses. */
export function readWithoutFinish(run: Run, catalogue: Pick<Catalogue, 'statuses'>): Promise<MarkedIssues> {
  return readMarked(
    run,
    sql`select count(*) as issues, list(key order by updated_ms desc, key)[1:${bigint(EXAMPLES)}] as examples
      from issue i where ${isWithoutFinish({ finishStatuses: catalogue.statuses })}`,
  )
}

/** Returns whether the log of any finished issue lacks the change that finished it. */
export async function readLacksFinish(run: Run): Promise<boolean> {
  const finishStatuses = (await run(
    plain('select id, category from status'),
  )) as unknown as FinishStatuses['finishStatuses']
  const [row] = await run(
    sql`select exists (select 1 from issue i where ${isWithoutFinish({ finishStatuses })}) as lacks_finish`,
  )
  return row!.lacks_finish === true
}

async function readMarked(run: Run, query: Sql): Promise<MarkedIssues> {
  const [row] = await run(query)
  return { issues: Number(row!.issues), examples: (row!.examples as string[] | null) ?? [] }
}
