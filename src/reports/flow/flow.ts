import type { RequestContext } from '../../access/permissions/request-context.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import { parseThen } from '../../store/plan/flow/choose-parts.ts'
import { type FlowParameterName, flowParameterTable, isOfOneIssue } from '../../store/plan/flow/flow-parameters.ts'
import { planFlow } from '../../store/plan/flow/plan-flow.ts'
import { RequestValues } from '../../store/plan/request-values.ts'
import { withAccountMode } from '../report/account-mode.ts'
import { withOutdatedProjects } from '../report/outdated-projects.ts'
import type { ReportBody } from '../report/report-body.ts'
import { planContext, type ReportDeps, withSnapshot } from '../report/run-report.ts'
import { flowBody } from './flow-body.ts'
import { countIssues } from './flow-head.ts'
import { type FlowRequest, flowMeasures } from './flow-measures.ts'
import type { PlannedFlow } from './planned-flow.ts'

/**
 * Answers a flow request from one snapshot of the store. The caller must read the body to its end or close it. Throws
 * REPORT_INVALID and QUERY_TOO_LARGE; rejects with the signal's reason when it is aborted.
 */
export async function runFlow(
  request: FlowRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<ReportBody> {
  const answer = await flowMeasures[request.endpoint].answer()
  const { plan, result } = await withSnapshot(deps, requestContext, async whole => {
    const flow = await flowOn(whole, request, deps, requestContext)
    return { plan: flow.plan, result: await answer(flow) }
  })
  return flowBody(request.endpoint, plan, result, requestContext.signal)
}

/**
 * A request for at most this share of all issues reads all of them. To find out which of them it needs, it would read the
 * stays of all issues.
 */
const SMALL_SHARE = 0.1

/** Plans a flow request on a snapshot. Throws REPORT_INVALID. */
export async function flowOn(
  whole: Snapshot,
  { endpoint, parameters }: FlowRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<PlannedFlow> {
  const measure = flowMeasures[endpoint]
  const values = new RequestValues<FlowParameterName>(flowParameterTable(measure, flowMeasures), parameters)
  const selecting = isOfOneIssue(measure) ? 'issue' : 'list'
  const parts = await inSlices(parseThen(values), requestContext.signal)
  const queries = parts.filter(query => query !== null)
  const { snapshot, context, visible } = await planContext(whole, selecting, values, deps, requestContext, queries)
  const flowContext = { ...context, types: visible.types, workflows: visible.workflows, parts }
  const made = await inSlices(planFlow(measure, values, flowContext), requestContext.signal)
  const outdated = await withOutdatedProjects(
    made,
    await deps.outdatedProjects(snapshot.present.run),
    made.zone,
    requestContext.caller,
    snapshot,
  )
  const plan = await withAccountMode(outdated, snapshot)
  const { all, ...issues } = await countIssues(plan, snapshot)
  const isSmall = issues.measured + issues.leftOut <= SMALL_SHARE * all
  return {
    plan: isSmall ? { ...plan, needed: null } : plan,
    snapshot,
    catalogue: context.catalogue,
    issues,
    signal: requestContext.signal,
  }
}
