/** An instant in epoch milliseconds, without leap seconds. */
export type Instant = number

/** An exact duration in whole milliseconds. */
export type Millis = number

/** The earliest and the latest supported instant: the first of year 1 and the last of year 9999, UTC. */
export const EARLIEST: Instant = Date.parse('0001-01-01T00:00:00.000Z')
export const LATEST: Instant = Date.parse('9999-12-31T23:59:59.999Z')

const ISO =
  /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:(Z)|([+-])(\d{2})(?::?(\d{2}))?)$/i

/** The largest offset from UTC, in minutes: 18 hours, as in other libraries for dates. */
const MAX_OFFSET = 18 * 60

/**
 * Parses an ISO 8601 date-time with an offset. Returns `null` for other text.
 *
 * Offsets are `+0100`, `+01:00`, `+01` and `Z`, up to 18 hours. Fractions below a millisecond are truncated.
 */
export function parseInstant(text: string): Instant | null {
  const parts = ISO.exec(text.trim())
  if (!parts) return null
  const number = (i: number): number => Number(parts[i] ?? 0)
  const [year, month, day, hour, minute, second] = [number(1), number(2), number(3), number(4), number(5), number(6)]
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) return null
  const midnight = utcMidnight(year, month, day)
  if (midnight === null) return null
  const milliseconds = Number((parts[7] ?? '').slice(0, 3).padEnd(3, '0'))
  const wall = midnight + ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  const offset = number(10) * 60 + number(11)
  if (number(11) > 59 || offset > MAX_OFFSET) return null
  const instant = parts[9] === '-' ? wall + offset * 60_000 : wall - offset * 60_000
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

/** Returns the midnight at the start of a date in UTC; `null` for a date that does not exist. */
function utcMidnight(year: number, month: number, day: number): Instant | null {
  const date = new Date(0)
  // Date.UTC maps the years 0 to 99 to the twentieth century.
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null
}

/** Returns the midnight in UTC at the start of a date such as `2024-03-01`, or `null` if `text` is not a date. */
export function parseDate(text: string): Instant | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseInstant(`${text}T00:00Z`) : null
}

/** Returns an instant as ISO 8601 in UTC with milliseconds, such as `2024-03-01T12:30:00.000Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString()
}
