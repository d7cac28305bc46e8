import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUserError } from '../base/errors.ts'
import type { AskedEndpoint } from '../plan/parameters.ts'
import type { ReportRequest } from '../plan/plan-report.ts'
import type { Asking } from '../service/asking.ts'
import type { ReportBody } from '../service/report-body.ts'
import type { Metrics } from './metrics.ts'
import type { Log } from './request-log.ts'
import { ClientGone, type RunningRequests } from './running-requests.ts'
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
  log: Log,
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
          return await sendReport(reply, endpoint, await answer({ endpoint, parameters }, asking), log)
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

/**
 * Sends a report: whole when it is short, else piece by piece, as fast as the client takes it.
 *
 * What fails after the first piece destroys the connection before the end of the answer, so that no client takes a part
 * for the whole. CSV is shown where it can be, and has a name where it is saved.
 */
async function sendReport(
  reply: FastifyReply,
  endpoint: AskedEndpoint,
  { format, pieces }: ReportBody,
  log: Log,
): Promise<FastifyReply> {
  if (format === 'json') reply.type('application/json; charset=utf-8')
  else {
    reply.header('content-disposition', `inline; filename="${endpoint}.csv"`).type('text/csv; charset=utf-8')
  }
  const first = await pieces.next()
  const second = await pieces.next()
  if (second.done) return reply.send(first.value ?? '')
  const stream = Readable.from(startingWith([first.value, second.value], pieces), { highWaterMark: 1 })
  stream.once('error', error => {
    if (!isUserError(error) && !(error instanceof ClientGone)) log.error({ err: error }, 'defect')
  })
  return reply.send(stream)
}

async function* startingWith(first: readonly string[], rest: AsyncIterableIterator<string>): AsyncGenerator<string> {
  try {
    yield* first
    yield* rest
  } finally {
    await rest.return?.()
  }
}
