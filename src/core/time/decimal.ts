/** An exact rational number. The denominator is positive; the fraction need not be reduced. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** Returns a whole number as a ratio. */
export function wholeRatio(value: number | bigint): Ratio {
  return { numerator: BigInt(value), denominator: 1n }
}

/** Returns the quotient rounded to the nearest integer, halves away from zero. The denominator must be positive. */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  // Division of bigints truncates: adding half a unit away from zero first makes it round.
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}

/**
 * Returns the `raw` form of a number: at most three decimals, halves rounded away from zero, no trailing zeros, no
 * exponent, no `-0`.
 */
export function printRaw({ numerator, denominator }: Ratio): string {
  if (denominator === 1n) return String(numerator)
  return printThousandths(denominator === 1000n ? numerator : roundHalfAway(1000n * numerator, denominator))
}

function printThousandths(thousandths: bigint): string {
  return printDecimal({ numerator: thousandths, denominator: 1000n }, 3)
}

/** Returns a number with at most `digits` decimals, halves rounded away from zero, no trailing zeros, no exponent. */
export function printDecimal({ numerator, denominator }: Ratio, digits: number): string {
  const scale = 10n ** BigInt(digits)
  const scaled = roundHalfAway(scale * numerator, denominator)
  const size = scaled < 0n ? -scaled : scaled
  const decimals = String(size % scale)
    .padStart(digits, '0')
    .replace(/0+$/, '')
  return `${scaled < 0n ? '-' : ''}${size / scale}${decimals && `.${decimals}`}`
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/

/** Parses a decimal number such as `-12.5`. Throws for any other text, exponents included. */
export function parseRaw(text: string): Ratio {
  const match = DECIMAL.exec(text)
  if (!match) throw new Error(`'${text}' is not a decimal number.`)
  const [, whole, decimals = ''] = match as unknown as [string, string, string?]
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

/** Returns a negative number if `a < b`, 0 if they are equal, a positive number if `a > b`. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * Returns the population standard deviation of `count` values in `raw` form: sqrt(count * Σx² - (Σx)²) / count.
 *
 * Exact for numbers of any size: the three decimals are those of the true value. Throws if there are no values, or if
 * no values can have these sums.
 */
export function deviationRaw(count: bigint, sum: bigint, sumOfSquares: bigint): string {
  const spread = count * sumOfSquares - sum * sum
  if (count <= 0n || spread < 0n) throw new Error(`No ${count} values have the sums ${sum} and ${sumOfSquares}.`)
  // Rounding 1000·sqrt(spread)/count equals truncating (2000·sqrt(spread) + count) / 2·count. Truncating the root first
  // does not change that.
  return printThousandths((squareRoot(4_000_000n * spread) + count) / (2n * count))
}

/** Returns the integer square root of `value`, rounded down, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
