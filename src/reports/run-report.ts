import { namedIssues } from '../access/named-issues.ts'
import { type RequestContext, zoneOf } from '../access/request-context.ts'
import { visibleCatalogue } from '../access/visible-catalogue.ts'
import { knownCalendars, refreshCalendars, withCurrentCalendars } from '../calendars/working-calendars.ts'
import { jqlCatalogueOf } from '../catalogue/jql-catalogue.ts'
import { reportNamesOf } from '../catalogue/report-names.ts'
import { queryOfRequest } from '../plan/choose-issues.ts'
import type { PlanContext } from '../plan/plan-context.ts'
import { planReport, type ReportRequest } from '../plan/plan-report.ts'
import type { ReportEngine, Snapshot } from '../store/report-engine.ts'
import type { Store } from '../store/store.ts'
import type { ReportTable } from '../table/report-table.ts'
import { normalHoursShown } from '../time/calendar/shown-calendar.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import { ANSWER_LIMITS, type AnswerLimits } from './answer-limits.ts'
import { HeavyReport, isHeavy } from './heavy-report.ts'
import { withIssuesLookedUp } from './looked-up-issues.ts'
import { readAggregation } from './read-aggregation.ts'
import { readList } from './read-list.ts'
import { withShownInstants } from './shown-instants.ts'

/** The dependencies of a report. */
export interface ReportDeps {
  readonly engine: ReportEngine
  /** Refreshes the stale buckets of working calendars. */
  readonly refreshCalendars: () => Promise<void>
  /** Returns the current time. */
  readonly now: () => Instant
  /** The server's time zone. */
  readonly zone: Zone
  readonly locale: string
  readonly dateFormat: string | null
  readonly dateTimeFormat: string | null
  readonly limits: AnswerLimits
}

/** Returns the dependencies of reports over a store. */
export function reportDepsOver(
  store: Store,
  {
    limits,
    ...deps
  }: Omit<ReportDeps, 'engine' | 'refreshCalendars' | 'limits'> & {
    readonly limits?: Partial<AnswerLimits>
  },
): ReportDeps {
  return {
    ...deps,
    limits: { ...ANSWER_LIMITS, ...limits },
    engine: store.reports,
    refreshCalendars: () => refreshCalendars(store, deps.zone, deps.now()),
  }
}

/**
 * Runs a report: plans it and runs its queries on one snapshot of the store.
 *
 * The caller must read the returned table to its end or close it. Throws REPORT_INVALID, REPORT_TOO_LARGE and
 * QUERY_TOO_LARGE; rejects with the signal's reason when it is aborted.
 */
export function runReport(
  request: ReportRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<ReportTable> {
  return withSnapshot(deps, requestContext, async snapshot => {
    const context = await planContext(snapshot, request, deps, requestContext)
    const planned = planReport(request, context)
    if (requestContext.refuseHeavy && isHeavy(planned.where)) throw new HeavyReport()
    const shown = await withShownInstants(planned, snapshot)
    const plan = await withIssuesLookedUp(shown, snapshot)
    const read = plan.endpoint === 'list' ? readList : readAggregation
    return read(plan, snapshot, context.catalogue, deps.limits)
  })
}

/** Runs `work` on one snapshot of the store, in which the working calendars that it uses are current. */
export function withSnapshot<T>(
  { engine, refreshCalendars }: Pick<ReportDeps, 'engine' | 'refreshCalendars'>,
  { signal }: RequestContext,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  return withCurrentCalendars(refreshCalendars, () => engine.snapshot(work, signal))
}

/** Returns the context in which a request is planned, filtered to what the caller may see. */
export async function planContext(
  snapshot: Snapshot,
  request: ReportRequest,
  deps: ReportDeps,
  { caller }: RequestContext,
): Promise<PlanContext> {
  const { zone, locale, dateFormat, dateTimeFormat } = deps
  const now = deps.now()
  const catalogue = await visibleCatalogue(snapshot, caller.projects)
  const jql = jqlCatalogueOf(catalogue)
  const query = queryOfRequest(request.endpoint, request.parameters, jql)
  return {
    catalogue: reportNamesOf(catalogue),
    jql,
    issues: await namedIssues(snapshot.run, query ? [query] : [], jql, caller.projects),
    browsable: caller.projects,
    currentUser: caller.person,
    calendars: knownCalendars(catalogue, zone, now),
    normalHours: { ...normalHoursShown() },
    firstCreated: catalogue.firstCreated,
    now,
    zone: zoneOf(caller, zone),
    locale,
    dateFormat,
    dateTimeFormat,
  }
}
