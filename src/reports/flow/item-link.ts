import { formatInstant, type Instant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { FlowPlan } from '../../store/plan/flow/flow-plan.ts'

/** Parameters of flow/items, in addition to those of a request, that select the issues behind a number. */
export type ItemLink = Readonly<Record<string, string>>

const MINUTE = 60_000

/** What links of a request have from its plan. */
type LinkedPlan = Pick<FlowPlan, 'asOf' | 'zone'>

/**
 * Returns the parameters of the issues of a request that finished in `[start, end)`; until asOf if `end` is `null`. Dates have no
 * seconds, so an end within a minute is that of the minute.
 */
export function finishedLink(
  start: Instant,
  end: Instant | null,
  { asOf, zone }: LinkedPlan,
  more: ItemLink = {},
): ItemLink {
  const to: ItemLink = end === null ? {} : { to: formatReportDate(Math.ceil(end / MINUTE) * MINUTE, zone) }
  return { state: 'finished', asOf: formatInstant(asOf), from: formatReportDate(start, zone), ...to, ...more }
}

/** Returns the parameters of the issues of a request with `asOf` that were in progress at an instant. */
export function inProgressLink(at: Instant, asOf: Instant): ItemLink {
  return { state: 'inProgress', ...presentAt(at, asOf) }
}

/** Returns the parameters of the issues of a request with `asOf` that were parked at an instant. */
export function parkedLink(at: Instant, asOf: Instant): ItemLink {
  return { state: 'parked', ...presentAt(at, asOf) }
}

/** Returns the parameters of all issues of a request that do something in `[start, end)`, until asOf if `end` is `null`. */
export function happenedLink(start: Instant, end: Instant | null, plan: LinkedPlan, more: ItemLink): ItemLink {
  return finishedLink(start, end, plan, { state: 'all', ...more })
}

/** Returns the parameters of all issues of a request that are not finished at asOf. */
export function unfinishedLink(asOf: Instant): ItemLink {
  return { ...allLink(asOf, asOf), state: 'inProgress,parked,notStarted' }
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
