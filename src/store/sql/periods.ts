import type { Instant } from '../../core/time/instant.ts'
import { listedPeriod } from '../plan/listed-period.ts'
import type { PeriodGroup, ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { hasPeriods, type ReportIssues } from './report-issues.ts'
import { bigint, bigints, type Cte, identifier, joinSql, type Sql, sql } from './sql.ts'

// How time is cut at the borders of periods, so that the number of rows does not grow with the number of periods: a stay
// has a row for its first period, one for its last, and one for all periods between, which it fills completely.

/** The period of a report, and its index in groupByFields. */
export interface IndexedPeriod extends PeriodGroup {
  readonly index: number
}

/** Returns the period of a report. Throws if it has none. */
export function periodIn({ groupBy }: ReportPlan): IndexedPeriod {
  const index = groupBy.findIndex(({ field }) => field === null)
  return { ...(groupBy[index] as PeriodGroup), index }
}

/** Returns `period(number, from_ms, to_ms)`: the periods of the report, with numbers from 1. */
export function periodTable(plan: ReportPlan, dialect: Dialect): Cte {
  const { borders } = periodIn(plan)
  const list = dialect.listTable([
    ['number', sql`${bigints(borders.slice(1).map((_, i) => i + 1))}`],
    ['from_ms', sql`${bigints(borders.slice(0, -1))}`],
    ['to_ms', sql`${bigints(borders.slice(1))}`],
  ])
  return ['period', sql`  select * from ${list}`]
}

/** Returns `period_list` for `located`: `borders`, the start of each period by its number, and the lists of `placed`. */
export function numberLists(plan: ReportPlan): Cte {
  const { borders } = periodIn(plan)
  const { bases, begun } = bucketsOf(borders)
  const numbers = Array.from({ length: begun + 1 }, (_, i) => bases.map(base => base + i))
  return periodLists(plan, ['borders', borders], numbers)
}

/** Returns `period_list` for `positioned`: `starts`, the start of the period at each position, and the lists of `placed`. */
export function positionLists(plan: ReportPlan): Cte {
  const { borders } = periodIn(plan)
  const { bases, begun } = bucketsOf(borders)
  const positions = Array.from({ length: 2 * begun + 1 }, (_, i) => bases.map(base => 2 * base + 1 + i))
  return periodLists(plan, ['starts', [borders[0]!, ...borders.flatMap(border => [border, border])]], positions)
}

/** Returns `period_list`: one row with a list, the borders within each bucket, and what `at` has for it. */
function periodLists(plan: ReportPlan, list: readonly [name: string, values: readonly number[]], at: number[][]): Cte {
  const { borders } = periodIn(plan)
  const { bases, begun } = bucketsOf(borders)
  const within = Array.from({ length: begun }, (_, i) => bases.map(base => borders[base + i] ?? borders.at(-1)!))
  const lists = [
    list,
    ...within.map((values, i) => [`border_${i + 1}`, values] as const),
    ...at.map((values, i) => [`at_${i}`, values] as const),
  ]
  const columns = lists.map(([name, values]) => sql`${bigints(values)} as ${identifier(name)}`)
  // Inlined, the lists are constants of the query.
  return ['period_list', sql`  select ${joinSql(columns, ', ')}`, 'inlined']
}

/** Buckets of 2^bits milliseconds from the first border on. */
interface PeriodBuckets {
  readonly bits: number
  /** The number of the period just before each bucket; 0 before the first one. */
  readonly bases: readonly number[]
  /** The maximum number of periods that begin within a bucket. */
  readonly begun: number
}

/** Returns buckets as wide as the shortest period, but at most four for each period. */
function bucketsOf(borders: PeriodGroup['borders']): PeriodBuckets {
  const [first, last] = [borders[0]!, borders.at(-1)!]
  const shortest = Math.min(...borders.slice(1).map((end, i) => end - borders[i]!))
  const bits = Math.floor(Math.log2(Math.max(shortest, (last - first) / (4 * (borders.length - 1)))))
  const width = 2 ** bits
  let number = 0
  const numberBefore = (instant: Instant) => {
    while (borders[number]! < instant) number++
    return number
  }
  const buckets = Array.from({ length: Math.ceil((last - first) / width) }, (_, k) => {
    const base = numberBefore(first + k * width)
    return { base, begun: numberBefore(Math.min(first + (k + 1) * width, last)) - base }
  })
  return { bits, bases: buckets.map(({ base }) => base), begun: Math.max(...buckets.map(({ begun }) => begun)) }
}

/**
 * Returns the rows of table or query `source`, as `s`, with the number of the period of each instant, and `borders` of
 * `period_list`. An instant without a period fails the query. It needs numberLists.
 */
export function located(
  source: Sql,
  instants: readonly (readonly [name: string, instant: Sql])[],
  plan: ReportPlan,
  dialect: Dialect,
): Sql {
  return placed(source, instants, [sql`<`], sql`borders`, plan, dialect)
}

/**
 * Returns the rows of a table, as `s`, with the `position` of an instant among the borders, and `starts` of `period_list`. The border
 * that begins period n has the position 2n, and the other instants of the period 2n + 1. Otherwise as located; it needs positionLists.
 */
export function positioned(source: Sql, instant: Sql, plan: ReportPlan, dialect: Dialect): Sql {
  return placed(source, [['position', instant]], [sql`<`, sql`=`], sql`starts`, plan, dialect)
}

/**
 * Returns the rows of a table or query, as `s`, with a list of `period_list`, and for each instant the element at its bucket: of `at_N`,
 * if the first N comparisons with the borders within the bucket are false, and the next one, if any, is true.
 *
 * The bucket of an instant leaves few borders to compare. Lists in one row are several times as fast as a join. Numbers are
 * looked up, because DuckDB checks each sum for overflow.
 */
function placed(
  source: Sql,
  instants: readonly (readonly [name: string, instant: Sql])[],
  comparisons: readonly Sql[],
  list: Sql,
  plan: ReportPlan,
  dialect: Dialect,
): Sql {
  const { borders } = periodIn(plan)
  const { begun } = bucketsOf(borders)
  const [first, last] = [bigint(borders[0]!), bigint(borders.at(-1)!)]
  const found = instants.map(([name, instant]) => {
    const bucket = identifier(`${name}_bucket`)
    const within = Array.from({ length: begun }, (_, i) => identifier(`${name}_border_${i + 1}`))
    const bordersFound = within.map((border, i) => {
      const listed = sql`l.${identifier(`border_${i + 1}`)}`
      return sql`, ${dialect.elementAt(listed, sql`s.${bucket}`)} as ${border}`
    })
    const at = (i: number) => dialect.elementAt(sql`l.${identifier(`at_${i}`)}`, sql`s.${bucket}`)
    const cases = within.flatMap(border => comparisons.map(operator => sql`${instant} ${operator} s.${border}`))
    const reached = cases.map((condition, i) => sql`when ${condition} then ${at(i)} `)
    const element = sql`case ${joinSql(reached, '')}else ${at(cases.length)} end`
    const fails = dialect.fail('there is no period for an instant')
    return {
      bucket: sql`, ${bucketOf(instant, plan, dialect)} as ${bucket}`,
      borders: joinSql(bordersFound, ''),
      place: sql`, case when ${instant} >= ${first} and ${instant} < ${last} then ${element} else ${fails} end as ${identifier(name)}`,
    }
  })
  const all = (part: 'bucket' | 'borders' | 'place') =>
    joinSql(
      found.map(parts => parts[part]),
      '',
    )
  return sql`(
    select s.*, l.${list}${all('place')}
    from (select s.*${all('borders')} from (select s.*${all('bucket')} from ${source} s) s cross join period_list l) s
         cross join period_list l
  )`
}

/** Returns the number of the bucket of an instant, from 1. */
function bucketOf(instant: Sql, plan: ReportPlan, dialect: Dialect): Sql {
  const { borders } = periodIn(plan)
  const { bits } = bucketsOf(borders)
  return dialect.shiftedRight(sql`${instant} - ${bigint(borders[0]! - 2 ** bits)}`, bits)
}

/** Returns the last instant of a clipped row `s`, or its only one if it has no length. */
export const lastInstant: Sql = sql`greatest(s.from_ms, s.to_ms - 1)`

/**
 * Returns `cut`: the rows of `clipped`, cut at the borders of the periods: the columns of `clipped`, `period`, `until`,
 * and the cut `part_from_ms, part_to_ms`. A row of whole periods has them from `period` to `until`; in others `until` is
 * null. A stay of no length is in the period of its instant. No table without periods. A list has one period, with the number 1.
 */
export function cutRows(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Cte[] {
  if (!hasPeriods(issues)) return []
  const listed = listedPeriod(plan)
  if (listed !== null) {
    const [start, end] = [bigint(listed.start), bigint(listed.end)]
    return [
      [
        'cut',
        sql`  select s.*, case when from_ms >= ${start} then 1 else 0 end as first_period, ${ONE_PERIOD},
         greatest(from_ms, ${start}) as part_from_ms, least(to_ms, ${end}) as part_to_ms
  from clipped s where from_ms < ${end} and (to_ms > ${start} or from_ms >= ${start})`,
        'inlined',
      ],
    ]
  }
  const ends = [['first_period', sql`s.from_ms`] as const, ['last_period', lastInstant] as const]
  const border = (number: Sql) => dialect.elementAt(sql`borders`, number)
  return [
    periodTable(plan, dialect),
    numberLists(plan),
    [
      'cut',
      sql`  select s.*, case part when 0 then first_period when 1 then last_period else first_period + 1 end as period,
         case when part = 2 then last_period - 1 end as until,
         case when part = 1 then ${border(sql`last_period`)} else from_ms end as part_from_ms,
         case when part = 0 then least(to_ms, ${border(sql`first_period + 1`)}) else to_ms end as part_to_ms
  from ${located(sql`clipped`, ends, plan, dialect)} s cross join (values (0), (1), (2)) as c(part)
  where part = 0 or first_period + part <= last_period`,
      'inlined',
    ],
  ]
}

/**
 * Returns `counted`: the rows of a table with the period of their `from_ms`, as in `cut`. No table without periods.
 */
export function counted(
  source: 'clipped' | 'transition',
  plan: ReportPlan,
  issues: ReportIssues,
  dialect: Dialect,
): Cte[] {
  if (!hasPeriods(issues)) return []
  const listed = listedPeriod(plan)
  if (listed !== null) {
    const within = sql`from_ms >= ${bigint(listed.start)} and from_ms < ${bigint(listed.end)}`
    return [['counted', sql`  select s.*, ${ONE_PERIOD} from ${identifier(source)} s where ${within}`, 'inlined']]
  }
  const rows = located(identifier(source), [['period', sql`s.from_ms`]], plan, dialect)
  return [
    periodTable(plan, dialect),
    numberLists(plan),
    ['counted', sql`  select s.*, cast(null as bigint) as until from ${rows} s`, 'inlined'],
  ]
}

const ONE_PERIOD = sql`1 as period, cast(null as bigint) as until`

/** Returns the number of the last period with time before the end of the report. A later one has only what happens then. */
export function lastPeriod(plan: ReportPlan): number {
  return numberAt(plan.window.end - 1, plan)
}

/** Returns the number of the period of an instant. */
export function numberAt(instant: Instant, plan: ReportPlan): number {
  return periodIn(plan).borders.filter(border => border <= instant).length
}

/**
 * Selects the runs of periods between changes: the columns of `table`, `running`, the sum of the changes so far, and
 * `next_period`, the period after the run. With `last`, what goes on after that period does not go on in later ones; else
 * nothing goes on after the last change.
 */
export function runs(
  table: 'whole_change' | 'group_change' | 'counted_cell',
  keys: Sql | null,
  last: number | null = null,
): Sql {
  const isLater = sql`period > ${bigint(last)}`
  const parts = [...(keys === null ? [] : [keys]), ...(last === null ? [] : [isLater])]
  const inOrder = sql`${parts.length === 0 ? sql`` : sql`partition by ${joinSql(parts, ', ')} `}order by period`
  const next = sql`lead(period) over (${inOrder})`
  const after = sql`coalesce(${next}, case when ${isLater} then period else ${bigint(last)} end + 1)`
  return sql`  select c.*, cast(sum(change) over (${inOrder} rows unbounded preceding) as bigint) as running,
         ${last === null ? next : after} as next_period
  from ${identifier(table)} c`
}
