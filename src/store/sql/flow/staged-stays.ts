import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { kindNumber } from '../../plan/flow/stage-numbers.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, type Cte, plain, type Sql, sql, varchars, withTables } from '../sql.ts'
import { bucketOf, bucketTable, workingTime } from '../working-time.ts'
import { flowIssues, isDoneByResolution } from './flow-issues.ts'
import { leftDone } from './left-done.ts'
import { stagesOfStatuses, storedStage } from './stages.ts'
import { BEGUN, evidentStays, loggedStays, unloggedFinishes } from './unlogged-finish.ts'

/** The kind of stays in no stage. */
export const UNMAPPED = plain('-1')
/** The kind of stays in done stages. */
export const DONE = kindOf('done')
/** The kinds of stays before the start, and in progress. */
export const NOT_STARTED = kindOf('notStarted')
export const ACTIVE = kindOf('active')
export const WAITING = kindOf('waiting')
/** The kinds of stays in progress. */
export const IN_PROGRESS = sql`(${ACTIVE}, ${WAITING})`

function kindOf(kind: Parameters<typeof kindNumber>[0]): Sql {
  return plain(String(kindNumber(kind)))
}

/** More than the number of kinds, with that of unmapped stays. */
export const KINDS = plain('8')

/** More than the number of stages of any workflow. */
export const STAGES = plain('1024')

/**
 * Selects the status stays of the needed issues until asOf: `issue_id, seq, status_id, from_id, entered_ms, left_ms, is_open,
 * actor_id, is_last, begun, is_unknown`, the last three as in evidentStays. Only the present stay is open; it ends at asOf.
 */
export function statusStays(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = flowIssues(plan, dialect)
  const columns = sql`select s.issue_id, s.seq, s.value_id as status_id, s.from_id, s.entered_ms,
       ${endOf(plan)} as left_ms, ${isOpen(plan)} as is_open, s.actor_id, s.is_last, s.begun, s.is_unknown`
  const isKnown = sql`s.entered_ms <= ${bigint(plan.asOf)}`
  return isDoneByResolution(plan)
    ? withTables([issues.table], sql`${columns} from ${loggedStays('status', issues)} s where ${isKnown}`, dialect)
    : withTables(
        [issues.table, unloggedFinishes(plan, issues)],
        sql`${columns} from ${evidentStays('status', issues)} s where ${isKnown}`,
        dialect,
      )
}

/**
 * Selects when the needed issues had a resolution, until asOf, and when not: `issue_id, is_set, entered_ms, left_ms, is_open,
 * actor_id, begun, is_unknown`.
 */
export function resolutionStays(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = flowIssues(plan, dialect)
  return withTables(
    [issues.table, unloggedFinishes(plan, issues)],
    sql`select s.issue_id, s.value_id is not null and not s.is_unknown as is_set, s.entered_ms, ${endOf(plan)} as left_ms,
       ${isOpen(plan)} as is_open, s.actor_id, s.begun, s.is_unknown
from ${evidentStays('resolution', issues)} s
where s.entered_ms <= ${bigint(plan.asOf)} and (${isOpen(plan)} or s.left_ms > s.entered_ms)`,
    dialect,
  )
}

/**
 * Selects the lives of issues by stages until asOf (core/measure/flow/staged-stays.ts), from the rows of `statusStays`:
 * `issue_id, seq, status_id, stage, kind, entered_ms, left_ms, is_open, actor_id, begun`, `entered_w` and `left_w`, the readings of
 * the calendar's clock at both ends, and `is_return`: false for an issue all of whose stays are surely in the order of their
 * stages. `begun` is how the beginning of a stay is known if it is the finish; see BEGUN. An unmapped stay has no stage and the kind -1. With `done: 'resolution'` it reads the spooled table
 * `resolution_stay`.
 *
 * Stays that ended at the instant at which they began are not part of a life. Window functions only run for issues with such
 * stays, for issues whose log lacks the finish, and for issues that left a done stage for an unmapped status or for a short time. The rules about done stays do not
 * change other issues. Stages are in the order notStarted, in progress, done.
 */
