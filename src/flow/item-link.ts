import { formatInstant, type Instant } from '../time/instant.ts'
import { formatReportDate } from '../time/report-date.ts'
import type { Zone } from '../time/zone.ts'

/** Parameters of flow/items, in addition to those of a request, that select the issues behind a number. */
export type ItemLink = Readonly<Record<string, string>>

/** Returns the parameters of the issues that finished in `[start, end)`; until asOf if `end` is `null`. */
export function finishedLink(start: Instant, end: Instant | null, zone: Zone, more: ItemLink = {}): ItemLink {
  const to: ItemLink = end === null ? {} : { to: formatReportDate(end, zone) }
  return { state: 'finished', from: formatReportDate(start, zone), ...to, ...more }
}

/** Returns the parameters of the issues of a request with `asOf` that were in progress at an instant. */
export function inProgressLink(at: Instant, asOf: Instant): ItemLink {
  return { state: 'inProgress', ...presentAt(at, asOf) }
}

/** Returns the parameters of all issues that do something in `[start, end)`, until asOf if `end` is `null`. */
export function happenedLink(start: Instant, end: Instant | null, zone: Zone, more: ItemLink): ItemLink {
  return finishedLink(start, end, zone, { state: 'all', ...more })
}

/** Returns the parameters of all issues of a request with `asOf` at an instant. */
export function allLink(at: Instant, asOf: Instant): ItemLink {
  return { state: 'all', ...presentAt(at, asOf) }
}

/** Relative dates in the selection of issues must not move with the instant. */
function presentAt(at: Instant, asOf: Instant): ItemLink {
  return { asOf: formatInstant(at), ...(at === asOf ? {} : { selectAsOf: formatInstant(asOf) }) }
}

/** Returns the parameters of flow/stays, in addition to those of a request, that explain the numbers of an issue. */
export function staysLink(issueKey: string): ItemLink {
  return { issueKey }
}
