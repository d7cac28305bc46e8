import { EARLIEST, type Instant, LATEST } from './instant.ts'
import { localDateTime, localMillis } from './local-time.ts'
import { padded } from './padded.ts'
import { instantAt, wallClock, type Zone } from './zone.ts'

const REPORT_DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}))?$/

/**
 * Parses a date parameter of a report in the report's zone. Returns `null` for invalid text.
 *
 * `yyyy-MM-dd`, which is its 00:00, or `yyyy-MM-dd hh:mm` on the 24-hour clock. A time in a skipped hour is the instant
 * of the clock change; of a repeated hour, the earlier instant counts. Returns `null` for dates that do not exist, for
 * 24:00, and for instants before EARLIEST or after LATEST.
 */
export function parseReportDate(text: string, zone: Zone): Instant | null {
  const match = REPORT_DATE.exec(text.trim())
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1).map(digits => Number(digits ?? 0)) as Five
  const written = { year, month, day, hour, minute, second: 0, millisecond: 0 }
  const local = localMillis(written)
  // Invalid parts roll over: 30 February to March, 24:00 and 12:60 to another hour.
  const read = localDateTime(local)
  if (read.month !== month || read.hour !== hour) return null
  const instant = instantAt(local, zone)
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

type Five = [number, number, number, number, number]

/** Returns an instant in the format of date parameters: `yyyy-MM-dd HH:mm` in the zone. */
export function formatReportDate(instant: Instant, zone: Zone): string {
  const { year, month, day, hour, minute } = wallClock(instant, zone)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)} ${padded(hour, 2)}:${padded(minute, 2)}`
}

/** Returns an instant in the format of error bodies: `yyyy-MM-dd HH:mm:ss` in the zone. */
export function formatServerTime(instant: Instant, zone: Zone): string {
  return `${formatReportDate(instant, zone)}:${padded(wallClock(instant, zone).second, 2)}`
}
