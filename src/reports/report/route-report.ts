import type { RequestContext } from '../../access/permissions/request-context.ts'
import { isUserError, UserError } from '../../core/base/errors.ts'
import type { Instant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { ReportEngine } from '../../store/engine/report-engine.ts'
import type { engines } from '../../store/plan/parameters.ts'
import type { ReportRequest } from '../../store/plan/plan-report.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { staysRead } from '../../store/sql/stays-read.ts'
import type { ReportTable } from '../table/report-table.ts'
import type { ClusterState } from './cluster-state.ts'
import { type ReadRequest, type ReportDeps, readRequest, runReport } from './run-report.ts'

/** The database of a report: as requested, or by the number of stays that it reads. */
export type EngineChoice = (typeof engines)[number]

/** Which database computed a report. */
export interface ComputedBy {
  readonly engine: 'duckdb' | 'trino'
  /** The published revision that Trino read; `null` for the store itself. */
  readonly revision: number | null
}

/** A published revision that a report reads. */
export interface ReadRevision {
  readonly revision: number
  /** All changes of the store up to this instant are in it. */
  readonly until: Instant
}

/** The reports on the published tables. */
export interface PublishedReports {
  /** Returns an engine, which passes on the revision that a report reads. */
  readonly engine: (onRevision: (read: ReadRevision) => void) => ReportEngine
  readonly cluster: ClusterState
  /** Returns the number of published stays; `null` when Trino knows no revision. */
  readonly stays: () => Promise<number | null>
}

/** The inputs that decide which database runs a report. */
export interface RouteDeps extends ReportDeps {
  /** `null` without a cluster. */
  readonly published: PublishedReports | null
  /** The choice for requests without one. */
  readonly engineChoice: EngineChoice
  /** The number of stays that an aggregation must read to run on Trino. */
  readonly trinoStays: number
}

/** A report, and the database that computed it; `null` without a cluster, unless the request has chosen one. */
export interface RoutedReport {
  readonly table: ReportTable
  readonly computedBy: ComputedBy | null
}

/**
 * The reasons for which a report on Trino can run in the store instead. A report that reached a time limit is not among
 * them: it would use that time again.
 */
const REPLACEABLE = [
  ...(['TRINO_UNREACHABLE', 'TRINO_UNABLE', 'TRINO_TOO_LARGE'] as const),
  ...(['REVISION_MISSING', 'REVISION_OUTDATED', 'CALENDAR_UNPUBLISHED'] as const),
]

type Planned = NonNullable<ReportDeps['planned']>

/** Thrown to leave the store for a report that Trino computes faster. */
class LargeReport extends Error {
  /** The plan over the store. */
  readonly plan: ReportPlan

  constructor(plan: ReportPlan) {
    super('the report is for Trino.')
    this.plan = plan
  }
}

/** Thrown if a request names something newer than the published revision. */
class RevisionBehind extends Error {
  override readonly message = 'the published revision lacks something that the request names.'
}

/**
 * Runs a report on the database that the request chooses, or else the settings, or else the number of stays that it
 * reads: only large aggregations are faster on Trino.
 *
 * Unless Trino is required, a report that it cannot run now runs in the store, with a warning. Throws as runReport, and
 * TRINO_MISSING.
 */
export async function routeReport(
  request: ReportRequest,
  deps: RouteDeps,
  requestContext: RequestContext,
): Promise<RoutedReport> {
  const { published } = deps
  const read = readRequest(request)
  const choice = read.engine ?? deps.engineChoice
  const inStore = async (planned: Planned = async () => []): Promise<RoutedReport> => ({
    table: await runReport(request, { ...deps, planned }, requestContext, read),
    computedBy: published || read.engine ? { engine: 'duckdb', revision: null } : null,
  })
  if (!published) {
    if (choice === 'trino') throw new UserError('TRINO_MISSING')
    return inStore()
  }
  if (choice === 'duckdb') return inStore()
  const replaced = (reason: Error): readonly string[] => {
    published.cluster.replaced()
    return [`Computed in the store, not by Trino: ${reason.message}`]
  }
  let stored: ReportPlan | null = null
  if (choice === 'auto') {
    const all = request.endpoint === 'aggregation' ? await published.stays() : null
    if (all === null || all < deps.trinoStays) return inStore()
    try {
      // A report for the store is planned once, and runs on the snapshot of its plan.
      return await inStore(async (plan, snapshot) => {
        const [row] = await snapshot.run(staysRead(plan, snapshot.dialect))
        if (Number(row!.stays) < deps.trinoStays) return []
        const failure = published.cluster.failure()
        if (failure) return replaced(failure)
        throw new LargeReport(plan)
      })
    } catch (error) {
      if (!(error instanceof LargeReport)) throw error
      stored = error.plan
    }
  }
  try {
    return await onTrino({ request, read, stored }, published, deps, requestContext)
  } catch (error) {
    const isReplaceable = error instanceof RevisionBehind || REPLACEABLE.some(code => isUserError(error, code))
    if (choice === 'trino' || !isReplaceable) throw error
    return inStore(async () => replaced(error as Error))
  }
}

/** A report for Trino, with its plan over the store, if it has one. */
interface TrinoReport {
  readonly request: ReportRequest
  readonly read: ReadRequest
  readonly stored: ReportPlan | null
}

/** Runs a report on Trino. Throws RevisionBehind if its plan over the store does not fit the revision. */
async function onTrino(
  { request, read, stored }: TrinoReport,
  { engine, cluster }: PublishedReports,
  deps: RouteDeps,
  requestContext: RequestContext,
): Promise<RoutedReport> {
  let state: ReadRevision | undefined
  const onRevision = (revision: ReadRevision) => {
    state = revision
  }
  const planned: Planned = async plan => {
    // An unknown person causes a warning, not an error.
    if (stored && plan.warnings.some(warning => !stored.warnings.includes(warning))) throw new RevisionBehind()
    return [untilWarning(state!, plan)]
  }
  try {
    const table = await runReport(request, { ...deps, engine: engine(onRevision), planned }, requestContext, read)
    cluster.succeeded()
    return { table, computedBy: { engine: 'trino', revision: state!.revision } }
  } catch (error) {
    if (isUserError(error) && error.code.startsWith('TRINO_')) cluster.failed(error)
    // The store accepted the request.
    throw stored && isUserError(error, 'REPORT_INVALID') ? new RevisionBehind() : error
  }
}

function untilWarning({ revision, until }: ReadRevision, { format }: ReportPlan): string {
  return `Computed from revision ${revision} of the lake: its data is complete until ${formatReportDate(until, format.zone)}.`
}
