/** Whether everything is tried instead of a sample: `SOJOURN_FAULTS=long`. */
export const IS_LONG = process.env.SOJOURN_FAULTS === 'long'

/** The timeout of a test with many faults. */
export const LASTS = { timeout: IS_LONG ? 7_200_000 : 300_000 }

/** The seed of the sample. */
export const SEED = Number(process.env.SOJOURN_SEED ?? 20_261)

/** Returns a generator of numbers in `[0, 1)`, the same for the same seed and name. */
export function drawing(name: string): () => number {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), SEED) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns random fractions of a whole, one in each of `count` equal parts. */
export function spread(name: string, count: number): number[] {
  const draw = drawing(name)
  return Array.from({ length: count }, (_, i) => (i + draw()) / count)
}

/** Returns a random sample; everything in the long run. */
export function sample<T>(name: string, all: readonly T[], count: number): T[] {
  if (IS_LONG || all.length <= count) return [...all]
  return spread(name, count).map(share => all[Math.floor(share * all.length)]!)
}
