/** An exact number: a whole number divided by another. The denominator is positive; common factors may be left in. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The quotient rounded to the nearest whole number, halves away from zero. The denominator is positive. */
export function roundHalfAway(numerator: bigint, denominator: bigint): bigint {
  // Division of bigints cuts towards zero: adding half a unit away from zero first makes it round.
  const half = numerator < 0n ? -denominator : denominator
  return (2n * numerator + half) / (2n * denominator)
}

/**
 * A number as reports write it raw: at most three decimals, halves rounded away from zero, no zeros at the end, no
 * exponent, no `-0`.
 */
export function printRaw({ numerator, denominator }: Ratio): string {
  if (denominator === 1n) return String(numerator)
  return printThousandths(denominator === 1000n ? numerator : roundHalfAway(1000n * numerator, denominator))
}

function printThousandths(thousandths: bigint): string {
  const size = thousandths < 0n ? -thousandths : thousandths
  const decimals = String(size % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '')
  return `${thousandths < 0n ? '-' : ''}${size / 1000n}${decimals && `.${decimals}`}`
}

const DECIMAL = /^(-?\d+)(?:\.(\d+))?$/

/** The exact number that a decimal text stands for, such as `-12.5`. Throws for any other text, exponents included. */
export function parseRaw(text: string): Ratio {
  const match = DECIMAL.exec(text)
  if (!match) throw new Error(`'${text}' is not a decimal number.`)
  const [, whole, decimals = ''] = match as unknown as [string, string, string?]
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

/** Negative when `a` is less than `b`, 0 when they are equal however they are written, positive when `a` is greater. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const left = a.numerator * b.denominator
  const right = b.numerator * a.denominator
  return left < right ? -1 : left > right ? 1 : 0
}

/**
 * The population standard deviation of `count` values, written raw: sqrt(count * Σx² - (Σx)²) / count.
 *
 * Exact for numbers of any size: the three decimals are those of the true value. Throws when there are no values, or when
 * no values can have these sums.
 */
export function deviationRaw(count: bigint, sum: bigint, sumOfSquares: bigint): string {
  const spread = count * sumOfSquares - sum * sum
  if (count <= 0n || spread < 0n) throw new Error(`No ${count} values have the sums ${sum} and ${sumOfSquares}.`)
  // Rounding 1000·sqrt(spread)/count is cutting (2000·sqrt(spread) + count) / 2·count; cutting the root first is harmless.
  return printThousandths((squareRoot(4_000_000n * spread) + count) / (2n * count))
}

/** The greatest whole number whose square is not above `value`, by Newton's method from above. */
function squareRoot(value: bigint): bigint {
  if (value < 2n) return value
  let root = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (root + value / root) >> 1n
    if (next >= root) return root
    root = next
  }
}
