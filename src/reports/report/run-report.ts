import { browsablePart } from '../../access/permissions/browsable-in.ts'
import { namedIssues } from '../../access/permissions/named-issues.ts'
import { type RequestContext, zoneOf } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { UserError } from '../../core/base/errors.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import { jqlCatalogueOf } from '../../core/catalogue/jql-catalogue.ts'
import type { Catalogue } from '../../core/catalogue/model.ts'
import { type ReportNames, reportNamesOf } from '../../core/catalogue/report-names.ts'
import type { JqlQuery } from '../../core/jql/query-tree.ts'
import { normalHoursShown } from '../../core/time/calendar/shown-calendar.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { ReportEngine, Snapshot } from '../../store/engine/report-engine.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
import { selectQuery } from '../../store/plan/choose-issues.ts'
import { engines, type RequestedEndpoint, reportParameters } from '../../store/plan/parameters.ts'
import type { IssueParameter, PlanContext } from '../../store/plan/plan-context.ts'
import { type PlannedQuery, planReport, type ReportRequest } from '../../store/plan/plan-report.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { RequestValues } from '../../store/plan/request-values.ts'
import { knownCalendars, refreshCalendars, withCurrentCalendars } from '../calendars/working-calendars.ts'
import type { ReportTable } from '../table/report-table.ts'
import { withAccountMode } from './account-mode.ts'
import { ANSWER_LIMITS, type AnswerLimits } from './answer-limits.ts'
import { HeavyReport, isHeavy } from './heavy-report.ts'
import { withKnownFinishes } from './known-finishes.ts'
import { withIssuesLookedUp } from './looked-up-issues.ts'
import { type OutdatedProject, withOutdatedProjects } from './outdated-projects.ts'
import { readAggregation } from './read-aggregation.ts'
import { readList } from './read-list.ts'
import { withShownInstants } from './shown-instants.ts'
import { withUnmatchedNames } from './unmatched-names.ts'

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
  /** Returns the projects of connections whose issues are not current. */
  readonly outdatedProjects: (run: Run) => Promise<readonly OutdatedProject[]>
  /** Returns additional warnings of a plan on a snapshot, or throws to refuse it. */
  readonly planned?: (plan: ReportPlan, snapshot: Snapshot) => Promise<readonly string[]>
}

/** The parameters of a request as read once for all its plans. */
export interface ReadRequest {
  /** Each plan needs a copy. */
  readonly values: RequestValues
  /** The database that the request chooses. A value that is not possible is an error of `values`. */
  readonly engine: (typeof engines)[number] | null
}

/** Reads the parameters of a request. */
export function readRequest({ endpoint, parameters }: ReportRequest): ReadRequest {
  const values = new RequestValues(reportParameters(endpoint), parameters)
  return { values, engine: values.choice('engine', engines) ?? null }
}

/** Returns the dependencies of reports over a store. */
export function createReportDeps(
  store: Store,
  {
    limits,
    outdatedProjects = async () => [],
    ...deps
  }: Omit<ReportDeps, 'engine' | 'refreshCalendars' | 'limits' | 'outdatedProjects'> & {
    readonly limits?: Partial<AnswerLimits>
    readonly outdatedProjects?: ReportDeps['outdatedProjects']
  },
): ReportDeps {
  return {
    ...deps,
    outdatedProjects,
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
  read = readRequest(request),
): Promise<ReportTable> {
  return withSnapshot(deps, requestContext, async whole => {
    const { plan, snapshot, catalogue } = await planOn(whole, request, deps, requestContext, [], read)
    const readTable = plan.endpoint === 'list' ? readList : readAggregation
    return readTable(plan, snapshot, catalogue, deps.limits)
  })
}

/** A planned report, with the part of a snapshot that the caller may see. */
export interface PlannedReport extends PlannedQuery {
  readonly snapshot: Snapshot
  readonly catalogue: ReportNames
}

/** Plans a report on a snapshot. Throws REPORT_INVALID, and HeavyReport. */
export async function planOn(
  whole: Snapshot,
  request: ReportRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
  warnings: readonly string[] = [],
  read = readRequest(request),
): Promise<PlannedReport> {
  const { plan: made, snapshot, ...others } = await planAlone(whole, request, deps, requestContext, read)
  const more = (await deps.planned?.(made, snapshot)) ?? []
  const planned = { ...made, warnings: [...made.warnings, ...warnings, ...more] }
  if (requestContext.refuseHeavy && isHeavy(planned.where)) throw new HeavyReport()
  const shown = await withShownInstants(planned, snapshot)
  const looked = await withIssuesLookedUp(shown, snapshot)
  const outdated = await withOutdatedProjects(
    looked,
    await deps.outdatedProjects(snapshot.present.run),
    looked.format.zone,
    requestContext.caller,
    snapshot,
  )
  // Revisions in the lake are of another state, and do not have the unmatched names.
  const { isPublished } = deps.engine
  const warned = isPublished
    ? outdated
    : await withUnmatchedNames(await withKnownFinishes(outdated, snapshot), snapshot)
  return { plan: await withAccountMode(warned, snapshot), snapshot, ...others }
}

/** Plans a report on a snapshot, without what planOn looks up for its plan. Throws REPORT_INVALID. */
export async function planAlone(
  whole: Snapshot,
  request: ReportRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
  read = readRequest(request),
): Promise<PlannedReport> {
  // The work on a snapshot may be repeated.
  const values = read.values.copy()
  const { snapshot, context } = await planContext(whole, request.endpoint, values, deps, requestContext)
  const planned = await inSlices(planReport(request, values, context), requestContext.signal)
  return { ...planned, snapshot, catalogue: context.catalogue }
}

/** Runs `work` on one snapshot of the data, in which the working calendars that it uses are current. */
export function withSnapshot<T>(
  { engine, refreshCalendars }: Pick<ReportDeps, 'engine' | 'refreshCalendars'>,
  { signal }: RequestContext,
  work: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const refresh = engine.isPublished ? () => Promise.reject(new UserError('CALENDAR_UNPUBLISHED')) : refreshCalendars
  return withCurrentCalendars(refresh, () => engine.snapshot(work, signal))
}

/**
 * Returns the part of a snapshot that the caller may see, the context in which a request is planned for it, and the
 * visible catalogue. The context has the issues that the query of the request and `more` queries name.
 */
export async function planContext(
  whole: Snapshot,
  endpoint: RequestedEndpoint,
  values: RequestValues<IssueParameter>,
  deps: ReportDeps,
  { caller, signal }: RequestContext,
  more: readonly JqlQuery[] = [],
): Promise<{ readonly snapshot: Snapshot; readonly context: PlanContext; readonly visible: Catalogue }> {
  const { zone, locale, dateFormat, dateTimeFormat } = deps
  const now = deps.now()
  const { snapshot, browsable } = await browsablePart(whole, caller)
  const catalogue = await visibleCatalogue(snapshot.present, caller.browsable, snapshot.readCatalogue)
  const jql = jqlCatalogueOf(catalogue)
  const names = { catalogue: reportNamesOf(catalogue), jql }
  const selected = await inSlices(selectQuery(values, endpoint, names), signal)
  const context: PlanContext = {
    ...names,
    selected,
    issues: await namedIssues(snapshot, selected ? [selected.query, ...more] : more, jql, browsable),
    browsable,
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
  return { snapshot, context, visible: catalogue }
}
