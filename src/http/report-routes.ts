import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '../plan/parameters.ts'
import type { ReportRequest } from '../plan/plan-report.ts'
import type { ReportBody } from '../service/report-body.ts'
import { checkBody } from './check-body.ts'
import type { RunningRequests } from './running-requests.ts'
import { parseForm, parseUrlEncoded } from './url-encoded.ts'

/** Answers a report; see Workspace.report. */
export type AnswerReport = (request: ReportRequest, signal: AbortSignal) => Promise<ReportBody>

/** The addresses of the two reports. */
export function reportPaths(basePath: string, app: string): Record<Endpoint, string> {
  const api = `${basePath}/rest/${app}/report/1.0/api`
  return { aggregation: `${api}/aggregation`, list: `${api}/list` }
}

/** The address of the working calendars; that of one is below it. */
export function calendarsPath(basePath: string, app: string): string {
  return `${basePath}/rest/${app}/report/1.0/data/calendars`
}

/** Adds the two report endpoints (contract §4). */
export function addReportRoutes(
  server: FastifyInstance,
  paths: Record<Endpoint, string>,
  answer: AnswerReport,
  running: RunningRequests,
): void {
  for (const endpoint of ['aggregation', 'list'] as const) {
    server.route({
      method: ['GET', 'POST'],
      url: paths[endpoint],
      config: { endpoint },
      onRequest: async request => {
        if (request.method === 'POST') checkBody(request.raw)
      },
      handler: async (request, reply) => {
        const report = await answer({ endpoint, parameters: parametersOf(request) }, running.signalFor(reply))
        return sendReport(reply, endpoint, report)
      },
    })
  }
}

function parametersOf({ raw, body }: FastifyRequest): ReportRequest['parameters'] {
  const [, query = ''] = /\?([^#]*)/.exec(raw.url ?? '') ?? []
  return [...parseUrlEncoded(query, 'query'), ...(Buffer.isBuffer(body) ? parseForm(body) : [])]
}

/** CSV is shown where it can be, and has a name where it is saved. */
function sendReport(reply: FastifyReply, endpoint: Endpoint, { format, text }: ReportBody): FastifyReply {
  if (format === 'json') return reply.type('application/json; charset=utf-8').send(text)
  return reply
    .header('content-disposition', `inline; filename="${endpoint}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(text)
}
