import type { Millis } from '../../time/instant.ts'

const MINUTE: Millis = 60_000
const UNITS: Readonly<Record<string, Millis>> = { m: MINUTE, h: 60 * MINUTE, d: 24 * 60 * MINUTE, w: 168 * 60 * MINUTE }

const PERIOD = /^([+-]?)((?:\d{1,9}[wdhm]\s*)+)$/

/**
 * Returns the length of a period such as `-5d` or `4w 2d`; `null` for other text.
 *
 * One sign applies to all parts. Units are exact: a week is 168 hours, a day 24; `m` is a minute.
 */
export function parsePeriod(text: string): Millis | null {
  const parts = PERIOD.exec(text.trim())
  if (!parts) return null
  const length = totalOf(parts[2]!, UNITS)
  return parts[1] === '-' ? 0 - length : length
}

/** The lengths of a day and a week in estimates. */
const WORK = { ...UNITS, d: 8 * 60 * MINUTE, w: 40 * 60 * MINUTE }

/** Returns the seconds of a work duration such as `4h` or `1w 2d`; `null` for other text. A number alone is minutes. */
export function parseWork(text: string): number | null {
  if (/^-?\d{1,9}$/.test(text)) return Number(text) * 60
  const parts = PERIOD.exec(text.trim())
  if (!parts) return null
  const length = totalOf(parts[2]!, WORK) / 1000
  return parts[1] === '-' ? 0 - length : length
}

function totalOf(groups: string, units: Readonly<Record<string, Millis>>): Millis {
  let total = 0
  for (const [, digits, unit] of groups.matchAll(/(\d+)([wdhm])/g)) total += Number(digits) * units[unit!]!
  return total
}
