import type { FastifyInstance } from 'fastify'
import { UserError } from '../base/errors.ts'
import type { RemoteConnection } from '../connections/connection-json.ts'
import type { ConnectionRequests } from '../connections/connection-requests.ts'
import type { FoundTracker, ManagedConnection } from '../page/page-types.ts'
import { parsedJson } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

/** The path of the connections. */
export const CONNECTIONS_PATH = '/api/connections'

/** The path at which a new connection is tested. It is not below the others, where it could be a name. */
export const CONNECTION_TEST_PATH = '/api/connection-test'

/** The largest accepted body: a token, and the keys of many projects. Bytes. */
export const CONNECTION_BODY_LIMIT = 64 * 1024

/**
 * Adds the routes of connections, for administrators: `GET` lists them, `POST` adds one, and a path of its own tests one.
 * `GET`, `PATCH` (another token) and `DELETE` of `/<name>`; `POST /<name>/sync`, `/pause` and `/resume`.
 *
 * Every `POST` needs a body of JSON, which other pages in a browser cannot send without the server's permission.
 */
export function addConnectionRoutes(
  server: FastifyInstance,
  connections: ConnectionRequests,
  running: RunningRequests,
): void {
  const one = `${CONNECTIONS_PATH}/:name`
  const shown = (connection: RemoteConnection): ManagedConnection => ({
    ...connection,
    self: `${CONNECTIONS_PATH}/${connection.name}`,
  })
  const administrators = { admits: 'administrators' } as const
  const changing = { ...administrators, changes: true, refusesProxies: true } as const
  const writing = {
    config: { ...changing, reads: 'application/json' },
    bodyLimit: CONNECTION_BODY_LIMIT,
  } as const
  server.get(CONNECTIONS_PATH, { config: administrators }, async () => ({
    connections: (await connections.list()).map(shown),
  }))
  server.post(CONNECTIONS_PATH, writing, async ({ body }, reply) => {
    const added = shown(await connections.add(parsedJson(body), running.signalFor(reply)))
    return reply.code(201).header('location', added.self).send(added)
  })
  server.post(
    CONNECTION_TEST_PATH,
    writing,
    async ({ body }, reply): Promise<FoundTracker> => connections.test(parsedJson(body), running.signalFor(reply)),
  )
  server.get<OfName>(one, { config: administrators }, async ({ params: { name } }) =>
    shown(await connections.find(name)),
  )
  server.patch<OfName>(one, writing, async ({ params: { name }, body }, reply) =>
    shown(await connections.replaceToken(name, parsedJson(body), running.signalFor(reply))),
  )
  server.delete<OfName>(one, { ...writing, config: changing }, async ({ params: { name }, raw }) => {
    const issues = singleParameter(raw, 'issues') ?? 'keep'
    if (issues !== 'keep' && issues !== 'remove') {
      throw new UserError('CONNECTION_INVALID', {
        messages: [`issues: '${issues.slice(0, 100)}' is not allowed. Allowed: keep, remove.`],
      })
    }
    return connections.remove(name, issues === 'remove')
  })
  for (const action of ['sync', 'pause', 'resume'] as const) {
    server.post<OfName>(`${one}/${action}`, writing, async ({ params: { name }, body }, reply) =>
      reply.code(action === 'sync' ? 202 : 200).send(shown(await connections[action](name, parsedJson(body)))),
    )
  }
}

interface OfName {
  readonly Params: { readonly name: string }
}
