import type { Steps } from '../../../core/base/in-slices.ts'
import { type Bucket, bucketsOf } from '../../../core/measure/flow/buckets.ts'
import type { DateUnit } from '../../../core/time/date-group.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { hasMorePeriods, periodBorders } from '../../../core/time/periods.ts'
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

/** Reads the buckets of a window, in steps. */
export function* chooseBuckets(
  values: RequestValues<'bucket'>,
  { parameters }: PlannedMeasure,
  window: BucketWindow,
  zone: Zone,
): Steps<FlowPlan['bucket']> {
  const unit = values.choice('bucket', bucketUnits, 'week') ?? 'week'
  if (window.from > window.last || !parameters.includes('bucket')) return { unit, buckets: [] }
  const buckets = yield* bucketsWithin(window, unit, zone, MAX_BUCKETS)
  if (buckets === null) {
    const allowed = `Allowed: at most ${MAX_BUCKETS}. Choose a longer bucket, or a later from`
    values.problems.add('bucket', `'${unit}' gives more than ${MAX_BUCKETS} buckets. ${allowed}`)
  }
  return { unit, buckets: buckets ?? [] }
}

/** Returns the buckets of a window; `null` if they are more than `most`. */
function* bucketsWithin(window: BucketWindow, unit: DateUnit, zone: Zone, most: number): Steps<Bucket[] | null> {
  const { from, last } = window
  if (hasMorePeriods(from, last, unit, most)) return null
  const borders = yield* periodBorders(from, last, unit, zone, most)
  return borders.at(-1)! > last ? bucketsOf(borders, window) : null
}

/** The most buckets of a chart, which has about as many pixels. */
const MAX_SHOWN = 1000

/**
 * Returns the buckets of the window of a plan for a chart, in steps: days, or the shortest unit that gives at most MAX_SHOWN, else
 * quarters.
 */
export function* chartBuckets({ from, last, asOf, zone }: FlowPlan): Steps<FlowPlan['bucket']> {
  if (from > last) return { unit: 'day', buckets: [] }
  const window = { from, last, asOf }
  for (const unit of ['day', 'week', 'month'] as const) {
    const buckets = yield* bucketsWithin(window, unit, zone, MAX_SHOWN)
    if (buckets !== null) return { unit, buckets }
  }
  const borders = yield* periodBorders(from, last, 'quarter', zone, Number.POSITIVE_INFINITY)
  return { unit: 'quarter', buckets: bucketsOf(borders, window) }
}
