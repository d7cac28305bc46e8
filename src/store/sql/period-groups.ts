import { dateGroupLabel } from '../../core/time/date-group.ts'
import { selectedPeriod } from '../plan/listed-period.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { cellsOf } from './cells/cells.ts'
import { valueRows } from './cells/value-rows.ts'
import { clippedVisits, outerStays, returnedIssues } from './clipped.ts'
import type { Tables } from './columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { lastInstant, lastPeriod, located, numberAt, numberLists, periodIn, periodTable, runs } from './periods.ts'
import { fieldGroups, groupsOfIssue, narrowedIssues, type ReportIssues } from './report-issues.ts'
import { groupId, groupLabel, groupOrder, groupOrderTerms, groupSources, groupsShown } from './scope.ts'
import { allOf, bigint, bigints, type Cte, joinSql, type Sql, sql, varchars, withTables } from './sql.ts'

/** The maximum number of rows of a report that is grouped by period. */
export const MAX_PERIOD_ROWS = 10_000

/**
 * Returns the groups of a report with a period, with the columns of `report_group` without the numbers of repaired and
 * unlogged issues; at most one more than MAX_PERIOD_ROWS.
 *
 * Each group has the periods from its first to its last with a value; in counts, at least to the end of the report.
 * `issue_count` is the number of issues with a value in the period: from the changes of this number at the borders of the periods.
 */
export function periodGroups(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const ids = fieldGroups(issues).map(({ id }) => id)
  const keys = ids.length === 0 ? null : joinSql(ids, ', ')
  const andIds = idsBefore(issues)
  const columns = plan.groupBy.map(({ field }, i) =>
    field === null
      ? sql`r.period as ${groupId(i)}, l.label as ${groupLabel(i)}`
      : sql`r.${groupId(i)}, g.${groupLabel(i)}`,
  )
  const only = selectedPeriod(plan)
  const next =
    plan.type.kind === 'count' ? sql`coalesce(r.next_period, ${bigint(lastPeriod(plan) + 1)})` : sql`r.next_period`
  const same = ids.map(id => sql`g.${id} is not distinct from r.${id}`)
  const orders = orderOf(plan, dialect)
  return {
    tables: [
      ...groupChanges(plan, issues, dialect),
      ['group_run', runs('group_change', keys)],
      [
        'period_row',
        sql`  select ${andIds}p.number as period, r.running as issue_count
  from group_run r join period p on p.number >= r.period and p.number < ${next}${only === null ? sql`` : sql` where p.number = ${bigint(only)}`}
  ${dialect.page(MAX_PERIOD_ROWS + 1, 0)}`,
      ],
      ...shownGroups(plan, dialect),
    ],
    last: sql`select row_number() over (order by ${joinSql(orders, ', ')}) as position, ${joinSql(columns, ', ')}, r.issue_count
from period_row r join ${periodLabels(plan, dialect)} l on l.number = r.period${ids.length === 0 ? sql`` : sql` join shown_group g on ${allOf(same)}`}`,
  }
}

/** Returns a table of the `number` and `label` of each period. */
function periodLabels(plan: ReportPlan, dialect: Dialect): Sql {
  const { borders, unit } = periodIn(plan)
  const starts = borders.slice(0, -1)
  return dialect.listTable([
    ['number', sql`${bigints(starts.map((_, i) => i + 1))}`],
    ['label', sql`${varchars(starts.map(start => dateGroupLabel(start, plan.format.zone, unit)))}`],
  ])
}

/**
 * Returns the query for the same columns over the spooled tables of periodTotals; `null` if periodGroups is needed: the report has
 * other groups, or it does not count an issue in each period from its first stay on.
 */
