import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { isUserError } from '../../core/base/errors.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import type { ReportBody } from '../../reports/report/report-body.ts'
import type { ComputedBy } from '../../reports/report/route-report.ts'
import { fileNameOf } from '../../reports/table/file-name.ts'
import { formats } from '../../store/plan/formats.ts'
import type { RequestedEndpoint } from '../../store/plan/parameters.ts'
import type { ReportRequest } from '../../store/plan/plan-report.ts'
import { contentDisposition } from './file-headers.ts'
import type { Metrics } from './metrics.ts'
import type { Log } from './request-log.ts'
import { ClientDisconnected, type RunningRequests } from './running-requests.ts'
import { splitAddress } from './split-address.ts'
import { parseForm, parseUrlEncoded } from './url-encoded.ts'

/** Runs a report; see Workspace.report. */
export type AnswerReport = (request: ReportRequest, requestContext: RequestContext) => Promise<ReportBody>

/** Adds the two report endpoints (contract §4), and the one for a single issue. */
export function addReportRoutes(
  server: FastifyInstance,
  paths: Record<RequestedEndpoint, string>,
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
        const requestContext = { caller: request.caller, signal: running.signalFor(reply) }
        const parameters = await parametersOf(request)
        const noteTime = metrics.startReport(endpoint)
        try {
          const body = await answer({ endpoint, parameters }, requestContext)
          return await sendReport(reply.headers(reportHeaders(request, body)), parameters, body, log)
        } finally {
          noteTime()
        }
      },
    })
  }
}

/** The maximum length of the warnings header, because proxies reject longer ones. Characters. */
const WARNINGS_LIMIT = 4_000

/** Returns the headers of a report: its size, the link to the next page, the database that computed it, and its
 * warnings as a JSON array. */
export function reportHeaders(request: FastifyRequest, { facts }: ReportBody): Record<string, string> {
  const { total, nextIndex, warnings, computedBy } = facts
  return {
    'x-total-count': String(total),
    ...nextLink(request, nextIndex),
    ...(computedBy ? { 'x-engine': engineHeader(computedBy) } : {}),
    ...warningsHeader(warnings),
  }
}

/** The maximum length of the link to the next page, because clients and proxies reject longer headers. Characters. */
const LINK_LIMIT = 4_000

function nextLink(request: FastifyRequest, nextIndex: number | null): Record<string, string> {
  if (nextIndex === null) return {}
  const link = `<${pageAddress(request, nextIndex)}>; rel="next"`
  return link.length > LINK_LIMIT ? {} : { link }
}

function engineHeader({ engine, revision }: ComputedBy): string {
  return revision === null ? engine : `${engine}; revision=${revision}`
}

/** Returns the URL of another page. Parameters in a form must be sent again. */
function pageAddress({ raw }: FastifyRequest, index: number): string {
  const { path, query } = splitAddress(raw.url)
  const others = query.split('&').filter(pair => pair !== '' && !/^startissueindex(=|$)/i.test(pair))
  return `${path}?${[...others, `startIssueIndex=${index}`].join('&')}`
}

/** Returns the header with warnings, in ASCII; none without warnings. Warnings beyond the limit are counted. */
export function warningsHeader(warnings: readonly string[]): Record<string, string> {
  return warnings.length > 0 ? { 'x-warnings': shortened(warnings) } : {}
}

/** Returns as many warnings as fit, as a JSON array, in one pass over their texts. */
function shortened(warnings: readonly string[]): string {
  const texts = warnings.map(asciiJson)
  const more = (count: number) => asciiJson(`and ${count} more, in the JSON of the report`)
  // The brackets, and the last element with its comma.
  let room = WARNINGS_LIMIT - 2
  const isWhole = texts.reduce((sum, text) => sum + text.length + 1, -1) <= room
  if (!isWhole) room -= more(texts.length).length + 1
  let kept = 0
  while (kept < texts.length && texts[kept]!.length <= room) room -= texts[kept++]!.length + 1
  return `[${[...texts.slice(0, kept), ...(isWhole ? [] : [more(texts.length - kept)])].join(',')}]`
}

function asciiJson(text: string): string {
  return JSON.stringify(text).replace(
    /[^\x20-\x7e]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Returns the parameters of a request, from its URL and its form, which is read in slices. */
export async function parametersOf({ raw, body }: FastifyRequest): Promise<ReportRequest['parameters']> {
  const query = parseUrlEncoded(splitAddress(raw.url).query, 'query')
  if (!Buffer.isBuffer(body)) return query
  return [...query, ...(await inSlices(parseForm(body)))]
}

/**
 * Sends a report: a short one as a whole, a longer one in chunks with backpressure.
 *
 * An error after the first chunk destroys the connection, so that no client takes a partial response for a complete
 * one. A format with a file extension is displayed inline and has a file name for downloads. The name depends on the
 * `parameters` of the request.
 */
export async function sendReport(
  reply: FastifyReply,
  parameters: ReportRequest['parameters'],
  { format, facts, chunks }: ReportBody,
  log: Log,
): Promise<FastifyReply> {
  const { mediaType, extension } = formats[format]
  if (extension !== null) {
    const sent = parameters.map(({ name, value }) => [name, value])
    const fileName = fileNameOf(facts.title, JSON.stringify(sent), extension)
    reply.header('content-disposition', contentDisposition('inline', fileName))
  }
  reply.type(`${mediaType}; charset=utf-8`)
  const first = await chunks.next()
  const second = await chunks.next()
  if (second.done) return reply.send(first.value ?? '')
  const stream = Readable.from(startingWith([first.value, second.value], chunks), { highWaterMark: 1 })
  stream.once('error', error => {
    if (!isUserError(error) && !(error instanceof ClientDisconnected)) log.error({ err: error }, 'defect')
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
