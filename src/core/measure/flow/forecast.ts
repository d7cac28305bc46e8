import type { Steps } from '../../base/in-slices.ts'
import {
  BLOCK,
  type Chances,
  CLOSE,
  chanceBound,
  chanceLater,
  convolve,
  type Draws,
  decayOf,
  drawsOf,
  isAtLeast,
  NOTHING_DRAWN,
  sumOf,
} from './forecast-draws.ts'

/** A forecast looks at most this many days ahead: ten years. */
export const MAX_DAYS = 3_653

/** The most items of a forecast. */
export const MAX_FORECAST = 10_000

/** Sums that lie this far below their goal count as never reaching it. */
const MAX_LEFT = 20_000

/** A sample must have at least this many days, and days on which an issue finished. */
export const FEWEST_DAYS = 56
export const FEWEST_WORKING_DAYS = 10

/** Why there is no forecast. */
export type NoForecast = 'fewDays' | 'fewWorkingDays'

/** Returns why a sample, the number of finished issues of each day, allows no forecast; `null` if it does. */
export function whyNoForecast(sample: readonly number[]): NoForecast | null {
  if (sample.length < FEWEST_DAYS) return 'fewDays'
  return sample.filter(count => count > 0).length < FEWEST_WORKING_DAYS ? 'fewWorkingDays' : null
}

/** The draws between two looks at the chance to reach the goal later. */
const BOUND_EVERY = 32

/**
 * Returns for each percentage from 1 to 99 the smallest number of draws after which a sum was ever at least `items` with at least that
 * probability; `null` if it is more than `most`. Values may be negative: what was created on a day is more than what finished. A sum
 * that once was large enough stays so. Yields during a long draw, and after each one, so that other work can run between them.
 */
export function* drawsUntil(
  sample: readonly number[],
  items: number,
  percents: readonly number[],
  most = MAX_DAYS,
): Steps<(number | null)[]> {
  const draws = drawsOf(sample)
  const found: (number | null)[] = percents.map(() => null)
  const decay = decayOf(draws)
  let bound = chanceBound(items, most, draws)
  const isDecided = (days: number | null, i: number) => days !== null || bound < percents[i]! / 100 - CLOSE
  let chances = NOTHING_DRAWN
  let reached = 0
  for (let count = 0; count <= most && !found.every(isDecided); count++) {
    if (count > 0) {
      const next = yield* convolve(chances, draws)
      // Sums that are large enough leave the distribution.
      const kept = Math.max(0, Math.min(next.of.length, items - next.first))
      reached += sumOf(next.of.subarray(kept))
      const lost = Math.max(0, items - MAX_LEFT - next.first)
      chances = { first: next.first + lost, of: next.of.subarray(lost, kept) }
    } else if (items <= 0) reached = 1
    for (const [i, percent] of percents.entries()) {
      if (found[i] === null && (yield* isAtLeast(reached, { draws, count, sum: items, percent }))) found[i] = count
    }
    if (count % BOUND_EVERY === 0) bound = Math.min(bound, reached + chanceLater(chances, items, decay))
    yield
  }
  return found
}

/** The finished items of each day of a sample, and those less the created ones. */
export interface DailyDraws {
  readonly finished: readonly number[]
  readonly net: readonly number[]
}

/**
 * Returns what drawsUntil returns for the end of each part of the work, which is done one after another. `parts` are the numbers of their
 * items. What is left of a draw after a part goes to the next one, so a part is done when as many items are finished as it and those
 * before it have. Created items belong to the last part. `null` for a part with nothing to finish until its end, or more than
 * MAX_FORECAST items.
 */
export function* drawsUntilParts(
  { finished, net }: DailyDraws,
  parts: readonly number[],
  percents: readonly number[],
  most = MAX_DAYS,
): Steps<((number | null)[] | null)[]> {
  const found: ((number | null)[] | null)[] = []
  let items = 0
  for (const [i, count] of parts.entries()) {
    items += count
    const isLast = i === parts.length - 1
    if (items === 0 || items > MAX_FORECAST) found.push(null)
    // An empty part is done with the one before it.
    else if (count === 0 && !isLast) found.push(found.at(-1)!)
    else found.push(yield* drawsUntil(isLast ? net : finished, items, percents, most))
  }
  return found
}

/**
 * Returns for each percentage from 1 to 99 the largest sum of `count` draws that is reached with at least that probability. Yields
 * like drawsUntil.
 */
export function* sumsAfter(sample: readonly number[], count: number, percents: readonly number[]): Steps<number[]> {
  const [sums] = yield* sumsAfterEach(sample, [count], percents)
  return sums!
}

/** Returns what `sumsAfter` returns for each of some numbers of draws, in ascending order, in one run. */
export function* sumsAfterEach(
  sample: readonly number[],
  counts: readonly number[],
  percents: readonly number[],
): Steps<number[][]> {
  // Sums of values from 0 only grow, so chances can be counted in whole numbers in the same way as those of drawsUntil.
  const least = Math.min(0, ...sample)
  const draws = drawsOf(sample.map(value => value - least))
  let chances = NOTHING_DRAWN
  let drawn = 0
  const found: number[][] = []
  for (const count of counts) {
    for (; drawn < count; drawn++) {
      chances = yield* convolve(chances, draws)
      yield
    }
    const sums = yield* greatestSums(chances, draws, count, percents)
    found.push(percents.map(percent => sums.get(percent)! + count * least))
  }
  return found
}

/** Returns for each percentage the largest sum of `count` draws that is reached with at least that probability. */
function* greatestSums(
  { first, of }: Chances,
  draws: Draws,
  count: number,
  percents: readonly number[],
): Steps<ReadonlyMap<number, number>> {
  const found = new Map<number, number>()
  let [i, above] = [of.length, 0]
  // A sum that is not reached with a percentage is not reached with a larger one.
  for (const percent of percents.toSorted((a, b) => a - b)) {
    const question = () => ({ draws, count, sum: first + i, percent })
    while (i > 0 && (above - percent / 100 < -CLOSE || !(yield* isAtLeast(above, question())))) {
      above += of[--i]!
      if (i % BLOCK === 0) yield
    }
    found.set(percent, first + i)
  }
  return found
}
