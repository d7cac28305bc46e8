import { listOfPeriod, selectedPeriod } from '../plan/listed-period.ts'
import type { ReportPlan, RowFilter } from '../plan/report-plan.ts'
import { aggregateCells, countedCells } from './aggregate-cells.ts'
import { aggregateRaw, percentilesRaw, percentsOf } from './aggregates.ts'
import { carriedVisits } from './carried-visits.ts'
import type { Tables } from './columns.ts'
import { compileFound, type FoundQueries } from './compile-found.ts'
import type { Dialect } from './dialect/dialect.ts'
import { idsInPeriod } from './list-order.ts'
import { periodCells } from './period-cells.ts'
import { groupsOfTotals, periodGroups } from './period-groups.ts'
import { periodTotals } from './period-totals.ts'
import {
  allIssues,
  groupedIssues,
  hasPeriods,
  issuesByProject,
  issueTables,
  type ReportIssues,
} from './report-issues.ts'
import {
  countedIssues,
  groupId,
  groupLabel,
  groupOrderTerms,
  groupSources,
  groupsShown,
  haveOneRowEach,
} from './scope.ts'
import { allOf, bigint, type Cte, hugeint, identifier, joinSql, type Sql, sql, withTables } from './sql.ts'
import type { StatusStays } from './status-stays.ts'

/**
 * The queries of an aggregation, for one snapshot of the store. Both tables are spooled for later queries, so that
 * histories are read only once.
 */
export interface AggregationQueries {
  /** Table `total_cell`: the columns of aggregateCells; without empty cells. With `periods`: table `counted_cell`. */
  readonly cells: Sql
  /** The same table, if groups have more issues than the dialect can gather. */
  readonly cellsOfLargeGroups: Sql
  /**
   * Table `report_group`: `position` from 1, `gN_id, gN_label, issue_count`, and the numbers of `repaired` and
   * `unlogged` issues. With periods: without these numbers, and at most one row more than MAX_PERIOD_ROWS.
   */
  readonly groups: Sql
  /** With periods, the query for table `whole_period`, and those over both spooled tables. */
  readonly periods?: {
    readonly whole: Sql
    /** Table `total_cell`. */
    readonly total: (spooled: Dialect) => Sql
    /** Table `report_group`, if these tables suffice for it. */
    readonly groups: ((spooled: Dialect) => Sql) | null
  }
  /** With periods, the numbers of `issues`, `repaired` issues and `unlogged` issues: each issue once. */
  readonly issues?: Sql
  /** The number of visits that are in no period: see carriedVisits. */
  readonly carried?: Sql
}

/** Compiles the queries of an aggregation. `statusStays` is null if nothing is known about them; all queries are right then, too. */
export function compileAggregation(
  plan: ReportPlan,
  dialect: Dialect,
  statusStays: StatusStays | null = null,
): AggregationQueries {
  const issues = issuesByProject(plan, dialect) ?? groupedIssues(plan, dialect)
  if (hasPeriods(issues)) {
    const queryOf = ({ tables, last }: Tables) => withTables([issues.table, ...tables], last, dialect)
    const totals = periodTotals(plan, issues, statusStays, dialect)
    const { counted, whole, total } = totals ?? periodCells(plan, issues, dialect)
    const cells = queryOf(counted)
    const carried = carriedVisits(plan, { ...reportIssues(plan, dialect), groups: [] }, dialect)
    const groupsOfCells = totals && groupsOfTotals(plan, issues)
    return {
      cells,
      cellsOfLargeGroups: cells,
      periods: { whole: queryOf(whole), total, groups: groupsOfCells },
      groups: queryOf(periodGroups(plan, issues, dialect)),
      issues: issuesOfPeriods(plan, dialect),
      ...(carried === null ? {} : { carried }),
    }
  }
  const cells = aggregateCells(plan, issues, dialect)
  const counted = countedCells(plan, issues, dialect) ?? cells
  return {
    cells: withTables([issues.table, ...cells.tables], cells.last, dialect),
    cellsOfLargeGroups: withTables([issues.table, ...counted.tables], counted.last, dialect),
    groups: withTables([['shown', groupsShown(plan, dialect)]], numberedGroups(plan, dialect), dialect),
  }
}

