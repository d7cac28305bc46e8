import type { RequestContext } from '../../access/permissions/request-context.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Row } from '../../core/base/row.ts'
import { percentileInterval } from '../../core/measure/order-statistics.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import { isMaximum } from '../../store/plan/aggregates.ts'
import { type DistributionOptions, readDistributionOptions } from '../../store/plan/distribution-options.ts'
import { joinProblems } from '../../store/plan/file-request.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import type { RawParameter } from '../../store/plan/request-values.ts'
import {
  binnedValues,
  compileDistribution,
  rankedValues,
  sortedValues,
  spooledSpread,
  type WantedRank,
} from '../../store/sql/compile-distribution.ts'
import { cellKey, keyText } from '../table/column-key.ts'
import { columnsOf, keyOf } from '../table/columns-of.ts'
import { runAll } from './run-all.ts'
import { type PlannedReport, planAlone, type ReportDeps, withSnapshot } from './run-report.ts'

/** A percentile of a column by nearest rank, with the ends of its 90 % interval; `null` for an open end. */
export interface ColumnPercentile {
  readonly value: number
  readonly lower: number | null
  readonly upper: number | null
  /** Whether its rank is the last one. */
  readonly isMaximum: boolean
}

/** A bin of a histogram: `from <= value < to`, in whole numbers. `to` is `from` of the next bin, or the maximum + 1. */
export interface Bin {
  readonly from: number
  readonly to: number
  readonly count: number
}

/** The distribution of one column. All values are raw. */
export interface ColumnDistribution {
  readonly id: string
  readonly name: string
  readonly count: number
  /** The minimum, the quartiles and the maximum. */
  readonly min: number
  readonly lower: number
  readonly median: number
  readonly upper: number
  readonly max: number
  /** With `percentiles`, by percentage. */
  readonly percentiles?: Readonly<Record<string, ColumnPercentile>>
  /** With `bins`, all of them, also those without values: fewer if the range has fewer whole values. */
  readonly bins?: readonly Bin[]
  /** With `values`, all of them in ascending order; `null` if all columns together have more than 5,000. */
  readonly values?: readonly number[] | null
}

/** The distribution of each column's cells over the issues: `GET /api/distribution?<an aggregation's parameters>`. */
export interface Distribution {
  readonly columns: readonly ColumnDistribution[]
  /** Ignored input with the reason; absent if there is none. */
  readonly warnings?: readonly string[]
}

/** The maximum number of values in a response. */
const MAX_VALUES = 5_000

/**
 * Returns the distribution of each column's cells over all issues of an aggregation, regardless of its groups. The
 * parameters are those of the aggregation, `bins` and `values`; those that have no effect are named in warnings. Columns
 * without cells are absent.
 *
 * The quartiles are exact, like the median: they interpolate linearly between the two nearest cells. Throws
 * REPORT_INVALID.
 */
