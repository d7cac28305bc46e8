/** The seed of everything that tests draw. The configuration of Vitest sets it, from the tree of the commit. */
export const SEED = Number(process.env.SOJOURN_SEED)

/** How many times the usual number of generated cases is tried: 1 in a run of chosen files, less in `npm test`. */
export const DEPTH = Number(process.env.SOJOURN_DEPTH)

/** Whether tests try everything instead of a sample. */
export const IS_DEEP = DEPTH > 1

/** Returns the number of cases to try at the depth of this run; `usual` is the number at depth 1. */
export function cases(usual: number): number {
  return Math.ceil(usual * DEPTH)
}

/** Returns the settings of a fast-check property that a run of depth 1 tries `usual` times. */
export function runs(usual: number): { readonly seed: number; readonly numRuns: number } {
  return { seed: SEED, numRuns: cases(usual) }
}

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

/** Returns a random sample of `count` elements; all of them in the long run. */
export function sample<T>(name: string, all: readonly T[], count: number): T[] {
  if (IS_DEEP || all.length <= count) return [...all]
  return spread(name, count).map(share => all[Math.floor(share * all.length)]!)
}

/** Returns a random sample of `count` elements in `npm test`, and all of them in a run of chosen files. */
export function sampleOfCommit<T>(name: string, all: readonly T[], count: number): T[] {
  return DEPTH < 1 ? sample(name, all, count) : [...all]
}
