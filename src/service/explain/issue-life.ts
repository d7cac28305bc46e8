// explain/ says what a number of a report is made of. It must never add up in a way of its own: measure/ does.

import type { Holder, Repair, Stay } from '../../history/stay.ts'
import type { ReportPlan } from '../../plan/report-plan.ts'
import { heldValues } from '../../sql/cells/held-values.ts'
import { duckdb } from '../../sql/dialect/duckdb.ts'
import { allIssues, type ReportIssues } from '../../sql/report-issues.ts'
import { bigint, type Cte, type Sql, sql, toQuery, varchars, withTables } from '../../sql/sql.ts'
import type { Row } from '../../store/engine.ts'
import type { Store } from '../../store/store.ts'
import type { CalendarDefinition } from '../../time/calendar/working-calendar.ts'
import type { Instant } from '../../time/instant.ts'
import { calendarOf } from '../working-calendars.ts'

/** What the store knows of one issue, as whoever asks may see it; all of it, whenever it happened. */
export interface IssueLife {
  readonly key: string
  readonly summary: string
  readonly created: Instant
  readonly creator: string | null
  readonly statuses: readonly Stay[]
  readonly assignees: readonly Stay[]
  /** The status stays, cut where the assignee changed. */
  readonly holders: readonly Holder[]
  /** The stays of the plan's history fields. */
  readonly fields: readonly Stay[]
  readonly repairs: readonly Repair[]
  /** The calendar whose time counts; `null` for 24/7. */
  readonly calendar: CalendarDefinition | null
}

/** Reads the issue of a plan that is about one issue; `null` when there is none any more. */
export async function readLife(plan: ReportPlan, store: Store, signal?: AbortSignal): Promise<IssueLife | null> {
  const issues = allIssues(plan, duckdb)
  return store.snapshot(async run => {
    const all = (last: Sql, more: readonly Cte[] = []) =>
      run(toQuery(withTables([issues.table, ...more], last), duckdb.place))
    const [issue] = await all(
      sql`select i.key, i.summary, i.created_ms, i.creator_id from issue i join report_issue r on r.issue_id = i.id`,
    )
    if (!issue) return null
    const own = (await all(OWN_STAYS)).map(stayOf)
    const fields = plan.historyFields.length > 0 ? await all(FIELD_STAYS, fieldTables(plan, issues)) : []
    return {
      ...{ key: String(issue.key), summary: String(issue.summary), created: Number(issue.created_ms) },
      creator: issue.creator_id as string | null,
      statuses: own.filter(({ field }) => field === 'status'),
      assignees: own.filter(({ field }) => field === 'assignee'),
      holders: (await all(HOLDERS)).map(holderOf),
      fields: fields.map(stayOf),
      repairs: (await all(REPAIRS)).map(repairOf),
      calendar: await readCalendar(plan, query => run(toQuery(query, duckdb.place))),
    }
  }, signal)
}

const OWN_STAYS = sql`select s.field_id, s.seq, s.value_id, s.value, s.entered_ms, s.left_ms, s.actor_id, s.visit
from stay s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id
where s.field_id in ('status', 'assignee') order by s.field_id, s.seq`

// Who made that there is no value is told by the change itself: so it is the same whether what is there may not be seen.
const FIELD_STAYS = sql`select h.field_id, h.seq, h.value_id, h.value, h.entered_ms, h.left_ms, s.visit,
       case when h.value_id is null then c.author_id else s.actor_id end as actor_id
from held h left join stay s on s.issue_id = h.issue_id and s.field_id = h.field_id and s.seq = h.seq
     left join (
       select issue_id, field_id, at_ms, arg_min(author_id, seq) as author_id
       from change join report_issue using (issue_id) group by issue_id, field_id, at_ms
     ) c on c.issue_id = h.issue_id and c.field_id = h.field_id and c.at_ms = h.entered_ms
order by h.field_id, h.entered_ms, h.left_ms nulls last, h.seq`

const HOLDERS = sql`select s.seq, s.status_id, s.assignee_id, s.entered_ms, s.left_ms
from status_holder s join report_issue r on r.issue_id = s.issue_id and r.project_id = s.project_id order by s.seq`

const REPAIRS = sql`select c.kind, c.field_id, c.at_ms from repair c join report_issue r on r.issue_id = c.issue_id
order by c.at_ms`

function fieldTables(plan: ReportPlan, issues: ReportIssues): Cte[] {
  const ids = plan.historyFields.map(({ field }) => field.id)
  return [['wanted', sql`  select unnest(${varchars(ids)}) as field_id`], ...heldValues(plan, issues)]
}

function stayOf(row: Row): Stay {
  return {
    field: String(row.field_id),
    seq: Number(row.seq),
    value: row.value_id === null ? null : { id: String(row.value_id), label: String(row.value) },
    ...periodOf(row),
    from: null,
    actor: row.actor_id as string | null,
    visit: Number(row.visit ?? 1),
  }
}

function holderOf(row: Row): Holder {
  return {
    seq: Number(row.seq),
    status: String(row.status_id),
    assignee: row.assignee_id as string | null,
    ...periodOf(row),
  }
}

function periodOf(row: Row): { entered: Instant; left: Instant | null } {
  return { entered: Number(row.entered_ms), left: row.left_ms === null ? null : Number(row.left_ms) }
}

/** What was repaired, from a row of `repair`. */
export function repairOf(row: Row): Repair {
  return { kind: row.kind as Repair['kind'], field: row.field_id as string | null, at: Number(row.at_ms) }
}

/** Present versions are replaced, and never changed: that of the plan is looked for by its number. */
async function readCalendar(
  { calendar: { buckets } }: ReportPlan,
  run: (query: Sql) => Promise<Row[]>,
): Promise<CalendarDefinition | null> {
  if (buckets === null) return null
  const [row] = await run(sql`select definition from calendar_version where version = ${bigint(buckets.version)}`)
  return parsedCalendar(String(row!.definition))
}

const MOST_KEPT = 20
const calendars = new Map<string, CalendarDefinition>()

/** Parsed once, for laying out a calendar's working time takes long. */
function parsedCalendar(definition: string): CalendarDefinition {
  const known = calendars.get(definition)
  if (known) return known
  const calendar = calendarOf(definition)
  if (calendars.size >= MOST_KEPT) calendars.delete(calendars.keys().next().value!)
  calendars.set(definition, calendar)
  return calendar
}