export function groupsOfTotals(plan: ReportPlan, issues: ReportIssues): ((spooled: Dialect) => Sql) | null {
  // At the very end of the report, an issue can be with two people, but in one status.
  if (!plan.type.addsUpStatuses || !fillsLifetime(plan)) return null
  if (plan.window.start !== null || plan.inGroup !== null || fieldGroups(issues).length > 0) return null
  const last = lastPeriod(plan)
  const change = sql`sum(case when period > ${bigint(last)} then change else begun end)`
  return spooled =>
    withTables(
      [
        ['group_change', sql`  select period, ${change} as change from counted_cell group by period`],
        ['group_run', runs('group_change', null, last)],
      ],
      sql`select row_number() over (order by p.number) as position, p.number as ${groupId(0)}, l.label as ${groupLabel(0)},
       r.running as issue_count
from group_run r join whole_period p on p.number >= r.period and p.number < r.next_period
     join ${periodLabels(plan, spooled)} l on l.number = p.number
where r.running > 0`,
      spooled,
    )
}

/** Selects the groups before other columns, without the period: `g1_id, ...`. */
function idsBefore(issues: ReportIssues): Sql {
  return joinSql(
    fieldGroups(issues).map(({ id }) => sql`${id}, `),
    '',
  )
}

/**
 * Returns whether an issue has a value in every period from its creation to the end of the report: each of its stays is
 * in a cell.
 */
function fillsLifetime(plan: ReportPlan): boolean {
  const isOfStatuses = plan.type.addsUpStatuses === true && plan.multiVisit === 'total'
  return isOfAllStays(plan) && (isOfStatuses || readsAssignments(plan.type))
}

/** Returns whether fillsLifetime holds for the issues that were in no status twice. */
function fillsLifetimeIfOnce(plan: ReportPlan): boolean {
  return isOfAllStays(plan) && plan.type.addsUpStatuses === true
}

function isOfAllStays({ type, statusColumns, hiddenStatuses }: ReportPlan): boolean {
  return type.kind === 'duration' && statusColumns === null && hiddenStatuses.length === 0
}

function readsAssignments({ outer, inner }: ReportPlan['type']): boolean {
  return [outer, inner].some(level => level === 'user' || level === 'group')
}

/** Returns `group_change`: how the number of issues with a value changes, in each group and period. */
function groupChanges(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  const ids = idsBefore(issues)
  const side = sql`case side when 0 then period else until + 1 end`
  return [
    ...countedPeriods(plan, issues, ids, dialect),
    [
      'group_change',
      sql`  select ${ids}${side} as period, sum(case side when 0 then issues else -issues end) as change
  from counted_period cross join (values (0), (1)) as t(side)
  group by ${ids}${side}`,
    ],
  ]
}

/**
 * Returns `counted_period`: the number of `issues` in each group with a value from `period` to `until`. Each period of an
 * issue counts once, even if several cells have it.
 */
function countedPeriods(plan: ReportPlan, issues: ReportIssues, ids: Sql, dialect: Dialect): Cte[] {
  const lists = [periodTable(plan, dialect), numberLists(plan)]
  if (fillsLifetime(plan)) {
    return [
      ...outerStays(plan, issues, readsAssignments(plan.type)),
      ...lists,
      ['counted_period', lifetimes(plan, ids, sql`true`, dialect)],
    ]
  }
  if (fillsLifetimeIfOnce(plan)) {
    const returned = sql`select issue_id from returned_issue`
    const ofReturned = narrowedIssues(issues, dialect.isAmongFew(sql`s.issue_id`, returned))
    return [
      ...outerStays(plan, issues, false),
      returnedIssues(plan, issues),
      ...clippedVisits(plan, ofReturned),
      ...lists,
      ...anyPeriods(plan, issues, sql`clipped`, dialect),
      [
        'counted_period',
        sql`${lifetimes(plan, ids, sql`issue_id not in (${returned})`, dialect)}
  union all
${countedValues(ids)}`,
      ],
    ]
  }
  const values = valueRows(plan, issues, dialect)
  return [
    ...(values === null ? cellsOf(plan, issues, dialect) : [...values.tables, ...lists]),
    ...anyPeriods(plan, issues, values?.rows ?? null, dialect),
    ['counted_period', countedValues(ids)],
  ]
}