/** Compiles the queries for what occurs in the histories of an aggregation. */
export function compileFoundInAggregation(plan: ReportPlan, dialect: Dialect): FoundQueries {
  return compileFound(plan, reportIssues(plan, dialect), dialect)
}

/** The queries of an aggregation without periods that spools nothing, because all of its groups and cells are few. */
export interface SmallAggregationQueries {
  /** The rows of `report_group` without their `position`, in order, but at most so many. */
  readonly groups: (most: number) => Sql
  /** The cells of all groups: each `gN_id`, `outer_id, inner_id`, and the columns of cellValues. */
  readonly cells: Sql
}

/** Compiles the queries of an aggregation that spools nothing. */
export function compileSmallAggregation(plan: ReportPlan, dialect: Dialect): SmallAggregationQueries {
  const issues = issuesByProject(plan, dialect) ?? groupedIssues(plan, dialect)
  const cells = aggregateCells(plan, issues, dialect)
  const ids = plan.groupBy.map((_, i) => sql`c.${groupId(i)}, `)
  const columns = sql`${joinSql(ids, '')}c.outer_id, c.inner_id, ${cellValues(plan, dialect)}`
  const tables: Cte[] = [...issueTables(plan, issues), ...cells.tables, ['total_cell', cells.last, 'inlined']]
  // Only this denominator needs the groups, which are read already.
  const isOfRows = plan.denominator === 'rowCount'
  return {
    groups: most => firstGroups(plan, most, dialect),
    cells: isOfRows
      ? withTables(
          [...tables, ...groupTables(plan, dialect)],
          sql`select ${columns} from total_cell c join report_group r on ${sameGroup(plan)}`,
          dialect,
        )
      : withTables(tables, sql`select ${columns} from total_cell c`, dialect),
  }
}

/** Returns the query for the first rows of `report_group`, without their `position`, in order. */
function firstGroups(plan: ReportPlan, most: number, dialect: Dialect): Sql {
  if (plan.groupBy.length === 0) {
    return sql`select i.issues as issue_count, i.repaired, i.unlogged, i.without_finish
from (${countedIssues(plan, null, dialect)}) i`
  }
  const { columns, order, source } = haveOneRowEach(groupSources(plan, dialect))
    ? shownRows(plan, dialect)
    : groupRows(plan, dialect)
  return withTables(
    [['shown', groupsShown(plan, dialect)]],
    sql`select ${columns}
${source} ${order} ${dialect.page(most, 0)}`,
    dialect,
  )
}

/** Returns the issues of a report, not grouped. */
function reportIssues(plan: ReportPlan, dialect: Dialect): ReportIssues {
  return issuesByProject({ ...plan, groupBy: [] }, dialect) ?? allIssues(plan, dialect)
}

function groupTables(plan: ReportPlan, dialect: Dialect): Cte[] {
  return [
    ['shown', groupsShown(plan, dialect)],
    ['report_group', numberedGroups(plan, dialect)],
  ]
}

/** Selects the rows of `report_group` from table `shown`. */
function numberedGroups(plan: ReportPlan, dialect: Dialect): Sql {
  const { columns, order, source } = groupRows(plan, dialect)
  return sql`select row_number() over (${order}) as position, ${columns}
${source}`
}

/** Returns the query for the numbers of issues of all periods, or of those with a value in the period that inGroup selects. */
function issuesOfPeriods(plan: ReportPlan, dialect: Dialect): Sql {
  const number = selectedPeriod(plan)
  const inPeriod = (period: number) => sql`i.id in (${idsInPeriod(listOfPeriod(plan, period), dialect)!})`
  const condition = number === null ? null : number === 0 ? sql`false` : inPeriod(number)
  return countedIssues(plan, condition, dialect)
}

/** The columns of `report_group` but its `position`, their order, and where they come from. */
interface GroupRows {
  readonly columns: Sql
  readonly order: Sql
  readonly source: Sql
}

/** Returns the rows of `report_group` from table `shown`, which can have several rows of a group. */
function groupRows(plan: ReportPlan, dialect: Dialect): GroupRows {
  const total = (column: Sql) => sql`cast(coalesce(sum(${column}), 0) as bigint)`
  const ids = plan.groupBy.map((_, i) => groupId(i))
  const rows = rowsOfGroups(plan, dialect, { text: column => sql`max(${column})`, count: total })
  return { ...rows, source: sql`from shown ${clause('group by', ids)}` }
}

