/** A source of numbers in `[0, 1)` that is the same in every run with the same seed. */
export type Random = () => number

/**
 * Returns a pseudorandom number generator for a `seed` and `stream`.
 *
 * A 32-bit counter with an avalanche of multiplications and shifts, known as mulberry32. Streams of one seed start far
 * apart, so that an issue's numbers do not depend on the number of issues before it.
 */
export function seededRandom(seed: number, stream: number): Random {
  let state = scramble(seed ^ scramble(stream + 0x9e3779b9))
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
}

function scramble(value: number): number {
  const half = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  const whole = Math.imul(half ^ (half >>> 13), 0xc2b2ae35)
  return (whole ^ (whole >>> 16)) | 0
}

/** Returns true with the given probability. */
export function chance(random: Random, probability: number): boolean {
  return random() < probability
}

/** Returns a uniform number in `[least, most)`. */
export function between(random: Random, least: number, most: number): number {
  return least + random() * (most - least)
}

/** Picks a random element. The list must not be empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  return list[Math.floor(random() * list.length)]!
}

/** Picks a random element by weight. The list must not be empty. */
export function pickWeighted<T extends { readonly weight: number }>(random: Random, list: readonly T[]): T {
  let left = random() * list.reduce((sum, item) => sum + item.weight, 0)
  for (const item of list) {
    left -= item.weight
    if (left < 0) return item
  }
  return list.at(-1)!
}

/**
 * Returns a positive number around `median` with a long tail upwards: log-normal, like waiting times.
 *
 * `spread` is the standard deviation of its logarithm: 0.5 is moderate, 1 usual for work, 1.8 spans hours to months.
 */
export function logNormal(random: Random, median: number, spread: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return median * Math.exp(spread * Math.max(-3, Math.min(3, normal)))
}
