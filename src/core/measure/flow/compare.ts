/** A percentile of one of two windows, with its 90 % interval. */
export interface ComparedPercentile {
  readonly count: number
  /** `null` for an open end. */
  readonly lower: number | null
  readonly upper: number | null
}

/** Whether times got shorter. */
export type Verdict = 'better' | 'worse' | 'noClearChange'

/** Fewer values give no verdict. */
const FEWEST = 20

/**
 * Returns the verdict on a percentile of times against that of an earlier window: no clear change if either has fewer
 * than 20 values, or if the intervals overlap or touch. An open end overlaps.
 */
export function verdictOf(now: ComparedPercentile, before: ComparedPercentile): Verdict {
  if (now.count < FEWEST || before.count < FEWEST) return 'noClearChange'
  if (now.upper !== null && before.lower !== null && now.upper < before.lower) return 'better'
  if (now.lower !== null && before.upper !== null && now.lower > before.upper) return 'worse'
  return 'noClearChange'
}
