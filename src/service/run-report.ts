// service/ tells each story once, from request to answer. It must never know how it was asked.

import { Catalogue } from '../plan/catalogue.ts'
import { queryIn } from '../plan/choose-issues.ts'
import type { PlanContext } from '../plan/plan-context.ts'
import { planReport, type ReportRequest } from '../plan/plan-report.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import { compilePage, compileReport } from '../sql/compile-report.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import type { PageIssue } from '../sql/report-issues.ts'
import type { SqlQuery } from '../sql/sql.ts'
import type { CatalogueRows } from '../store/catalogue-rows.ts'
import type { Row, Run } from '../store/engine.ts'
import type { Store } from '../store/store.ts'
import type { ReportRows, ReportTable } from '../table/report-table.ts'
import { tableOf } from '../table/table-of.ts'
import { normalHoursShown } from '../time/calendar/shown-calendar.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import { type Asking, zoneOf } from './asking.ts'
import { jqlCatalogue, namedIssues } from './jql-catalogue.ts'
import { withIssuesLookedUp } from './looked-up-issues.ts'
import { withShownMoments } from './shown-moments.ts'
import { visibleCatalogue } from './visible-catalogue.ts'
import { workingCalendars } from './working-calendars.ts'

/** What a report needs of the world. */
export interface ReportDeps {
  readonly store: Store
  /** What time it is. */
  readonly now: () => Instant
  /** The server's zone. */
  readonly zone: Zone
  readonly locale: string
  readonly dateFormat: string | null
  readonly dateTimeFormat: string | null
}

/** The answer to a request. Throws REPORT_INVALID; rejects with the signal's reason when it is aborted. */
export async function runReport(request: ReportRequest, deps: ReportDeps, asking: Asking): Promise<ReportTable> {
  const context = await planContext(request, deps, asking)
  const plan = await withShownMoments(planReport(request, context), deps.store, asking.signal)
  const rows = await runQueries(plan, deps.store, asking.signal)
  return tableOf(plan, rows, context.catalogue)
}

/** What a request is planned against, as whoever asks may see it. */
export async function planContext(request: ReportRequest, deps: ReportDeps, { caller }: Asking): Promise<PlanContext> {
  const { store, zone, locale, dateFormat, dateTimeFormat } = deps
  const now = deps.now()
  const calendars = await workingCalendars(store, zone, now)
  const rows = await visibleCatalogue(store, caller.projects)
  const jql = jqlCatalogue(rows)
  return {
    catalogue: catalogueOver(rows),
    jql,
    issues: await namedIssues(store, queryIn(request.endpoint, request.parameters, jql), jql, caller.projects),
    browsable: caller.projects,
    currentUser: caller.person,
    calendars,
    normalHours: { ...normalHoursShown() },
    firstCreated: rows.firstCreated,
    now,
    zone: zoneOf(caller, zone),
    locale,
    dateFormat,
    dateTimeFormat,
  }
}

const catalogues = new WeakMap<CatalogueRows, Catalogue>()

/** The catalogue of one state of the store, made once. */
export function catalogueOver(rows: CatalogueRows): Catalogue {
  const catalogue = catalogues.get(rows) ?? new Catalogue(rows)
  catalogues.set(rows, catalogue)
  return catalogue
}

/** Runs all queries of a plan over one state of the store. */
function runQueries(plan: ReportPlan, store: Store, signal?: AbortSignal): Promise<ReportRows> {
  return store.snapshot(async run => {
    const queries = compileReport(await withIssuesLookedUp(plan, run), duckdb)
    const rows = await answers(queries, run)
    if (plan.endpoint !== 'list') return rows as ReportRows
    const page = await answers(compilePage(plan, rows.rows as unknown as PageIssue[], duckdb), run)
    return { ...rows, ...page } as ReportRows
  }, signal)
}

/** The rows of each query, by its name. */
async function answers<Name extends string>(
  queries: { readonly [name in Name]?: SqlQuery },
  run: Run,
): Promise<{ [name in Name]?: Row[] }> {
  const rows: { [name in Name]?: Row[] } = {}
  for (const [name, query] of Object.entries(queries)) rows[name as Name] = await run(query as SqlQuery)
  return rows
}
