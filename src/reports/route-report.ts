import type { RequestContext } from '../access/request-context.ts'
import { isUserError, UserError } from '../base/errors.ts'
import { inSlices } from '../base/in-slices.ts'
import { engines } from '../plan/parameters.ts'
import { planReport, type ReportRequest } from '../plan/plan-report.ts'
import { staysRead } from '../sql/stays-read.ts'
import type { ReportEngine } from '../store/report-engine.ts'
import type { ReportTable } from '../table/report-table.ts'
import { planContext, type ReportDeps, runReport, withSnapshot } from './run-report.ts'

/** The database of a report: as requested, or by the number of stays that it reads. */
export type EngineChoice = (typeof engines)[number]

/** Which database computed a report. */
export interface ComputedBy {
  readonly engine: 'duckdb' | 'trino'
  /** The published revision that Trino read; `null` for the store itself. */
  readonly revision: number | null
}

/** The reports on the published tables. */
export interface PublishedReports {
  /** Returns an engine, which passes on the revision that a report reads. */
  readonly engine: (onRevision: (revision: number) => void) => ReportEngine
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
  const requested = requestedEngine(request)
  const choice = requested ?? deps.engineChoice
  const inStore = async (warnings: readonly string[] = []): Promise<RoutedReport> => ({
    table: await runReport(request, deps, requestContext, warnings),
    computedBy: published || requested ? { engine: 'duckdb', revision: null } : null,
  })
  if (!published) {
    if (choice === 'trino') throw new UserError('TRINO_MISSING')
    return inStore()
  }
  if (choice === 'duckdb' || (choice === 'auto' && !(await isLarge(request, published, deps, requestContext))))
    return inStore()
  try {
    let revision: number | null = null
    const engine = published.engine(read => {
      revision = read
    })
    const table = await runReport(request, { ...deps, engine }, requestContext)
    return { table, computedBy: { engine: 'trino', revision } }
  } catch (error) {
    const code = REPLACEABLE.find(code => isUserError(error, code))
    if (choice === 'trino' || code === undefined) throw error
    return inStore([`Computed in the store, not by Trino: ${(error as UserError).message}`])
  }
}

/** Returns the choice of a request. An invalid one is an error of the plan. */
function requestedEngine({ parameters }: ReportRequest): EngineChoice | null {
  const values = parameters.filter(({ name, value }) => name.toLowerCase() === 'engine' && value.trim() !== '')
  const sent = values.find(({ location }) => location === 'body') ?? values[0]
  return engines.find(engine => engine === sent?.value.trim().toLowerCase()) ?? null
}

/** Returns whether a report reads so many stays that Trino is faster. Throws as runReport when the request is invalid. */
async function isLarge(
  request: ReportRequest,
  published: PublishedReports,
  deps: RouteDeps,
  requestContext: RequestContext,
): Promise<boolean> {
  const { trinoStays } = deps
  const all = request.endpoint === 'aggregation' ? await published.stays() : null
  if (all === null || all < trinoStays) return false
  return withSnapshot(deps, requestContext, async whole => {
    const { snapshot, context } = await planContext(whole, request, deps, requestContext)
    const plan = await inSlices(planReport(request, context), requestContext.signal)
    const [row] = await snapshot.run(staysRead(plan, snapshot.dialect))
    return Number(row!.stays) >= trinoStays
  })
}
