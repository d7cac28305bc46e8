import type { Instant } from '../../time/instant.ts'
import {
  DAY,
  dayOfWeek,
  type LocalDateTime,
  type LocalMillis,
  localDateTime,
  localMillis,
} from '../../time/local-time.ts'
import { instantAt, wallClock, type Zone } from '../../time/zone.ts'
import type { QueryClock } from './date-value.ts'
import { parsePeriod } from './period.ts'

/** The start or the end of a calendar period, by the name of its function. */
export interface PeriodEdge extends Pick<Rounding, 'edge' | 'unit'> {
  readonly name: string
}

const PERIODS = { Day: 'd', Week: 'w', Month: 'M', Quarter: 'Q', Year: 'y' } as const satisfies Record<
  string,
  Rounding['unit']
>

/** startOf... and endOf... of the day, week, month, quarter and year. Those of the quarter are our extension. */
export const periodEdges: readonly PeriodEdge[] = (['start', 'end'] as const).flatMap(edge =>
  Object.entries(PERIODS).map(([period, unit]) => ({ name: `${edge}Of${period}`, edge, unit })),
)

/** The last instant of a Date. */
const MAX_DATE = 8.64e15

/**
 * Returns the edge of the current period, moved by an increment such as `-1w`; `null` if the increment is invalid or
 * too large.
 */
export function instantOfEdge({ edge, unit }: PeriodEdge, text: string | null, clock: QueryClock): Instant | null {
  const increment = text === null ? null : parseIncrement(text, unit)
  if (text !== null && increment === null) return null
  const at = roundDate(clock.now, { unit, edge, increment }, clock.zone)
  return Math.abs(at) <= MAX_DATE ? at : null
}

const CALL = /^(\w+)\s*\(\s*(?:(["']?)([^"'()]+)\2)?\s*\)$/

/**
 * Returns the instant of a text such as `-90d`, `now()`, `startOfMonth(-1)` or `endOfDay("+1w")`; `null` for other
 * text.
 */
export function readRelativeDate(text: string, clock: QueryClock): Instant | null {
  const period = parsePeriod(text)
  if (period !== null) return clock.now + period
  const [, name = '', , increment] = CALL.exec(text.trim()) ?? []
  if (name.toLowerCase() === 'now') return increment === undefined ? clock.now : null
  const edge = periodEdges.find(candidate => candidate.name.toLowerCase() === name.toLowerCase())
  return edge ? instantOfEdge(edge, increment ?? null, clock) : null
}

/** A unit of the calendar or of the clock, shortest first: `m` is a minute, `M` a month, `Q` a quarter. */
export const UNITS = ['m', 'h', 'd', 'w', 'M', 'Q', 'y'] as const
/** One of the units. */
export type RoundingUnit = (typeof UNITS)[number]

/** A number of units. */
export interface Increment {
  readonly count: number
  readonly unit: RoundingUnit
}

/** The parameters of startOf... and endOf... */
export interface Rounding {
  readonly unit: 'd' | 'w' | 'M' | 'Q' | 'y'
  readonly edge: 'start' | 'end'
  /** `null` for none. */
  readonly increment: Increment | null
}

/** Parses an increment such as `-1`, `+2w` or `-3M`; `unit` is the default unit. Returns `null` for other text. */
export function parseIncrement(text: string, unit: RoundingUnit): Increment | null {
  const parts = /^([+-]?\d{1,6})([yMwdhm]?)$/.exec(text.trim())
  return parts && { count: Number(parts[1]), unit: (parts[2] || unit) as RoundingUnit }
}

/**
 * Returns the start or the end of the period around an instant, moved by the increment.
 *
 * An increment in the period's own unit or a longer one is applied before rounding, a shorter one after it:
 * `endOfMonth("-1M")` is the end of a month, `endOfMonth("+15d")` the 15th. The end is the last millisecond of the
 * period. Weeks begin on Monday.
 */
export function roundDate(at: Instant, rounding: Rounding, zone: Zone): Instant {
  const { unit, edge, increment } = rounding
  const isBefore = increment !== null && UNITS.indexOf(increment.unit) >= UNITS.indexOf(unit)
  const moved = isBefore ? move(at, increment, zone) : at
  const start = startOf(wallClock(moved, zone), unit)
  const rounded = edge === 'start' ? instantAt(start, zone) : instantAt(nextStart(start, unit), zone) - 1
  return increment === null || isBefore ? rounded : move(rounded, increment, zone)
}

function startOf({ year, month, day }: LocalDateTime, unit: Rounding['unit']): LocalMillis {
  switch (unit) {
    case 'd':
      return localMillis({ year, month, day })
    case 'w':
      return localMillis({ year, month, day: day + 1 - dayOfWeek({ year, month, day }) })
    case 'M':
      return localMillis({ year, month, day: 1 })
    case 'Q':
      return localMillis({ year, month: month - ((month - 1) % 3), day: 1 })
    case 'y':
      return localMillis({ year, month: 1, day: 1 })
  }
}

/** The number of months of each longer unit. */
const MONTHS = { M: 1, Q: 3, y: 12 } as const

function nextStart(start: LocalMillis, unit: Rounding['unit']): LocalMillis {
  const { year, month } = localDateTime(start)
  if (unit === 'd') return start + DAY
  if (unit === 'w') return start + 7 * DAY
  return localMillis({ year, month: month + MONTHS[unit], day: 1 })
}

/**
 * Adds an increment. Hours and minutes are exact; longer units keep the time of day, and months the day if it exists.
 */
function move(at: Instant, { count, unit }: Increment, zone: Zone): Instant {
  if (unit === 'm') return at + count * 60_000
  if (unit === 'h') return at + count * 3_600_000
  const local = wallClock(at, zone)
  if (unit === 'd' || unit === 'w') return instantAt(localMillis(local) + count * (unit === 'd' ? 1 : 7) * DAY, zone)
  return instantAt(moveMonths(local, count * MONTHS[unit]), zone)
}

function moveMonths(local: LocalDateTime, count: number): LocalMillis {
  const { year, month } = localDateTime(localMillis({ year: local.year, month: local.month + count, day: 1 }))
  const lastDay = localDateTime(localMillis({ year, month: month + 1, day: 0 })).day
  return localMillis({ ...local, year, month, day: Math.min(local.day, lastDay) })
}
