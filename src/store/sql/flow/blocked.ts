import type { FlowPlan } from '../../plan/flow/flow-plan.ts'
import { visibleFieldStays } from '../cells/visible-field-stays.ts'
import type { Dialect } from '../dialect/dialect.ts'
import type { ReportIssues } from '../report-issues.ts'
import {
  bigint,
  type Cte,
  identifier,
  joinSql,
  plain,
  type Sql,
  sql,
  unnested,
  varchar,
  varchars,
  withTables,
} from '../sql.ts'
import { bucketOf, bucketTable, workingTime } from '../working-time.ts'
import { flowIssues } from './flow-issues.ts'
import { ACTIVE, IN_PROGRESS } from './staged-stays.ts'

/** Returns whether a workflow says what blocks an issue. */
export function canBeBlocked({ workflow: { workflow } }: FlowPlan): boolean {
  const { fields, statuses, labels } = workflow.blocked
  return fields.length + statuses.length + labels.length > 0
}

/**
 * Selects when the needed issues had a value that blocks, until asOf: `issue_id, reason`, the `value` as text, `entered_ms, left_ms,
 * is_open`. A `reason` is `field:<id>:<id of the value>`, `status:<id>` or `label:<text>`.
 */
export function blockedIntervals(plan: FlowPlan, dialect: Dialect): Sql {
  const issues = flowIssues(plan, dialect)
  return withTables([issues.table, ...intervalTables(plan, issues)], sql`select * from blocked_interval`, dialect)
}

/**
 * Selects how long issues were blocked within their counted time (core/measure/flow/blocked.ts): `issue_id, piece, source, ms,
 * pieces, longest`. The `piece` is
 *
 * - `all`: the union of all sources;
 * - `active`: its part in active stages, for each status as `source`;
 * - `other`: its part in other stages, for each status as `source`;
 * - `reason`: the union of one reason, as `source`;
 * - `since`: `ms` is the instant since when the issue is blocked at asOf.
 *
 * It reads the spooled tables `flow_stay`, `item_base` and `blocked_interval`.
 */
export function blockedRows(plan: FlowPlan, dialect: Dialect): Sql {
  return withTables(
    [
      ...unionTables('blocked_union', sql`blocked_interval`, sql`issue_id`),
      ...unionTables('reason_union', sql`blocked_interval`, sql`issue_id, reason`),
      ['counted_interval', countedIntervals(plan)],
      ...unionTables('counted_union', sql`counted_interval`, sql`issue_id`),
      ...bucketTables(plan),
      ...pieces(plan, dialect),
    ],
    sql`select issue_id, piece, source, cast(sum(left_w - entered_w) as bigint) as ms, count(*) as pieces,
       max(left_w - entered_w) as longest
from piece_time group by issue_id, piece, source
union all
${blockedSince(plan)}`,
    dialect,
  )
}

/** Returns `blocked_interval`, the rows of `blockedIntervals`. */
export function intervalTables(plan: FlowPlan, issues: ReportIssues): Cte[] {
  const { statuses, labels } = plan.workflow.workflow.blocked
  const asOf = bigint(plan.asOf)
  const isOpen = sql`(s.left_ms is null or s.left_ms > ${asOf})`
  const columns = sql`s.value, s.entered_ms, case when ${isOpen} then ${asOf} else s.left_ms end as left_ms, ${isOpen} as is_open`
  const ofField = (field: string, kind: string, values: readonly string[]): Sql[] =>
    values.length === 0
      ? []
      : [
          sql`  select s.issue_id, ${varchar(`${kind}:`)} || s.value_id as reason, ${columns}
  from ${issues.rowsOf('stay')}
  where (${issues.condition}) and s.field_id = ${varchar(field)} and s.value_id in (${unnested(varchars(values))}) and s.entered_ms <= ${asOf}`,
        ]
  const hasFields = plan.historyFields.length > 0
  const sources = [
    ...(hasFields
      ? [
          sql`  select s.issue_id, 'field:' || s.field_id || ':' || s.value_id as reason, ${columns}
  from visible_field_stay s where s.value_id is not null and s.entered_ms <= ${asOf}`,
        ]
      : []),
    ...ofField('status', 'status', statuses),
    ...ofField('labels', 'label', labels),
  ]
  const none = sql`  select s.issue_id, '' as reason, ${columns} from stay s where false`
  return [
    ...(hasFields ? visibleFieldStays(plan, issues) : []),
    ['blocked_interval', sources.length === 0 ? none : joinSql(sources, '\n  union all\n')],
  ]
}

const IS_EVER_BLOCKED = sql`i.issue_id in (select issue_id from blocked_interval)`