export function stagedStays(plan: FlowPlan, stays: Sql, dialect: Dialect): Sql {
  const tables: Cte[] = [
    ['logged_stay', sql`  select * from ${stays} s`],
    ['status_stay', sql`  select * from logged_stay where is_open or left_ms > entered_ms`],
    [
      'ruled_issue',
      sql`  select distinct issue_id from logged_stay
  where (not is_open and left_ms = entered_ms) or begun <> ${BEGUN.stays} or is_unknown`,
    ],
    ['stage_of', sql`  select * from ${stagesOfStatuses(plan, dialect)}`],
    ...placedStays(plan, dialect),
  ]
  return withReadings(plan, tables, dialect)
}

/**
 * Selects the stays in progress of all issues of the store until asOf, by the stages of their statuses: `issue_id, stage,
 * entered_ms, left_ms, is_open, entered_w, left_w`, as stagedStays does for issues that need no rule about done stays (leftDone).
 */
export function staysInProgress(plan: FlowPlan, dialect: Dialect): Sql {
  const status = sql`s.value_id`
  const place: Cte = [
    'flow_place',
    sql`  select s.issue_id, ${storedStage(status, plan, dialect)} as stage, s.entered_ms, ${endOf(plan)} as left_ms, ${isOpen(plan)} as is_open
  from stay s
  where s.field_id = 'status' and s.entered_ms <= ${bigint(plan.asOf)} and (${isOpen(plan)} or s.left_ms > s.entered_ms)
    and ${dialect.contains(sql`${varchars(plan.stages.inProgress)}`, status)}`,
  ]
  return withReadings(plan, [place], dialect)
}

/** Selects the rows of `flow_place` with `entered_w` and `left_w`, the readings of the calendar's clock at both ends. */
function withReadings(plan: FlowPlan, tables: readonly Cte[], dialect: Dialect): Sql {
  const { buckets } = plan.calendar
  if (buckets === null) {
    const query = sql`select s.*, s.entered_ms as entered_w, s.left_ms as left_w from flow_place s`
    return withTables(tables, query, dialect)
  }
  return withTables(
    [...tables, bucketTable(buckets)],
    sql`select s.*, ${workingTime('f', sql`s.entered_ms`, dialect)} as entered_w, ${workingTime('t', sql`s.left_ms`, dialect)} as left_w
from flow_place s left join bucket f on f.k = ${bucketOf(sql`s.entered_ms`, buckets, dialect)}
     left join bucket t on t.k = ${bucketOf(sql`s.left_ms`, buckets, dialect)}`,
    dialect,
  )
}

function placedStays(plan: FlowPlan, dialect: Dialect): Cte[] {
  if (isDoneByResolution(plan)) {
    return [
      ...splitByResolution(plan),
      ['placed_stay', sql`  select * from split_stay`],
      ...withoutShortAbsences(plan, 'kept_place'),
      ['flow_place', sql`  select p.*, true as is_return from kept_place p`],
    ]
  }
  return [
    [
      'left_done',
      sql`  select * from (${leftDone(plan, { stays: sql`status_stay`, stages: sql`stage_of` }, dialect)}) l
  union
  select issue_id from ruled_issue`,
    ],
    [
      'returned_stay',
      sql`  select s.*, case when not s.is_unknown then m.stage end as stage,
         case when s.is_unknown or m.kind is null then ${UNMAPPED} else m.kind end as kind
  from status_stay s join left_done l on l.issue_id = s.issue_id left join stage_of m on m.status_id = s.status_id`,
    ],
    ...unmappedAfterDone(plan),
    ...withoutShortAbsences(plan, 'returned_place'),
    [
      'flow_place',
      sql`  select s.issue_id, s.seq, s.status_id, case when p.issue_id is null then m.stage else p.stage end as stage,
         coalesce(p.kind, m.kind, ${UNMAPPED}) as kind, s.entered_ms, s.left_ms, s.is_open, s.actor_id, coalesce(p.begun, s.begun) as begun,
         s.issue_id in (select issue_id from ruled_issue)
         or (s.seq > 1 and m.stage is not null and (f.stage is null or f.stage > m.stage)) as is_return
  from status_stay s left join stage_of m on m.status_id = s.status_id left join stage_of f on f.status_id = s.from_id
       left join returned_place p on p.issue_id = s.issue_id and p.seq = s.seq`,
    ],
  ]
}

function isOpen({ asOf }: FlowPlan): Sql {
  return sql`(s.left_ms is null or s.left_ms > ${bigint(asOf)})`
}

function endOf(plan: FlowPlan): Sql {
  return sql`case when ${isOpen(plan)} then ${bigint(plan.asOf)} else s.left_ms end`
}

