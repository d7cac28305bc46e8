import type { Instant } from '../../time/instant.ts'
import type { Clock } from './date-value.ts'
import { parsePeriod } from './period.ts'
import { parseIncrement, type Rounding, roundDate } from './round-moment.ts'

/** The clock that relative dates count from, and the day on which its weeks begin: 1 is Monday, 7 is Sunday. */
export interface RelativeClock extends Clock {
  readonly firstDayOfWeek: number
}

/** The start or the end of a period of the calendar, by the name of its function. */
export interface PeriodEdge extends Pick<Rounding, 'edge' | 'unit'> {
  readonly name: string
}

const PERIODS = { Day: 'd', Week: 'w', Month: 'M', Quarter: 'Q', Year: 'y' } as const satisfies Record<
  string,
  Rounding['unit']
>

/** startOf... and endOf... of the day, week, month, quarter and year; those of the quarter are ours. */
export const periodEdges: readonly PeriodEdge[] = (['start', 'end'] as const).flatMap(edge =>
  Object.entries(PERIODS).map(([period, unit]) => ({ name: `${edge}Of${period}`, edge, unit })),
)

/** The last moment that a Date can hold. */
const MOST = 8.64e15

/** The edge of the period around now, moved by an increment such as `-1w`; `null` when it is none, or leads too far. */
export function instantOfEdge({ edge, unit }: PeriodEdge, words: string | null, clock: RelativeClock): Instant | null {
  const increment = words === null ? null : parseIncrement(words, unit)
  if (words !== null && increment === null) return null
  const at = roundDate(clock.now, { unit, edge, increment }, clock.zone, clock.firstDayOfWeek)
  return Math.abs(at) <= MOST ? at : null
}

const CALL = /^(\w+)\s*\(\s*(?:(["']?)([^"'()]+)\2)?\s*\)$/

/** The moment that words such as `-90d`, `now()`, `startOfMonth(-1)` or `endOfDay("+1w")` name; `null` for others. */
export function readRelativeDate(text: string, clock: RelativeClock): Instant | null {
  const period = parsePeriod(text)
  if (period !== null) return clock.now + period
  const [, name = '', , increment] = CALL.exec(text.trim()) ?? []
  if (name.toLowerCase() === 'now') return increment === undefined ? clock.now : null
  const edge = periodEdges.find(one => one.name.toLowerCase() === name.toLowerCase())
  return edge ? instantOfEdge(edge, increment ?? null, clock) : null
}