/**
 * Selects `period, until, issues` and the groups, as in `counted_period`, of the issues for which a condition holds: they count from their
 * first stay to the end of the report, and at its very end if a stay begins there.
 */
function lifetimes(plan: ReportPlan, ids: Sql, condition: Sql, dialect: Dialect): Sql {
  const last = lastPeriod(plan)
  const entered = sql`(select * from first_stay where ${condition})`
  const toEnd = sql`  select ${ids}period, ${bigint(last)} as until, count(*) as issues
  from ${located(entered, [['period', sql`s.from_ms`]], plan, dialect)} s group by ${ids}period`
  if (numberAt(plan.window.end, plan) === last) return toEnd
  // An issue that only begins at the end is in both: above, from the period after `until`, it adds nothing.
  return sql`${toEnd}
  union all
  select ${ids}period, period as until, count(*) as issues
  from (select ${ids}${bigint(last + 1)} as period from end_stay where ${condition}) s group by ${ids}period`
}

/** Selects `period, until, issues` and the groups, as in `counted_period`, of the issues in `value_period`. */
function countedValues(ids: Sql): Sql {
  return sql`  select ${ids}period, until, count(*) as issues from value_period where period <= until group by ${ids}period, until`
}

/**
 * Returns `any_period`: `issue_id, period, until` and the groups: the periods in which a value of an issue begins, and up to which one
 * such a value reaches; and `value_period`. Values are in `rows` (see valueRows), or else in `cell`.
 */
function anyPeriods(plan: ReportPlan, issues: ReportIssues, rows: Sql | null, dialect: Dialect): Cte[] {
  const grouped = (until: Sql, from: Sql): Cte => [
    'any_period',
    sql`  select issue_id, period, ${until} as until${groupsOfIssue(issues)} from ${from} group by issue_id, period`,
  ]
  const found = valuePeriods(plan, issues)
  if (rows === null) return [grouped(sql`max(coalesce(until, period))`, sql`cell`), found]
  const isCounted = plan.type.kind === 'count'
  const begin = ['period', sql`s.from_ms`] as const
  const ends = isCounted ? [begin] : [begin, ['until', lastInstant] as const]
  return [grouped(isCounted ? sql`period` : sql`max(until)`, sql`${located(rows, ends, plan, dialect)} s`), found]
}

/** Returns `value_period`: `period, until` and the groups of issues with a value, so that no period of an issue is twice there. */
function valuePeriods({ type }: ReportPlan, issues: ReportIssues): Cte {
  // A moment is in one period.
  if (type.kind === 'count') return ['value_period', sql`  select * from any_period`, 'inlined']
  return [
    'value_period',
    sql`  select ${idsBefore(issues)}until, greatest(period, coalesce(max(until) over (partition by issue_id order by period
           rows between unbounded preceding and 1 preceding) + 1, period)) as period
  from any_period`,
  ]
}

function orderOf(plan: ReportPlan, dialect: Dialect): Sql[] {
  const sources = new Map(groupSources(plan, dialect).map(source => [source.index, source]))
  return plan.groupBy.flatMap((_, i) => {
    const source = sources.get(i)
    return source ? groupOrderTerms(source, sql`g.${groupId(i)}`, column => sql`g.${column}`) : [sql`r.period`]
  })
}

/** Returns `shown_group`: the labels of the groups other than the period, and what sorts them. */
function shownGroups(plan: ReportPlan, dialect: Dialect): Cte[] {
  const sources = groupSources(plan, dialect)
  if (sources.length === 0) return []
  const ids = sources.map(({ index }) => groupId(index))
  const maxima = sources.flatMap(({ index }) =>
    [groupLabel(index), groupOrder(index)].map(column => sql`max(${column}) as ${column}`),
  )
  return [
    ['shown', groupsShown(plan, dialect)],
    ['shown_group', sql`  select ${joinSql([...ids, ...maxima], ', ')} from shown group by ${joinSql(ids, ', ')}`],
  ]
}
