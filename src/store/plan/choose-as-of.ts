import { formatInstant, type Instant, parseInstant } from '../../core/time/instant.ts'
import { parseReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import { RELATIVE_DATES, relativeDate, whyNoInstant } from './choose-issues.ts'
import { quoted } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'

const NO_INSTANT = `is not a date or time. Allowed: 2024-03-01T12:30:00Z, with any offset up to 18 hours, a date such as 2024-03-01, or relative to now: ${RELATIVE_DATES}`

/** Reads asOf. Defaults to the time of the request. */
export function chooseAsOf(values: RequestValues<'asOf'>, now: Instant, zone: Zone): Instant {
  return readMoment(values, 'asOf', { now, zone })
}

/** Reads a parameter with a moment up to now. Defaults to now. */
export function readMoment<Name extends string>(
  values: RequestValues<Name>,
  name: Name,
  { now, zone }: { readonly now: Instant; readonly zone: Zone },
): Instant {
  const text = values.text(name)
  if (text === undefined) return now
  const date = /[T:]/i.test(text) ? null : parseReportDate(text, zone)
  const asOf = parseInstant(text) ?? date ?? relativeDate(text, { now, zone })
  if (asOf === null) values.problems.add(name, `${quoted(text)} ${whyNoInstant(text, zone, NO_INSTANT)}`)
  else if (asOf > now) {
    values.problems.add(name, `${quoted(text)} is in the future. Allowed: up to now, ${formatInstant(now)}`)
  }
  return asOf ?? now
}
