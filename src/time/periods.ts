import type { DateUnit } from './date-group.ts'
import type { Instant } from './instant.ts'
import { dayOfWeek, type LocalDate, localDateTime, localMillis } from './local-time.ts'
import { instantAt, wallClock, type Zone } from './zone.ts'

/**
 * Returns the borders of the periods that contain the instants of `[from, to]`: the start of each period in order, and
 * the end of the last. Periods are days, ISO weeks, months, quarters or years on the zone's wall clock.
 *
 * Stops after `most` periods. A day that the zone skipped is no period.
 */
export function periodBorders(from: Instant, to: Instant, unit: DateUnit, zone: Zone, most: number): Instant[] {
  let date = firstDay(wallClock(from, zone), unit)
  const borders = [instantAt(date, zone)]
  while (borders.length <= most && borders.at(-1)! <= to) {
    date = next(date, unit)
    const border = instantAt(date, zone)
    if (border > borders.at(-1)!) borders.push(border)
  }
  return borders
}

/** Returns the first day of the period that contains a date. */
function firstDay({ year, month, day }: LocalDate, unit: DateUnit): LocalDate {
  switch (unit) {
    case 'year':
      return { year, month: 1, day: 1 }
    case 'quarter':
      return { year, month: month - ((month - 1) % 3), day: 1 }
    case 'month':
      return { year, month, day: 1 }
    case 'week':
      return dated({ year, month, day: day + 1 - dayOfWeek({ year, month, day }) })
    case 'day':
      return { year, month, day }
  }
}

const MONTHS = { year: 12, quarter: 3, month: 1, week: 0, day: 0 } as const
const DAYS = { year: 0, quarter: 0, month: 0, week: 7, day: 1 } as const

function next({ year, month, day }: LocalDate, unit: DateUnit): LocalDate {
  return dated({ year, month: month + MONTHS[unit], day: day + DAYS[unit] })
}

/** Returns a date whose day or month may be past the end. */
function dated(date: LocalDate): LocalDate {
  return localDateTime(localMillis(date))
}
