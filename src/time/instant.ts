// time/ holds instants, zones, intervals and the ways to write them. It must never ask what time it is.

/** A moment: whole milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted. */
export type Instant = number

/** An exact length of time in whole milliseconds. */
export type Millis = number

/** The earliest and the latest moment we read: the first of year 1 and the last of year 9999, UTC. */
export const EARLIEST: Instant = Date.parse('0001-01-01T00:00:00.000Z')
export const LATEST: Instant = Date.parse('9999-12-31T23:59:59.999Z')

const ISO = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)$/i

/**
 * The moment that an ISO 8601 date-time with an offset names, or `null` when it names none.
 *
 * `+0100`, `+01:00`, `+01` and `Z` are offsets; fractions below a millisecond are cut off.
 */
export function parseInstant(text: string): Instant | null {
  const parts = ISO.exec(text.trim())
  if (!parts) return null
  const [, date, minutes, seconds = '00', fraction = '', offset] = parts as unknown as [
    string,
    string,
    string,
    string?,
    string?,
    string?,
  ]
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const wall = Date.parse(`${date}T${minutes}:${seconds}.${milliseconds}Z`)
  // Date.parse rolls some impossible dates over (2026-02-30); what does not come back as written is none.
  if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 16) !== `${date}T${minutes}`) return null
  const instant = wall - offsetOf(offset!)
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

function offsetOf(text: string): Millis {
  if (text.toUpperCase() === 'Z') return 0
  const digits = text.slice(1).replace(':', '').padEnd(4, '0')
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2))
  return (text[0] === '-' ? -minutes : minutes) * 60_000
}

/** A moment as ISO 8601 in UTC with milliseconds, such as `2024-03-01T12:30:00.000Z`. */
export function formatInstant(instant: Instant): string {
  return new Date(instant).toISOString()
}
