/**
 * The chances of sums of draws from a sample, in which each value is equally likely: exact, by repeated convolution.
 * Computed in doubles. A chance that is so close to a percentage that doubles cannot decide is counted in whole numbers.
 */
interface Draws {
  /** The number of values in the sample. */
  readonly size: number
  /** The distinct values with the number of times that each occurs. */
  readonly values: readonly (readonly [value: number, times: number])[]
}

/** Chances below this do not change a sum of doubles. */
const NEGLIGIBLE = 1e-25

/** Closer chances than this are compared in whole numbers. */
const CLOSE = 1e-9

/** The largest number of draws times their sum that are counted in whole numbers, which takes some milliseconds. */
const MAX_COUNTED = 200_000

/** A forecast looks at most this many days ahead: ten years. */
export const MAX_DAYS = 3_653

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

/**
 * Returns for each percentage from 1 to 99 the smallest number of draws whose sum is at least `items` with at least that probability;
 * `null` if it is more than `most`. Yields after each draw, so that other work can run between them.
 */
export function* drawsUntil(
  sample: readonly number[],
  items: number,
  percents: readonly number[],
  most = MAX_DAYS,
): Generator<void, (number | null)[]> {
  const draws = drawsOf(sample)
  const found: (number | null)[] = percents.map(() => null)
  const bound = chanceBound(items, most, draws)
  const isDecided = (days: number | null, i: number) => days !== null || bound < percents[i]! / 100 - CLOSE
  let chances: Chances = { first: 0, of: [1] }
  let reached = 0
  for (let count = 0; count <= most && !found.every(isDecided); count++) {
    if (count > 0) {
      const next = convolve(chances, draws)
      // Sums that are large enough leave the distribution.
      const kept = Math.max(0, Math.min(next.of.length, items - next.first))
      reached += sumOf(next.of.slice(kept))
      chances = { first: next.first, of: next.of.slice(0, kept) }
    } else if (items <= 0) reached = 1
    for (const [i, percent] of percents.entries()) {
      if (found[i] === null && isAtLeast(reached, { draws, count, sum: items, percent })) found[i] = count
    }
    yield
  }
  return found
}

/**
 * Returns for each percentage from 1 to 99 the largest sum of `count` draws that is reached with at least that probability. Yields
 * after each draw.
 */
export function* sumsAfter(
  sample: readonly number[],
  count: number,
  percents: readonly number[],
): Generator<void, number[]> {
  const [sums] = yield* sumsAfterEach(sample, [count], percents)
  return sums!
}

/** Returns what `sumsAfter` returns for each of some numbers of draws, in ascending order, in one run. */
export function* sumsAfterEach(
  sample: readonly number[],
  counts: readonly number[],
  percents: readonly number[],
): Generator<void, number[][]> {
  const draws = drawsOf(sample)
  let chances: Chances = { first: 0, of: [1] }
  let drawn = 0
  const found: number[][] = []
  for (const count of counts) {
    for (; drawn < count; drawn++) {
      chances = convolve(chances, draws)
      yield
    }
    found.push(percents.map(percent => greatestSum(chances, { draws, count, percent })))
  }
  return found
}

/** Returns the largest sum that is reached with at least a percentage as probability. */
function greatestSum({ first, of }: Chances, question: Omit<Question, 'sum'>): number {
  let above = 0
  for (let i = of.length - 1; i >= 0; i--) {
    above += of[i]!
    const sum = first + i
    if (isAtLeast(above, { ...question, sum })) return sum
  }
  return first
}

/**
 * Returns an upper bound for the chance that `count` draws sum to at least `items`, by Cantelli's inequality. It saves thousands of
 * draws where issues are created much faster than they finish.
 */
function chanceBound(items: number, count: number, { size, values }: Draws): number {
  const mean = values.reduce((sum, [value, times]) => sum + value * times, 0) / size
  const variance = count * (values.reduce((sum, [value, times]) => sum + (value - mean) ** 2 * times, 0) / size)
  const distance = items - count * mean
  return distance <= 0 ? 1 : variance / (variance + distance ** 2)
}

function drawsOf(sample: readonly number[]): Draws {
  const times = new Map<number, number>()
  for (const value of sample) times.set(value, (times.get(value) ?? 0) + 1)
  return { size: sample.length, values: [...times].toSorted(([a], [b]) => a - b) }
}

/** The chances of the sums `first`, `first + 1`, ... */
interface Chances {
  readonly first: number
  readonly of: readonly number[]
}

function convolve({ first, of }: Chances, { size, values }: Draws): Chances {
  const [least, greatest] = [values[0]![0], values.at(-1)![0]]
  const next = new Array<number>(Math.max(0, of.length + greatest - least)).fill(0)
  for (const [value, times] of values) {
    const chance = times / size
    for (let i = 0; i < of.length; i++) next[i + value - least]! += of[i]! * chance
  }
  const from = next.findIndex(chance => chance > NEGLIGIBLE)
  const to = next.findLastIndex(chance => chance > NEGLIGIBLE) + 1
  return from === -1 ? { first: first + least, of: [] } : { first: first + least + from, of: next.slice(from, to) }
}

function sumOf(values: readonly number[]): number {
  return values.reduceRight((sum, value) => sum + value, 0)
}

interface Question {
  readonly draws: Draws
  readonly count: number
  readonly sum: number
  readonly percent: number
}

/** Returns whether the chance that `count` draws have at least this sum is at least `percent` %. */
function isAtLeast(chance: number, { draws, count, sum, percent }: Question): boolean {
  const difference = chance - percent / 100
  if (Math.abs(difference) > CLOSE || count * sum > MAX_COUNTED) return difference > 0
  return waysToReach(sum, count, draws) * 100n >= BigInt(percent) * BigInt(draws.size) ** BigInt(count)
}

/** Returns in how many ways `count` draws have at least this sum, out of `size ** count`. */
function waysToReach(sum: number, count: number, { size, values }: Draws): bigint {
  let ways: bigint[] = sum > 0 ? [1n] : []
  for (let i = 0; i < count; i++) {
    const next = new Array<bigint>(Math.min(sum, ways.length + values.at(-1)![0])).fill(0n)
    for (const [value, times] of values) {
      for (let j = 0; j < ways.length && j + value < sum; j++) next[j + value]! += ways[j]! * BigInt(times)
    }
    ways = next
  }
  return BigInt(size) ** BigInt(count) - ways.reduce((total, way) => total + way, 0n)
}
