import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { FlowEndpoint } from '../../store/plan/flow/flow-parameters.ts'
import type { FlowRequest } from '../../store/plan/flow/plan-flow.ts'
import type { ReportBody } from '../report/report-body.ts'
import { type ReportDeps, withSnapshot } from '../report/run-report.ts'
import { flowAgeing } from './flow-ageing.ts'
import { flowBody } from './flow-body.ts'
import { flowCumulative } from './flow-cumulative.ts'
import { flowDashboard } from './flow-dashboard.ts'
import { flowForecast } from './flow-forecast.ts'
import { flowItems } from './flow-items.ts'
import { flowOn } from './flow-on.ts'
import type { FlowResult } from './flow-result.ts'
import { flowStays } from './flow-stays.ts'
import { flowSummary } from './flow-summary.ts'
import { flowThroughput } from './flow-throughput.ts'
import { flowWaits } from './flow-waits.ts'
import { flowWip } from './flow-wip.ts'
import type { PlannedFlow } from './planned-flow.ts'

const ANSWERS: Readonly<Record<FlowEndpoint, (flow: PlannedFlow) => Promise<FlowResult>>> = {
  items: flowItems,
  summary: flowSummary,
  throughput: flowThroughput,
  wip: flowWip,
  cumulative: flowCumulative,
  ageing: flowAgeing,
  waits: flowWaits,
  forecast: flowForecast,
  stays: flowStays,
  dashboard: flowDashboard,
}

/**
 * Answers a flow request from one snapshot of the store. The caller must read the body to its end or close it. Throws
 * REPORT_INVALID and QUERY_TOO_LARGE; rejects with the signal's reason when it is aborted.
 */
export async function runFlow(
  request: FlowRequest,
  deps: ReportDeps,
  requestContext: RequestContext,
): Promise<ReportBody> {
  const { plan, result } = await withSnapshot(deps, requestContext, async whole => {
    const flow = await flowOn(whole, request, deps, requestContext)
    return { plan: flow.plan, result: await ANSWERS[flow.plan.endpoint](flow) }
  })
  return flowBody(plan, result, requestContext.signal)
}