/** Selects the counted time of timed issues that were ever blocked: `issue_id, entered_ms, left_ms`. */
function countedIntervals({ returns }: FlowPlan): Sql {
  if (returns !== 'pause') {
    return sql`  select issue_id, counted_from_ms as entered_ms, end_ms as left_ms from item_base i
  where end_ms is not null and ${IS_EVER_BLOCKED}`
  }
  return sql`  select s.issue_id, s.entered_ms, s.left_ms from flow_stay s join item_base i on i.issue_id = s.issue_id
  where i.end_ms is not null and s.kind in ${IN_PROGRESS} and ${IS_EVER_BLOCKED}`
}

/**
 * Returns a table of maximal intervals with a length, of each key: the key, `entered_ms, left_ms`. Touching ones are one. Equal
 * intervals come in any order, so `number` counts them together.
 */
function unionTables(name: string, source: Sql, keys: Sql): Cte[] {
  const [starts, numbered] = [identifier(`${name}_start`), identifier(`${name}_number`)]
  return [
    [
      `${name}_start`,
      sql`  select ${keys}, entered_ms, left_ms, case when entered_ms <= max(left_ms) over (
           partition by ${keys} order by entered_ms, left_ms rows between unbounded preceding and 1 preceding)
           then 0 else 1 end as is_start
  from ${source} where entered_ms < left_ms`,
    ],
    [
      `${name}_number`,
      sql`  select s.*, sum(is_start) over (partition by ${keys} order by entered_ms, left_ms range unbounded preceding) as number
  from ${starts} s`,
    ],
    [
      name,
      sql`  select ${keys}, min(entered_ms) as entered_ms, max(left_ms) as left_ms from ${numbered} group by ${keys}, number`,
    ],
  ]
}

function bucketTables({ calendar: { buckets } }: FlowPlan): Cte[] {
  return buckets === null ? [] : [bucketTable(buckets)]
}

/** Returns `piece_time`: the parts of the counted time that are blocked, with the readings of the calendar's clock. */
function pieces({ calendar: { buckets } }: FlowPlan, dialect: Dialect): Cte[] {
  const common = (a: string, b: string) => sql`greatest(${plain(a)}.entered_ms, ${plain(b)}.entered_ms) as entered_ms,
         least(${plain(a)}.left_ms, ${plain(b)}.left_ms) as left_ms`
  const overlap = (a: string, b: string) =>
    sql`${plain(b)}.issue_id = ${plain(a)}.issue_id and ${plain(b)}.entered_ms < ${plain(a)}.left_ms and ${plain(b)}.left_ms > ${plain(a)}.entered_ms`
  const none = sql`cast(null as varchar) as source`
  return [
    [
      'blocked_part',
      sql`  select b.issue_id, ${common('b', 'c')} from blocked_union b join counted_union c on ${overlap('b', 'c')}`,
    ],
    [
      'piece',
      sql`  select issue_id, 'all' as piece, ${none}, entered_ms, left_ms from blocked_part
  union all
  select b.issue_id, case when s.kind = ${ACTIVE} then 'active' else 'other' end as piece, s.status_id as source, ${common('b', 's')}
  from blocked_part b join flow_stay s on ${overlap('b', 's')}
  union all
  select b.issue_id, 'reason' as piece, b.reason as source, ${common('b', 'c')}
  from reason_union b join counted_union c on ${overlap('b', 'c')}`,
    ],
    [
      'piece_time',
      buckets === null
        ? sql`  select p.*, p.entered_ms as entered_w, p.left_ms as left_w from piece p`
        : sql`  select p.*, ${workingTime('f', sql`p.entered_ms`, dialect)} as entered_w, ${workingTime('t', sql`p.left_ms`, dialect)} as left_w
  from piece p left join bucket f on f.k = ${bucketOf(sql`p.entered_ms`, buckets, dialect)}
       left join bucket t on t.k = ${bucketOf(sql`p.left_ms`, buckets, dialect)}`,
    ],
  ]
}

/** Selects the instant since when issues are blocked at asOf: the real beginning of the interval that lasts. */
function blockedSince({ asOf }: FlowPlan): Sql {
  return sql`select o.issue_id, 'since' as piece, cast(null as varchar) as source,
       coalesce(min(u.entered_ms), ${bigint(asOf)}) as ms, cast(1 as bigint) as pieces, cast(0 as bigint) as longest
from (select distinct issue_id from blocked_interval where is_open) o
     join item_base i on i.issue_id = o.issue_id and i.is_wip
     left join blocked_union u on u.issue_id = o.issue_id and u.left_ms = ${bigint(asOf)}
group by o.issue_id`
}