/** Returns `placed_stay`: unmapped stays after a done one are done, in its stage. */
function unmappedAfterDone({ stages }: FlowPlan): Cte[] {
  const first = bigint(stages.firstDone)
  const isAfterDone = sql`kind = ${UNMAPPED} and last_mapped % ${STAGES} >= ${first}`
  return [
    [
      'mapped_before',
      sql`  select s.*, max(case when stage is not null then seq * ${STAGES} + stage end) over (
           partition by issue_id order by seq rows between unbounded preceding and current row) as last_mapped
  from returned_stay s`,
    ],
    [
      'placed_stay',
      sql`  select issue_id, seq, status_id, case when ${isAfterDone} then last_mapped % ${STAGES} else stage end as stage,
         case when ${isAfterDone} then ${DONE} else kind end as kind, entered_ms, left_ms, is_open, actor_id, begun
  from mapped_before`,
    ],
  ]
}

/** Returns `split_stay`: the status stays, split where the resolution changes, with the stages that follow from it. */
function splitByResolution(plan: FlowPlan): Cte[] {
  const [done, last] = [bigint(plan.stages.firstDone), bigint(plan.stages.lastInProgress)]
  return [
    [
      'part_stay',
      sql`  select s.issue_id, row_number() over (partition by s.issue_id order by s.seq, coalesce(r.entered_ms, s.entered_ms)) as seq,
         s.status_id, m.stage, coalesce(m.kind, ${UNMAPPED}) as kind, coalesce(r.is_set, false) as is_resolved,
         s.is_last and coalesce(r.is_unknown, false) as is_unknown,
         case when r.entered_ms >= s.entered_ms then r.begun else ${BEGUN.stays} end as begun,
         greatest(s.entered_ms, coalesce(r.entered_ms, s.entered_ms)) as entered_ms,
         case when r.issue_id is null or r.is_open then s.left_ms else least(s.left_ms, r.left_ms) end as left_ms,
         s.is_open and coalesce(r.is_open, true) as is_open,
         case when r.entered_ms > s.entered_ms then r.actor_id else s.actor_id end as actor_id
  from status_stay s left join stage_of m on m.status_id = s.status_id left join resolution_stay r on r.issue_id = s.issue_id
       and (r.is_open or r.left_ms > s.entered_ms)
       and (r.entered_ms <= s.entered_ms or s.is_open or r.entered_ms < s.left_ms)`,
    ],
    [
      'split_stay',
      sql`  select issue_id, seq, status_id,
         case when is_unknown then null when is_resolved = (kind = ${DONE}) then stage
              when is_resolved then cast(${done} as bigint) else cast(${last} as bigint) end as stage,
         case when is_unknown then ${UNMAPPED} when is_resolved = (kind = ${DONE}) then kind
              when is_resolved then ${DONE} else ${WAITING} end as kind,
         entered_ms, left_ms, is_open, actor_id, begun
  from part_stay`,
    ],
  ]
}

/** Returns a table: the rows of `placed_stay`, of which absences from done shorter than the tolerance are done. */
function withoutShortAbsences({ reopenTolerance }: FlowPlan, name: string): Cte[] {
  const isShort = sql`kind <> ${DONE} and next_done - done_left < ${bigint(reopenTolerance)}`
  const isFinish = sql`done_left is null or entered_ms - done_left >= ${bigint(Math.max(1, reopenTolerance))}`
  // A done stay can be in no stage: its code then ends with 0.
  return [
    [
      'between_done',
      sql`  select s.*,
         max(case when kind = ${DONE} then seq * ${STAGES} + coalesce(stage + 1, 0) end) over before as done_code,
         max(case when kind = ${DONE} then left_ms end) over before as done_left,
         min(case when kind = ${DONE} then entered_ms end) over after as next_done
  from placed_stay s
  window before as (partition by issue_id order by seq rows between unbounded preceding and 1 preceding),
         after as (partition by issue_id order by seq rows between 1 following and unbounded following)`,
    ],
    [
      name,
      sql`  select issue_id, seq, status_id, case when ${isShort} then nullif(done_code % ${STAGES} - 1, -1) else stage end as stage,
         case when ${isShort} then ${DONE} else kind end as kind, entered_ms, left_ms, is_open, actor_id,
         case when ${isFinish} then begun else ${BEGUN.stays} end as begun
  from between_done`,
    ],
  ]
}
