import { type Instant, LATEST, parseInstant } from '../../../core/time/instant.ts'
import { InvalidIssue } from './invalid-parts.ts'
import { textOf } from './json.ts'

/** The first number that is read as epoch milliseconds: smaller ones may be seconds. It is in the year 1973. */
const FIRST_MILLISECONDS = 1e11

/**
 * Parses an instant: ISO 8601, or epoch milliseconds, as some endpoints of Jira Cloud write it. Returns `null` when
 * `value` is missing or empty. Throws InvalidIssue, with the location, when it is neither.
 */
export function readInstant(value: unknown, location: () => string): Instant | null {
  if (value === null || value === undefined || value === '') return null
  const instant = isDigits(value)
    ? millisecondsOf(Number(value))
    : typeof value === 'string'
      ? parseInstant(value)
      : null
  if (instant === null) throw new InvalidIssue(`${location()} '${textOf(value) ?? typeof value}' is not a date-time`)
  return instant
}

function isDigits(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value))
}

function millisecondsOf(value: number): Instant | null {
  return Number.isInteger(value) && value >= FIRST_MILLISECONDS && value <= LATEST ? value : null
}