/** Returns the same from a table `shown` with one row of each group. */
function shownRows(plan: ReportPlan, dialect: Dialect): GroupRows {
  const rows = rowsOfGroups(plan, dialect, { text: column => column, count: column => column })
  return { ...rows, source: sql`from shown` }
}

function rowsOfGroups(
  plan: ReportPlan,
  dialect: Dialect,
  { text, count }: { readonly text: (column: Sql) => Sql; readonly count: (column: Sql) => Sql },
): Omit<GroupRows, 'source'> {
  const orders = groupSources(plan, dialect).flatMap(source => groupOrderTerms(source, groupId(source.index), text))
  const columns = [
    ...plan.groupBy.map((_, i) => groupId(i)),
    ...plan.groupBy.map((_, i) => sql`${text(groupLabel(i))} as ${groupLabel(i)}`),
    sql`${count(sql`issues`)} as issue_count`,
    sql`${count(sql`repaired`)} as repaired`,
    sql`${count(sql`unlogged`)} as unlogged`,
    sql`${count(sql`without_finish`)} as without_finish`,
  ]
  return { columns: joinSql(columns, ', '), order: clause('order by', orders) }
}

function clause(keyword: 'group by' | 'order by', fragments: readonly Sql[]): Sql {
  if (fragments.length === 0) return sql``
  return sql`${{ strings: [keyword], values: [] }} ${joinSql(fragments, ', ')}`
}

/**
 * Selects the columns of the cells, as table `cell_column`: `number` from 1, which is the same each time, `outer_id,
 * inner_id`, and the number of their `cells`.
 */
export const cellColumns: Sql = sql`select row_number() over (order by outer_id nulls first, inner_id nulls first) as number,
       outer_id, inner_id, count(*) as cells
from total_cell group by outer_id, inner_id`

/** Selects the number of `groups`, and the size of the `largest`. */
export const groupTotals: Sql = sql`select count(*) as groups, cast(coalesce(max(issue_count), 0) as bigint) as largest
from report_group`

/** Selects groupTotals, and the issue counts of all groups: `issues`, `repaired`, `unlogged` and `without_finish`. */
export const groupTotalsWithIssues: Sql = sql`select count(*) as groups,
       cast(coalesce(max(issue_count), 0) as bigint) as largest, cast(coalesce(sum(issue_count), 0) as bigint) as issues,
       cast(coalesce(sum(repaired), 0) as bigint) as repaired, cast(coalesce(sum(unlogged), 0) as bigint) as unlogged,
       cast(coalesce(sum(without_finish), 0) as bigint) as without_finish
from report_group`

/** The columns used for sorting and filters, by number; `null` for a column without cells. */
export interface RowChoice {
  readonly sort: { readonly number: number | null; readonly descending: boolean } | null
  readonly filters: readonly { readonly number: number | null; readonly filter: RowFilter }[]
}

/**
 * Returns the rows of a response, in order, as table `answer_row`: the columns of `report_group`, with `position`
 * renumbered from 1 over the rows that meet all filters. Empty values meet no filter, and are last in both directions.
 */
export function answerRows(plan: ReportPlan, { sort, filters }: RowChoice, dialect: Dialect): Sql {
  const names = plan.groupBy.flatMap((_, i) => [groupId(i), groupLabel(i)])
  const shown = joinSql(
    [...names, sql`issue_count`].map(name => sql`, r.${name}`),
    '',
  )
  const sorted = sort?.number ? columnValues(plan, sort.number, dialect) : null
  const order = sorted ? sql`s.raw ${sort!.descending ? sql`desc` : sql`asc`} nulls last, r.position` : sql`r.position`
  const joins = [
    ...(sorted ? [sql`left join (${sorted}) s on s.position = r.position`] : []),
    ...filters.map(({ number }, i) => {
      const alias = identifier(`f${i + 1}`)
      return number === null
        ? sql`join (select 0 as position, 0 as raw where false) ${alias} on true`
        : sql`join (${columnValues(plan, number, dialect)}) ${alias} on ${alias}.position = r.position`
    }),
  ]
  const conditions = filters.map(({ filter }, i) => meets(sql`${identifier(`f${i + 1}`)}.raw`, filter))
  return sql`select row_number() over (order by ${order}) as position${shown}
from report_group r ${joinSql(joins, '\n')}
where ${allOf(conditions)}`
}

