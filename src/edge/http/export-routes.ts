import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ExportView } from '../../app/exports/export-record.ts'
import type { TopicCalls } from '../../app/operations/topics.ts'
import { UserError } from '../../core/base/errors.ts'
import { readFileRequest } from '../../store/plan/file-request.ts'
import { type ByteRange, contentDisposition, etagOf, hasFile, requestedRange } from './file-headers.ts'
import { EXPORT_PAGE_LIMIT, IDEMPOTENCY_KEY_LIMIT } from './limits.ts'
import { parametersOf } from './report-routes.ts'
import type { RunningRequests } from './running-requests.ts'
import { sendFile } from './send-file.ts'
import { singleParameter } from './single-parameter.ts'

interface ById {
  readonly Params: { readonly id: string }
}

/** Adds the routes of exports: start, list, progress, download, cancel and remove. */
export function addExportRoutes(
  server: FastifyInstance,
  path: string,
  exports: TopicCalls['exports'],
  running: RunningRequests,
): void {
  const contextOf = (request: FastifyRequest, reply: FastifyReply) => ({
    caller: request.caller,
    signal: running.signalFor(reply),
  })
  const shown = (view: ExportView) => bodyOf(view, path)
  const config = { endpoint: 'file' } as const
  server.post(
    path,
    { config: { ...config, changes: 'withoutPage', reads: 'application/x-www-form-urlencoded' } },
    async (request, reply) => {
      const read = readFileRequest(await parametersOf(request))
      const view = await exports.start(read, idempotencyKey(request), contextOf(request, reply))
      return reply.header('location', `${path}/${view.exportId}`).send(shown(view))
    },
  )
  server.get(path, { config }, async (request, reply) => {
    const pageSize = pageNumber(request, 'pageSize', EXPORT_PAGE_LIMIT, 1)
    const startIndex = pageNumber(request, 'startIndex', 0, 0)
    const size = Math.min(pageSize, EXPORT_PAGE_LIMIT)
    const { total, exports: found } = await exports.list(startIndex, size, contextOf(request, reply))
    return { total, startIndex, pageSize: size, exports: found.map(shown) }
  })
  server.get<ById>(`${path}/:id`, { config }, async (request, reply) =>
    shown(await exports.find(request.params.id, contextOf(request, reply))),
  )
  server.delete<ById>(`${path}/:id`, { config: { ...config, changes: 'withoutPage' } }, async (request, reply) =>
    shown(await exports.cancel(request.params.id, contextOf(request, reply))),
  )
  server.get<ById>(`${path}/:id/download`, { config }, async (request, reply) => {
    const { id } = request.params
    const file = await exports.file(id, contextOf(request, reply))
    const { size, fileName } = file
    const etag = etagOf(file)
    if (hasFile(request.headers, etag)) return reply.code(304).header('etag', etag).send()
    const range = requestedRange(request.headers, size, etag)
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    reply.headers({ 'accept-ranges': 'bytes', etag, 'content-disposition': contentDisposition('attachment', fileName) })
    const onSent = () => {
      if (isLastPart(request, range, size)) exports.downloaded(id, { caller: request.caller }).catch(() => {})
    }
    reply.raw.once('finish', onSent)
    return sendFile(request, reply, file, range).catch(() => {
      reply.raw.off('finish', onSent)
      // It expired just now.
      throw new UserError('EXPORT_UNKNOWN', { id })
    })
  })
  server.delete<ById>(
    `${path}/:id/download`,
    { config: { ...config, changes: 'withoutPage' } },
    async (request, reply) => {
      await exports.remove(request.params.id, contextOf(request, reply))
      return reply.code(204).send()
    },
  )
}

/** Returns whether a download sends the end of a file: an interrupted one continues with a part. */
function isLastPart({ method }: FastifyRequest, range: ByteRange | null, size: number): boolean {
  return method === 'GET' && (range === null || range.end === size - 1)
}

/** Returns the body of an export. Its first members are those of the contract's service. */
function bodyOf({ exportId, status, created, completed, total, message, ...own }: ExportView, path: string): object {
  const statusLink = `${path}/${exportId}`
  return {
    exportId,
    status,
    created,
    completed,
    total,
    message,
    statusLink,
    ...(status === 'Successful' && own.fileName !== null ? { downloadLink: `${statusLink}/download` } : {}),
    ...own,
  }
}

/** Returns the header `Idempotency-Key`; `null` without one. Throws REQUEST_MALFORMED. */
function idempotencyKey({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key']
  if (key === undefined) return null
  const isValid = typeof key === 'string' && /^[\x21-\x7e]+$/.test(key) && key.length <= IDEMPOTENCY_KEY_LIMIT
  if (isValid) return key
  const reason = `its Idempotency-Key is not 1 to ${IDEMPOTENCY_KEY_LIMIT} visible ASCII characters`
  throw new UserError('REQUEST_MALFORMED', { reason })
}

function pageNumber({ raw }: FastifyRequest, name: string, fallback: number, least: number): number {
  const text = singleParameter(raw, name) ?? String(fallback)
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text)
  throw new UserError('REQUEST_MALFORMED', { reason: `${name} is not a whole number from ${least}` })
}
