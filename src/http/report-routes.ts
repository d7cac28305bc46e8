import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AskedEndpoint } from '../plan/parameters.ts'
import type { ReportRequest } from '../plan/plan-report.ts'
import type { Asking } from '../service/asking.ts'
import type { ReportBody } from '../service/report-body.ts'
import type { Metrics } from './metrics.ts'
import type { RunningRequests } from './running-requests.ts'
import { splitAddress } from './split-address.ts'
import { parseForm, parseUrlEncoded } from './url-encoded.ts'

/** Answers a report; see Workspace.report. */
export type AnswerReport = (request: ReportRequest, asking: Asking) => Promise<ReportBody>

/** The addresses of the reports. */
export function reportPaths(basePath: string, app: string): Record<AskedEndpoint, string> {
  const api = `${basePath}/rest/${app}/report/1.0/api`
  return { aggregation: `${api}/aggregation`, list: `${api}/list`, issue: `${api}/issue` }
}

/** The address of the working calendars; that of one is below it. */
export function calendarsPath(basePath: string, app: string): string {
  return `${basePath}/rest/${app}/report/1.0/data/calendars`
}

/** Adds the two report endpoints (contract §4), and that of one issue. */
export function addReportRoutes(
  server: FastifyInstance,
  paths: Record<AskedEndpoint, string>,
  answer: AnswerReport,
  running: RunningRequests,
  metrics: Metrics,
): void {
  for (const endpoint of ['aggregation', 'list', 'issue'] as const) {
    server.route({
      method: ['GET', 'POST'],
      url: paths[endpoint],
      config: { endpoint, reads: 'application/x-www-form-urlencoded' },
      handler: async (request, reply) => {
        const asking = { caller: request.caller, signal: running.signalFor(reply) }
        const parameters = parametersOf(request)
        const noteTime = metrics.startReport(endpoint)
        try {
          return sendReport(reply, endpoint, await answer({ endpoint, parameters }, asking))
        } finally {
          noteTime()
        }
      },
    })
  }
}

/** The parameters of a request, in its address and in its form. */
export function parametersOf({ raw, body }: FastifyRequest): ReportRequest['parameters'] {
  return [...parseUrlEncoded(splitAddress(raw.url).query, 'query'), ...(Buffer.isBuffer(body) ? parseForm(body) : [])]
}

/** CSV is shown where it can be, and has a name where it is saved. */
function sendReport(reply: FastifyReply, endpoint: AskedEndpoint, { format, text }: ReportBody): FastifyReply {
  if (format === 'json') return reply.type('application/json; charset=utf-8').send(text)
  return reply
    .header('content-disposition', `inline; filename="${endpoint}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(text)
}
