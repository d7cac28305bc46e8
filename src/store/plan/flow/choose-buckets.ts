import { bucketsOf } from '../../../core/measure/flow/buckets.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { periodBorders } from '../../../core/time/periods.ts'
import type { Zone } from '../../../core/time/zone.ts'
import type { RequestValues } from '../request-values.ts'
import { bucketUnits, type PlannedMeasure } from './flow-parameters.ts'
import type { FlowPlan } from './flow-plan.ts'

const MAX_BUCKETS = 10_000

/** The instants `[from, last]`, as known at asOf. */
interface BucketWindow {
  readonly from: Instant
  readonly last: Instant
  readonly asOf: Instant
}

/** Reads the buckets of a window. */
export function chooseBuckets(
  values: RequestValues<'bucket'>,
  { parameters }: PlannedMeasure,
  window: BucketWindow,
  zone: Zone,
): FlowPlan['bucket'] {
  const unit = values.choice('bucket', bucketUnits, 'week') ?? 'week'
  if (window.from > window.last || !parameters.includes('bucket')) return { unit, buckets: [] }
  const borders = periodBorders(window.from, window.last, unit, zone, MAX_BUCKETS)
  if (borders.at(-1)! <= window.last) {
    const allowed = `Allowed: at most ${MAX_BUCKETS}. Choose a longer bucket, or a later from`
    values.problems.add('bucket', `'${unit}' gives more than ${MAX_BUCKETS} buckets. ${allowed}`)
  }
  return { unit, buckets: bucketsOf(borders, window) }
}

/** The most buckets of a chart, which has about as many pixels. */
const MAX_SHOWN = 1000

/** Returns the buckets of the window of a plan for a chart: days, or the shortest unit that gives at most MAX_SHOWN, else quarters. */
export function chartBuckets({ from, last, asOf, zone }: FlowPlan): FlowPlan['bucket'] {
  if (from > last) return { unit: 'day', buckets: [] }
  for (const unit of ['day', 'week', 'month'] as const) {
    const borders = periodBorders(from, last, unit, zone, MAX_SHOWN)
    if (borders.at(-1)! > last) return { unit, buckets: bucketsOf(borders, { from, last, asOf }) }
  }
  const borders = periodBorders(from, last, 'quarter', zone, Number.POSITIVE_INFINITY)
  return { unit: 'quarter', buckets: bucketsOf(borders, { from, last, asOf }) }
}
