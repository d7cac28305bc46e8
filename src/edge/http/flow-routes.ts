import type { FastifyInstance } from 'fastify'
import { flowOperations } from '../../app/operations/flow.ts'
import type { TopicCalls } from '../../app/operations/topics.ts'
import { parametersOf, reportHeaders, sendReport } from './report-routes.ts'
import type { Log } from './request-log.ts'
import type { RunningRequests } from './running-requests.ts'

/** Adds the endpoints of flow measures. Their errors are problem details. */
export function addFlowRoutes(
  server: FastifyInstance,
  answer: TopicCalls['flow'],
  running: RunningRequests,
  log: Log,
): void {
  for (const { endpoint, path } of flowOperations) {
    server.route({
      method: ['GET', 'POST'],
      url: path,
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
