import { atOnce, type Steps } from '../base/in-slices.ts'
import { type DateUnit, dateGroupLabel } from './date-group.ts'
import type { Instant, Millis } from './instant.ts'
import { DAY, dayOfWeek, type LocalDate, localDateTime, localMillis } from './local-time.ts'
import { instantAt, wallClock, type Zone } from './zone.ts'

const PERIODS_PER_STEP = 64

/**
 * Returns the borders of the periods that contain the instants of `[from, to]`: the start of each period in order, and
 * the end of the last. Periods are days, ISO weeks, months, quarters or years on the zone's wall clock.
 *
 * Stops after `most` periods. A day that the zone skipped is no period. Yields after some periods.
 */
export function* periodBorders(from: Instant, to: Instant, unit: DateUnit, zone: Zone, most: number): Steps<Instant[]> {
  let date = firstDay(wallClock(from, zone), unit)
  const borders = [instantAt(date, zone)]
  while (borders.length <= most && borders.at(-1)! <= to) {
    date = next(date, unit)
    const border = instantAt(date, zone)
    if (border > borders.at(-1)!) borders.push(border)
    if (borders.length % PERIODS_PER_STEP === 0) yield
  }
  return borders
}

/** At least as long as any period of a unit, without changes of the zone's clock. */
const LONGEST: Readonly<Record<DateUnit, Millis>> = {
  year: 366 * DAY,
  quarter: 92 * DAY,
  month: 31 * DAY,
  week: 7 * DAY,
  day: DAY,
}

/** At least the difference of two offsets from UTC. */
const CLOCK_CHANGES: Millis = 2 * DAY

/** Returns whether `[from, to]` is so long that it surely has more than `most` periods, whatever the zone. */
export function hasMorePeriods(from: Instant, to: Instant, unit: DateUnit, most: number): boolean {
  return to - from > most * LONGEST[unit] + CLOCK_CHANGES
}

const FORMS: Readonly<Record<DateUnit, RegExp>> = {
  year: /^(\d{4})$/,
  quarter: /^(\d{4})-Q(\d)$/,
  month: /^(\d{4})-(\d\d)$/,
  week: /^(\d{4})-W(\d\d)$/,
  day: /^(\d{4})-(\d\d)-(\d\d)$/,
}

/** Returns the start and the end of the period with a label of dateGroupLabel; `null` for any other text. */
export function labelledPeriod(
  label: string,
  unit: DateUnit,
  zone: Zone,
): readonly [start: Instant, end: Instant] | null {
  const match = FORMS[unit].exec(label)
  if (match === null) return null
  const [year, number = 1, day = 1] = match.slice(1).map(Number) as [number, number?, number?]
  const date = {
    year: { year, month: 1, day },
    quarter: { year, month: 3 * number - 2, day },
    month: { year, month: number, day },
    // The first ISO week of a year has its fourth day.
    week: { year, month: 1, day: 7 * number - 3 },
    day: { year, month: number, day },
  }[unit]
  const within = instantAt(dated(date), zone)
  const [start, end] = atOnce(periodBorders(within, within, unit, zone, 1))
  return dateGroupLabel(start!, zone, unit) === label ? [start!, end!] : null
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
