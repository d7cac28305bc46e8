import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { ReportBody } from '../report/report-body.ts'
import { type ReportDeps, withSnapshot } from '../report/run-report.ts'
import { flowBody } from './flow-body.ts'
import { type FlowRequest, flowMeasures } from './flow-measures.ts'
import { flowOn } from './flow-on.ts'

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
