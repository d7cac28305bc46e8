import { parseInstant } from '../time/instant.ts'
import { formatReportDate } from '../time/report-date.ts'
import type { Share } from './flow-json.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Returns the date of an instant in a time zone. */
export function dateText(instant: string | null, zone: string): string {
  return instant === null ? '-' : formatReportDate(parseInstant(instant)!, { name: zone }).slice(0, 10)
}

/** Returns a time in hours, or in days if it is a day or longer. */
export function timeText(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < DAY) return `${(ms / HOUR).toFixed(1)} h`
  return `${(ms / DAY).toFixed(1)} d`
}

/** Returns a share as a percentage. */
export function percentage(value: number): string {
  return `${(100 * value).toFixed(1)} %`
}

/** Returns a share. Of fewer than ten issues, a percentage would say too much. */
export function shareOf({ count, of }: Share): string {
  if (of === 0) return '-'
  return of < 10 ? `${count} of ${of}` : percentage(count / of)
}
