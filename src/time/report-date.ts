import { EARLIEST, type Instant, LATEST } from './instant.ts'
import { localDateTime, localMillis } from './local-time.ts'
import { padded } from './padded.ts'
import { instantAt, wallClock, type Zone } from './zone.ts'

const REPORT_DATE = /^(\d{4})-(\d{2})-(\d{2})(?: (\d{2}):(\d{2}))?$/

/**
 * The moment that a date parameter of a report names in the report's zone, or `null` when it names none.
 *
 * `yyyy-MM-dd`, which is its 00:00, or `yyyy-MM-dd hh:mm` on the 24-hour clock. In a skipped hour it is the moment of the
 * change, in a repeated one the earlier. Dates that do not exist, and 24:00, are `null`, as are those that no Instant
 * between EARLIEST and LATEST can be given for.
 */
export function parseReportDate(text: string, zone: Zone): Instant | null {
  const match = REPORT_DATE.exec(text.trim())
  if (!match) return null
  const [year, month, day, hour, minute] = match.slice(1).map(digits => Number(digits ?? 0)) as Five
  const written = { year, month, day, hour, minute, second: 0, millisecond: 0 }
  const local = localMillis(written)
  // What rolls over comes back otherwise than it was written: 30 February as March, 24:00 and 12:60 as another hour.
  const read = localDateTime(local)
  if (read.month !== month || read.hour !== hour) return null
  const instant = instantAt(local, zone)
  return instant >= EARLIEST && instant <= LATEST ? instant : null
}

type Five = [number, number, number, number, number]

/** A moment as the report's date parameters are written: `yyyy-MM-dd HH:mm` in the zone. */
export function formatReportDate(instant: Instant, zone: Zone): string {
  const { year, month, day, hour, minute } = wallClock(instant, zone)
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)} ${padded(hour, 2)}:${padded(minute, 2)}`
}

/** A moment as error bodies write it: `yyyy-MM-dd HH:mm:ss` in the zone. */
export function formatServerTime(instant: Instant, zone: Zone): string {
  return `${formatReportDate(instant, zone)}:${padded(wallClock(instant, zone).second, 2)}`
}
