import type { Aggregate } from '../../core/measure/aggregate.ts'
import { nearestRank } from '../../core/measure/percentile.ts'

/** A percentile of fewer values says little: flow answers have the values instead, and files and the page show it in grey. */
export const FEWEST_FOR_PERCENTILES = 10

/** Returns whether a percentile of `count` values is the largest of them. */
export function isMaximum(percent: number, count: number): boolean {
  return nearestRank(percent, count) === count
}

/** An aggregate as requests, responses and the page show it. */
export interface AggregateType {
  /** Its name in the controls of the page. */
  readonly label: string
  /** Its name in the heading of a report, where what is measured follows. */
  readonly heading: string
  /** The key of JSON responses that is true for this aggregate only. */
  readonly flag: string
  /** Whether lists have the flag too. It is false there. `null`: only responses with this aggregate have the flag. */
  readonly isFlagOfLists: boolean | null
  /** Whether averageDenominator has an effect on it. */
  readonly hasDenominator: boolean
  /** The output type of its CSV file. */
  readonly fileType: string
  /** The name of its sheet in a workbook. */
  readonly sheet: string
}

/** The aggregates over the issues of a row, in the order of the contract (§2.1, aggregationType), followed by our own. */
export const aggregates = {
  average: {
    label: 'Average',
    heading: 'Average',
    fileType: 'CSVAVERAGE',
    sheet: 'Average',
    flag: 'isAverage',
    isFlagOfLists: true,
    hasDenominator: true,
  },
  sum: {
    label: 'Sum',
    heading: 'Total',
    fileType: 'CSVSUM',
    sheet: 'Sum',
    flag: 'isSum',
    isFlagOfLists: true,
    hasDenominator: false,
  },
  median: {
    label: 'Median',
    heading: 'Median',
    fileType: 'CSVMEDIAN',
    sheet: 'Median',
    flag: 'isMedian',
    isFlagOfLists: false,
    hasDenominator: false,
  },
  standardDeviation: {
    label: 'Standard deviation',
    heading: 'Standard deviation of',
    fileType: 'CSVSTDDEV',
    sheet: 'Deviation',
    flag: 'isStddev',
    isFlagOfLists: false,
    hasDenominator: true,
  },
  percentile: {
    label: 'Percentile',
    heading: 'Percentile of',
    fileType: 'CSVPERCENTILE',
    sheet: 'Percentiles',
    flag: 'isPercentile',
    isFlagOfLists: null,
    hasDenominator: false,
  },
} as const satisfies Record<Aggregate, AggregateType>

/** The names of the aggregates. */
export const aggregateNames = Object.keys(aggregates) as Aggregate[]

type Aggregates = typeof aggregates

/** The name of a sheet of an aggregate in a workbook. */
export type SheetOfAggregate = Aggregates[Aggregate]['sheet']

/** The flags of the aggregates that lists have too, or those that only aggregations have. */
export type AggregateFlag<OfLists extends boolean> = {
  [Name in Aggregate]: Aggregates[Name] extends { isFlagOfLists: OfLists } ? Aggregates[Name]['flag'] : never
}[Aggregate]

/** Returns a value for each flag that lists have too, or for each that only aggregations have. */
export function mapFlags<OfLists extends boolean, Value>(
  ofLists: OfLists,
  valueFor: (name: Aggregate) => Value,
): Record<AggregateFlag<OfLists>, Value> {
  const names = aggregateNames.filter(name => aggregates[name].isFlagOfLists === ofLists)
  return Object.fromEntries(names.map(name => [aggregates[name].flag, valueFor(name)])) as Record<
    AggregateFlag<OfLists>,
    Value
  >
}
