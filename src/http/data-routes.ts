import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../access/request-context.ts'
import { nearNames } from '../base/did-you-mean.ts'
import { UserError } from '../base/errors.ts'
import type { Json } from '../operations/operation.ts'
import { docsPage } from './docs-page.ts'
import { type DocumentedPaths, openApi } from './openapi.ts'
import type { RunningRequests } from './running-requests.ts'
import { withPolicy } from './security-headers.ts'

/** The dependencies of the descriptive routes. */
export interface DataRoutes {
  readonly paths: DocumentedPaths
  readonly version: string
  /** The calendar objects of all working calendars. */
  readonly calendars: (requestContext: RequestContext) => Promise<Readonly<Record<string, unknown>>[]>
}

/** Adds the working calendars, `/openapi.json` and `/docs`. */
export function addDataRoutes(
  server: FastifyInstance,
  { paths, version, calendars: read }: DataRoutes,
  running: RunningRequests,
): void {
  const calendars = ({ caller }: FastifyRequest, reply: FastifyReply) =>
    read({ caller, signal: running.signalFor(reply) })
  server.get(paths.calendars, async (request, reply) => calendars(request, reply))
  server.get<{ Params: { id: string } }>(`${paths.calendars}/:id`, async (request, reply) => {
    const { id } = request.params
    const all = await calendars(request, reply)
    const found = all.find(calendar =>
      id === '0' ? calendar.isDefault : String(calendar.id).toLowerCase() === id.toLowerCase(),
    )
    if (found) return found
    throw new UserError('CALENDAR_UNKNOWN', {
      id,
      near: nearNames(
        id,
        all.map(calendar => String(calendar.id)),
      ),
    })
  })
  let document: Json | null = null
  server.get('/openapi.json', { config: { admits: 'anybody' } }, async () => {
    document ??= openApi(paths, version)
    return document
  })
  const page = docsPage(paths, version)
  server.get('/docs', { config: { admits: 'anybody' }, helmet: withPolicy(page.policy) }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').send(page.html),
  )
}
