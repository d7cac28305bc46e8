/** The ranks of the two ends of an interval, from 1; `null` for an open end. */
export interface RankInterval {
  readonly lower: number | null
  readonly upper: number | null
}

/**
 * The probability beyond each end of an interval: 90 % are between them. A sum of doubles that equals 5 % can be this much more, and no
 * other one is so close.
 */
const TAIL = 0.05 * (1 + 1e-12)

/** Weights below this, relative to the largest, do not change a sum of doubles. */
const NEGLIGIBLE = 1e-20

/**
 * Returns the ranks of the values between which a percentile lies with a confidence of 90 %, whatever the distribution
 * (order statistics). `count` values are in ascending order.
 *
 * The number of values below the percentile is binomial: B(count, percent / 100). `lower` is the largest rank l with
 * P(B < l) <= 5 %, and `upper` the smallest rank u with P(B >= u) <= 5 %. An end without such a rank is open.
 */
export function percentileInterval(percent: number, count: number): RankInterval {
  const { first, weights } = binomial(percent / 100, count)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  // Values of B outside of the weights have no probability.
  let [lower, below] = [first, 0]
  while (below + weights[lower - first]! <= TAIL * total) {
    below += weights[lower - first]!
    lower++
  }
  let [upper, above] = [first + weights.length, 0]
  while (above + weights[upper - 1 - first]! <= TAIL * total) {
    above += weights[upper - 1 - first]!
    upper--
  }
  return { lower: lower >= 1 ? lower : null, upper: upper <= count ? upper : null }
}

/** Returns the probabilities of B around its mode, relative to each other: of `first`, and of each number after it. */
function binomial(p: number, n: number): { readonly first: number; readonly weights: readonly number[] } {
  const mode = Math.min(n, Math.floor((n + 1) * p))
  const ratio = p / (1 - p)
  const up = [1]
  for (let k = mode; k < n && up.at(-1)! > NEGLIGIBLE; k++) up.push(up.at(-1)! * ((n - k) / (k + 1)) * ratio)
  const down: number[] = []
  for (let k = mode, weight = 1; k > 0 && weight > NEGLIGIBLE; k--) {
    weight *= k / ((n - k + 1) * ratio)
    down.push(weight)
  }
  return { first: mode - down.length, weights: [...down.reverse(), ...up] }
}
