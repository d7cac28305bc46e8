import { type Instant, parseInstant } from '../time/instant.ts'
import { parseReportDate } from '../time/report-date.ts'
import type { Zone } from '../time/zone.ts'
import { RELATIVE_DATES, relativeDate } from './choose-issues.ts'
import { quoted } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'

/** Reads asOf. Defaults to the time of the request. */
export function chooseAsOf(values: RequestValues<'asOf'>, now: Instant, zone: Zone): Instant {
  const text = values.text('asOf')
  if (text === undefined) return now
  const date = /[T:]/i.test(text) ? null : parseReportDate(text, zone)
  const asOf = parseInstant(text) ?? date ?? relativeDate(text, { now, zone })
  if (asOf === null) {
    values.problems.add(
      'asOf',
      `${quoted(text)} is not a moment. Allowed: 2024-03-01T12:30:00Z, with any offset, a date such as 2024-03-01, or relative to now: ${RELATIVE_DATES}`,
    )
  } else if (asOf > now) values.problems.add('asOf', `${quoted(text)} is in the future`)
  return asOf ?? now
}
