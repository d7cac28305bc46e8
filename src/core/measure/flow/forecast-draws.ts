import type { Steps } from '../../base/in-slices.ts'

/**
 * Draws from a sample, in which each value is equally likely. The chances of their sums are exact, by repeated convolution.
 * Computed in doubles. A chance that is so close to a percentage that doubles cannot decide is counted in whole numbers.
 */
export interface Draws {
  /** The number of values in the sample. */
  readonly size: number
  /** The distinct values with the number of times that each occurs. */
  readonly values: readonly (readonly [value: number, times: number])[]
}

/** Chances below this do not change a sum of doubles. */
const NEGLIGIBLE = 1e-25

/** Closer chances than this are compared in whole numbers. */
export const CLOSE = 1e-9

/** The largest number of draws times their sum that are counted in whole numbers. */
const MAX_COUNTED = 200_000

/** The additions of doubles between two pauses, which take about a millisecond. */
export const BLOCK = 2 ** 18

/** The additions of whole numbers between two pauses. Each takes up to a microsecond. */
const COUNTED_BLOCK = 2 ** 10

/**
 * Returns an upper bound for the chance that the sum of some of the first `count` draws is at least `items`, by Cantelli's inequality,
 * which holds for the greatest of the sums. It saves thousands of draws where issues are created much faster than they finish.
 */
export function chanceBound(items: number, count: number, { size, values }: Draws): number {
  const mean = values.reduce((sum, [value, times]) => sum + value * times, 0) / size
  const variance = count * (values.reduce((sum, [value, times]) => sum + (value - mean) ** 2 * times, 0) / size)
  const distance = items - count * Math.max(0, mean)
  return distance <= 0 ? 1 : variance / (variance + distance ** 2)
}

/**
 * Returns the largest known number `decay` for which the mean of e ** (decay * value) is at most 1: the chance that a sum of draws ever
 * reaches a distance is at most e ** (-decay * distance), by Lundberg's inequality. It is 0 if the mean of the values is not negative.
 */
export function decayOf({ size, values }: Draws): number {
  const exceedsOne = (decay: number) =>
    values.reduce((sum, [value, times]) => sum + times * Math.exp(decay * value), 0) > size
  if (values.reduce((sum, [value, times]) => sum + value * times, 0) >= 0) return 0
  let [low, high] = [0, 64]
  for (let i = 0; i < 50; i++) {
    const middle = (low + high) / 2
    if (exceedsOne(middle)) high = middle
    else low = middle
  }
  return low
}

/** Returns an upper bound for the chance that sums with these chances reach a goal after more draws, however many. */
export function chanceLater({ first, of }: Chances, items: number, decay: number): number {
  return of.reduce((sum, chance, i) => sum + chance * Math.exp(-decay * (items - first - i)), 0)
}

/** Counts the values of a sample. */
export function drawsOf(sample: readonly number[]): Draws {
  const times = new Map<number, number>()
  for (const value of sample) times.set(value, (times.get(value) ?? 0) + 1)
  return { size: sample.length, values: [...times].toSorted(([a], [b]) => a - b) }
}

/** The chances of the sums `first`, `first + 1`, ... */
export interface Chances {
  readonly first: number
  readonly of: Float64Array
}

/** The sum before the first draw. */
export const NOTHING_DRAWN: Chances = { first: 0, of: Float64Array.of(1) }

/** Returns the chances of sums after one more draw. Negligible ones at both ends are left out. Yields after at most 2 * BLOCK additions. */
export function* convolve({ first, of }: Chances, { size, values }: Draws): Steps<Chances> {
  const [least, greatest] = [values[0]![0], values.at(-1)![0]]
  const next = new Float64Array(Math.max(0, of.length + greatest - least))
  let added = 0
  for (const [value, times] of values) {
    const chance = times / size
    for (let begin = 0; begin < of.length; begin += BLOCK) {
      const end = Math.min(of.length, begin + BLOCK)
      for (let i = begin; i < end; i++) next[i + value - least]! += of[i]! * chance
      added += end - begin
      if (added < BLOCK) continue
      yield
      added = 0
    }
  }
  const from = next.findIndex(chance => chance > NEGLIGIBLE)
  const to = next.findLastIndex(chance => chance > NEGLIGIBLE) + 1
  return { first: first + least + Math.max(0, from), of: next.subarray(Math.max(0, from), to) }
}

/** Returns the sum of chances, the last ones first: they are the smallest. */
export function sumOf(values: Float64Array): number {
  return values.reduceRight((sum, value) => sum + value, 0)
}

/** Whether `count` draws reach a sum with at least a percentage as probability. */
export interface Question {
  readonly draws: Draws
  readonly count: number
  readonly sum: number
  readonly percent: number
}

/**
 * Returns whether the chance that a sum of the first `count` draws was ever at least this is at least `percent` %. Yields while it
 * counts in whole numbers.
 */
export function* isAtLeast(chance: number, { draws, count, sum, percent }: Question): Steps<boolean> {
  const difference = chance - percent / 100
  const width = sum - count * Math.min(0, draws.values[0]![0])
  if (Math.abs(difference) > CLOSE || count * width > MAX_COUNTED) return difference > 0
  const ways = yield* waysToReach(sum, count, draws)
  return ways * 100n >= BigInt(percent) * BigInt(draws.size) ** BigInt(count)
}

/** Returns in how many ways the sum of the first `count` draws is ever at least this, out of `size ** count`. */
function* waysToReach(sum: number, count: number, { size, values }: Draws): Steps<bigint> {
  const [least, greatest] = [Math.min(0, values[0]![0]), values.at(-1)![0]]
  let [first, ways]: [number, bigint[]] = [0, sum > 0 ? [1n] : []]
  let added = 0
  for (let i = 0; i < count; i++) {
    const next = new Array<bigint>(Math.max(0, Math.min(sum - first, ways.length + greatest) - least)).fill(0n)
    for (const [value, times] of values) {
      for (let j = 0; j < ways.length && first + j + value < sum; j++) {
        next[j + value - least]! += ways[j]! * BigInt(times)
        if (++added % COUNTED_BLOCK === 0) yield
      }
    }
    first += least
    ways = next
  }
  return BigInt(size) ** BigInt(count) - ways.reduce((total, way) => total + way, 0n)
}