/** Returns the values of one column: `position` of its group, `raw`. */
function columnValues(plan: ReportPlan, number: number, dialect: Dialect): Sql {
  return sql`select r.position, ${aggregateRaw(plan, dialect)} as raw
from cell_column k join total_cell c on ${sameColumn} join report_group r on ${sameGroup(plan)}
where k.number = ${bigint(number)}`
}

const sameColumn = sql`k.outer_id is not distinct from c.outer_id and k.inner_id is not distinct from c.inner_id`

function sameGroup({ groupBy }: ReportPlan): Sql {
  return allOf(groupBy.map((_, i) => sql`r.${groupId(i)} is not distinct from c.${groupId(i)}`))
}

const OPERATORS: Readonly<Record<RowFilter['operator'], Sql>> = {
  greaterThan: sql`>`,
  greaterThanEquals: sql`>=`,
  equals: sql`=`,
  lessThanEquals: sql`<=`,
  lessThan: sql`<`,
}

/** No value has this many digits, so larger thresholds can be reduced to this one. */
const LARGEST = 10n ** 37n

/**
 * Returns the condition that `raw`, in thousandths, meets a filter. The value of the filter is a fraction of whole
 * units.
 */
function meets(raw: Sql, { operator, value: { numerator, denominator } }: RowFilter): Sql {
  const thousandths = numerator * 1000n
  const below = thousandths / denominator - (thousandths % denominator < 0n ? 1n : 0n)
  const isWhole = below * denominator === thousandths
  if (!isWhole && operator === 'equals') return sql`false`
  // Between two thousandths, x >= t equals x > floor(t), and x < t equals x <= floor(t).
  const whole = isWhole ? operator : operator.startsWith('greater') ? 'greaterThan' : 'lessThanEquals'
  const threshold = below > LARGEST ? LARGEST : below < -LARGEST ? -LARGEST : below
  return sql`${raw} ${OPERATORS[whole]} ${hugeint(threshold)}`
}

/** Returns the cells of a response in the order of its rows: `position`, `number` of the column, and the columns of cellValues. */
export function answerCells(plan: ReportPlan, dialect: Dialect): Sql {
  return sql`select r.position, k.number, ${cellValues(plan, dialect)}
from total_cell c join answer_row r on ${sameGroup(plan)} join cell_column k on ${sameColumn}
order by r.position`
}

/** Returns `raw` and each percentile `pN` of a row `c` of `total_cell`, in thousandths; with percentiles also the `count` of their values. */
function cellValues(plan: ReportPlan, dialect: Dialect): Sql {
  const percentiles = percentilesRaw(plan, dialect).map(percentile => sql`, ${percentile}`)
  const count = percentsOf(plan).length === 0 ? sql`` : sql`, cast(c.count as bigint) as count`
  return sql`${aggregateRaw(plan, dialect)} as raw${joinSql(percentiles, '')}${count}`
}

/**
 * Returns the queries of a small response, without further spooled tables: its rows in order, as `answerRows`, and its
 * cells, as `answerCells`.
 */
export function smallAnswer(plan: ReportPlan, choice: RowChoice, dialect: Dialect): { rows: Sql; cells: Sql } {
  const columns: Cte = ['cell_column', cellColumns]
  const rows: Cte = ['answer_row', answerRows(plan, choice, dialect)]
  return {
    rows: withTables([columns, rows], sql`select * from answer_row order by position`, dialect),
    cells: withTables([columns, rows], answerCells(plan, dialect), dialect),
  }
}

/** Returns the rows of table `name` with positions after `from`, up to and including `to`, in order. */
export function answerPart(name: 'answer_row' | 'answer_cell', from: number, to: number): Sql {
  return sql`select * from ${identifier(name)} where position > ${bigint(from)} and position <= ${bigint(to)} order by position`
}

/** Counts the rows of a response: `rows`. */
export const answerRowCount: Sql = sql`select count(*) as rows from answer_row`

/** Counts the non-empty cells of a response: `cells`. */
export const answerCellCount: Sql = sql`select count(*) as cells from answer_cell`