export function distribution(
  rawParameters: readonly RawParameter[],
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<Distribution> {
  const { options, problems, others } = readDistributionOptions(rawParameters)
  const request = { endpoint: 'aggregation', parameters: others, isDistribution: true } as const
  return withSnapshot(deps, requestContext, async whole => {
    const report = await planned(planAlone(whole, request, deps, requestContext), problems)
    const { snapshot, catalogue } = report
    const plan = { ...report.plan, groupBy: [], inGroup: null }
    const { spread, extras, found } = await readDistribution(plan, options, snapshot)
    const rowsByKey = new Map(spread.map(row => [keyText(keyOf(row)), row]))
    return {
      columns: columnsOf(plan, { ...found, cells: spread, statuses: [] }, catalogue).flatMap(({ id, value, key }) => {
        const text = keyText(cellKey(key, plan))
        const row = rowsByKey.get(text)
        return row ? [{ id, name: value, ...numbersOf(row), ...extras(text, row) }] : []
      }),
      ...(plan.warnings.length > 0 && { warnings: plan.warnings }),
    }
  })
}

async function planned(plan: Promise<PlannedReport>, problems: readonly string[]): Promise<PlannedReport> {
  const made = await plan.catch(error => joinProblems(problems, error))
  if (problems.length > 0) throw new UserError('REPORT_INVALID', { messages: [...problems] })
  return made
}

type Extras = Pick<ColumnDistribution, 'percentiles' | 'bins' | 'values'>

/** Reads the quartiles directly, and the rest from spooled cells, so that histories are read once. */
async function readDistribution(plan: ReportPlan, options: DistributionOptions, snapshot: Snapshot) {
  const { spread, cells, ...others } = compileDistribution(plan, snapshot.dialect)
  if (plan.percentiles.length === 0 && options.bins === null && !options.values) {
    const { spread: rows, ...found } = await runAll({ spread, ...others }, snapshot.run)
    return { spread: rows, found, extras: (): Extras => ({}) }
  }
  const found = await runAll(others, snapshot.run)
  await snapshot.spool('cell_value', cells)
  const { run, dialect } = snapshot.spooled
  const rows = await run(spooledSpread(plan, dialect))
  const wanted = wantedRanks(plan, rows)
  const ends = wanted.length === 0 ? [] : await run(rankedValues(wanted, dialect))
  const bins = options.bins === null ? null : byColumn(await run(binnedValues(options.bins, dialect)))
  const isListed = options.values && rows.reduce((sum, row) => sum + Number(row.count), 0) <= MAX_VALUES
  const values = isListed ? byColumn(await run(sortedValues)) : null
  const endOf = new Map(ends.map(row => [`${row.position} ${keyText(keyOf(row))}`, Number(row.value)]))
  const extras = (text: string, row: Row): Extras => ({
    ...(plan.percentiles.length > 0 && {
      percentiles: percentilesOf(plan, row, rank => (rank === null ? null : endOf.get(`${rank} ${text}`)!)),
    }),
    ...(bins && { bins: binsOf(row, bins.get(text) ?? [], options.bins!) }),
    ...(options.values && { values: values && (values.get(text) ?? []).map(({ value }) => Number(value)) }),
  })
  return { spread: rows, found, extras }
}

function byColumn(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const text = keyText(keyOf(row))
    const some = found.get(text)
    if (some) some.push(row)
    else found.set(text, [row])
  }
  return found
}

/** Returns the ranks of the ends of all intervals. */
function wantedRanks({ percentiles }: ReportPlan, rows: readonly Row[]): readonly WantedRank[] {
  return rows.flatMap(row => {
    const intervals = percentiles.map(percent => percentileInterval(percent, Number(row.count)))
    const ranks = new Set(intervals.flatMap(({ lower, upper }) => [lower, upper]))
    return [...ranks].flatMap(rank => (rank === null ? [] : [{ ...keyOf(row), rank }]))
  })
}

function percentilesOf(
  { percentiles }: ReportPlan,
  { count, ranked }: Row,
  valueAt: (rank: number | null) => number | null,
): Readonly<Record<string, ColumnPercentile>> {
  const values = ranked as readonly bigint[]
  const entries = percentiles.map((percent, i): [string, ColumnPercentile] => {
    const { lower, upper } = percentileInterval(percent, Number(count))
    const interval = { lower: valueAt(lower), upper: valueAt(upper) }
    return [String(percent), { value: Number(values[i]), ...interval, isMaximum: isMaximum(percent, Number(count)) }]
  })
  return Object.fromEntries(entries)
}

/** Returns all bins of a column, with borders in whole raw values. No bin is narrower than one of them. */
function binsOf({ least, greatest }: Row, rows: readonly Row[], wanted: number): readonly Bin[] {
  const [first, width] = [BigInt(least as bigint), BigInt(greatest as bigint) - BigInt(least as bigint) + 1n]
  const bins = width < BigInt(wanted) ? Number(width) : wanted
  const counts = new Map(rows.map(({ bin, count }) => [Number(bin), Number(count)]))
  // A value v is in the bin (v - least) * bins / width, rounded down.
  const border = (bin: number) => Number(first + (BigInt(bin) * width + BigInt(bins) - 1n) / BigInt(bins))
  return Array.from({ length: bins }, (_, bin) => ({
    from: border(bin),
    to: border(bin + 1),
    count: counts.get(bin) ?? 0,
  }))
}

function numbersOf(row: Row) {
  const number = (name: string) => Number(row[name])
  return {
    count: number('count'),
    min: number('least'),
    lower: number('lower_quartile'),
    median: number('middle'),
    upper: number('upper_quartile'),
    max: number('greatest'),
  }
}
