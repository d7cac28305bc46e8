import type { FastifyInstance, FastifyRequest } from 'fastify'
import { UserError } from '../base/errors.ts'
import type { OpenExports } from '../exports/exports.ts'
import type { View, ViewListRequest } from '../views/view-types.ts'
import type { Views } from '../views/views.ts'
import { contentDisposition, etagOf, hasFile } from './file-headers.ts'
import { parsedJson } from './json-body.ts'
import { parametersOf, warningsHeader } from './report-routes.ts'
import type { Log } from './request-log.ts'
import type { RunningRequests } from './running-requests.ts'
import { sendFile } from './send-file.ts'
import { splitAddress } from './split-address.ts'
import { parseUrlEncoded } from './url-encoded.ts'

/** The most saved reports in one response, and the default. */
export const VIEW_PAGE = { most: 200, fallback: 100 } as const

/** The largest accepted report: more than its limits allow. Bytes. */
const BODY_LIMIT = 1024 * 1024

const WHOLE = /^\d{1,9}$/

/**
 * Adds the routes of saved reports at `path`: `GET` lists them and `POST` saves one; `GET`, `PATCH` and `DELETE` of
 * `path/<id>`, `GET path/<id>/rows`, and `POST path/<id>/restore`.
 */
export function addViewRoutes(
  server: FastifyInstance,
  path: string,
  { views, exports, log }: ViewRoutes,
  running: RunningRequests,
): void {
  const one = `${path}/:id`
  const shown = (view: View) => ({ ...view, address: `${path}/${view.id}` })
  const saving = { config: { reads: 'application/json', changes: true }, bodyLimit: BODY_LIMIT } as const
  const changing = { config: { changes: true } } as const
  server.get(path, async (request, reply) => {
    const { caller } = request
    const list = await views.list(readListRequest(request), { caller, signal: running.signalFor(reply) })
    return { ...list, views: list.views.map(shown) }
  })
  server.post(path, saving, async ({ caller, body }, reply) => {
    const view = shown(await views.create(parsedJson(body), { caller }))
    return reply.code(201).header('location', view.address).send(view)
  })
  server.get<OfId>(one, async ({ caller, params: { id } }, reply) =>
    shown(await views.find(id, { caller, signal: running.signalFor(reply) })),
  )
  // Its errors have the format of the reports, because programs call it in place of them.
  server.get<OfId>(`${one}/rows`, { config: { endpoint: 'list' } }, async (request, reply) => {
    const requestContext = { caller: request.caller, signal: running.signalFor(reply) }
    const { id } = request.params
    const read = await views.rowsRequest(id, await parametersOf(request), requestContext)
    const file = await exports.write(read, requestContext)
    const release = () => void file.release().catch(error => log.error({ err: error }, 'defect'))
    const etag = etagOf(file)
    reply.headers({ etag, 'x-total-count': String(file.total), ...warningsHeader(file.warnings) })
    if (hasFile(request.headers, etag)) {
      release()
      return reply.code(304).send()
    }
    reply.header('content-disposition', contentDisposition('inline', file.fileName))
    return sendFile(request, reply, file, null, release)
  })
  server.patch<OfId>(one, saving, async ({ caller, params: { id }, body }) =>
    shown(await views.change(id, parsedJson(body), { caller })),
  )
  server.delete<OfId>(one, changing, async ({ caller, params: { id } }, reply) => {
    await views.remove(id, { caller })
    return reply.code(204).send()
  })
  server.post<OfId>(`${one}/restore`, changing, async ({ caller, params: { id } }) =>
    shown(await views.restore(id, { caller })),
  )
}

/** The dependencies of the routes of saved reports. */
export interface ViewRoutes {
  readonly views: Views
  readonly exports: Pick<OpenExports, 'write'>
  readonly log: Log
}

interface OfId {
  readonly Params: { readonly id: string }
}

/** Reads the parameters of a list. Throws REQUEST_MALFORMED with all errors. */
function readListRequest({ raw }: FastifyRequest): ViewListRequest {
  const values = new Map<string, string>()
  const problems: string[] = []
  for (const { name, value } of parseUrlEncoded(splitAddress(raw.url).query, 'query')) {
    if (!['scope', 'startIndex', 'pageSize'].includes(name)) {
      problems.push(`${name} is unknown. Parameters: scope, startIndex, pageSize`)
    } else if (values.has(name)) problems.push(`${name} is given more than once`)
    else values.set(name, value)
  }
  const { scope = 'visible', startIndex = '0', pageSize = String(VIEW_PAGE.fallback) } = Object.fromEntries(values)
  if (scope !== 'visible' && scope !== 'all') problems.push(`scope is '${scope}'. Possible values: visible, all`)
  if (!WHOLE.test(startIndex)) problems.push(`startIndex is '${startIndex}', not a whole number from 0`)
  if (!WHOLE.test(pageSize) || Number(pageSize) < 1 || Number(pageSize) > VIEW_PAGE.most) {
    problems.push(`pageSize is '${pageSize}', not a whole number from 1 to ${VIEW_PAGE.most}`)
  }
  if (problems.length > 0) throw new UserError('REQUEST_MALFORMED', { reason: problems.join('; ') })
  return { scope: scope as ViewListRequest['scope'], startIndex: Number(startIndex), pageSize: Number(pageSize) }
}
