import type { Instant } from '../../time/instant.ts'
import type { QueryClock } from './date-value.ts'
import { parsePeriod } from './period.ts'
import { parseIncrement, type Rounding, roundDate } from './round-date.ts'

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
