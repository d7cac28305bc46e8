import type { FastifyInstance } from 'fastify'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import type { ReportBody } from '../../reports/report/report-body.ts'
import { type FlowEndpoint, flowEndpoints } from '../../store/plan/flow/flow-parameters.ts'
import type { FlowRequest } from '../../store/plan/flow/plan-flow.ts'
import { parametersOf, reportHeaders, sendReport } from './report-routes.ts'
import type { Log } from './request-log.ts'
import type { RunningRequests } from './running-requests.ts'

/** Answers a request of flow measures; see Workspace.flow. */
export type AnswerFlow = (request: FlowRequest, requestContext: RequestContext) => Promise<ReportBody>

/** Returns the path of an endpoint of flow measures. */
export function flowPath(endpoint: FlowEndpoint): string {
  return `/api/flow/${endpoint}`
}

/** Adds the endpoints of flow measures. Their errors are problem details. */
export function addFlowRoutes(server: FastifyInstance, answer: AnswerFlow, running: RunningRequests, log: Log): void {
  for (const endpoint of flowEndpoints) {
    server.route({
      method: ['GET', 'POST'],
      url: flowPath(endpoint),
      config: { reads: 'application/x-www-form-urlencoded' },
      handler: async (request, reply) => {
        const requestContext = { caller: request.caller, signal: running.signalFor(reply) }
        const parameters = await parametersOf(request)
        const body = await answer({ endpoint, parameters }, requestContext)
        return sendReport(reply.headers(reportHeaders(request, body)), parameters, body, log)
      },
    })
  }
}
