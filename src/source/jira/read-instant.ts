import { type Instant, parseInstant } from '../../time/instant.ts'
import { InvalidIssue } from './invalid-issue.ts'
import { textOf } from './json.ts'

/**
 * Parses an instant; `null` when `value` is missing or empty. Throws InvalidIssue, with the location, when it is not a
 * date-time.
 */
export function readInstant(value: unknown, location: () => string): Instant | null {
  if (value === null || value === undefined || value === '') return null
  const instant = typeof value === 'string' ? parseInstant(value) : null
  if (instant === null) throw new InvalidIssue(`${location()} '${textOf(value) ?? typeof value}' is not a date-time`)
  return instant
}
