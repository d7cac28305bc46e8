import { z } from 'zod'
import { UserError } from '../../core/base/errors.ts'
import { readNoOptions, readRoundJson } from '../../intake/connections/connect-json.ts'
import { remoteConnection } from '../../intake/connections/connection-json.ts'
import {
  addForRequest,
  type ConnectionRequestDeps,
  replaceTokenForRequest,
  testForRequest,
} from '../../intake/connections/connection-requests.ts'
import {
  listConnections,
  pauseConnection,
  removeConnection,
  resumeConnection,
  syncConnections,
} from '../../intake/connections/connections.ts'
import type { ShownConnection } from '../../intake/connections/describe-connection.ts'
import type { ManagedConnection } from '../../reports/page/page-types.ts'
import { newConnection, newRound, newToken, nothing, removed } from './connection-schemas.ts'
import { type BodyDeclaration, type Json, operation, type Sent } from './operation.ts'

const ALL = '/api/connections'
const ONE = `${ALL}/{name}`

/** The largest accepted body: a token, and the keys of many projects. Bytes. */
export const CONNECTION_BODY_LIMIT = 64 * 1024

const shown = (connection: ShownConnection): ManagedConnection => ({
  ...remoteConnection(connection),
  self: `${ALL}/${connection.name}`,
})

const name: Json = { name: 'name', in: 'path', required: true, description: 'Its name.', schema: { type: 'string' } }
const issues: Json = {
  name: 'issues',
  in: 'query',
  description: 'What happens to the issues of its projects.',
  schema: { enum: ['keep', 'remove'], default: 'keep' },
}

const EXAMPLE = {
  name: 'jira',
  address: 'https://jira.example.org',
  token: '...',
  projects: ['WEB', 'APP'],
  since: '2024-01-31',
  permissions: 'tracker',
}

// Every POST has a body of JSON, which other pages in a browser cannot send without the server's permission.
const body = (schema: z.ZodType, example: Json): BodyDeclaration => ({
  limit: CONNECTION_BODY_LIMIT,
  schema: jsonSchema(schema),
  example,
})
const jsonSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { target: 'draft-2020-12' }) as Json

const refused = 'The caller is no administrator, or the request is from another site or came through a proxy.'
const invalid = 'The body has mistakes. The messages have all of them, each with its member.'
const unknown = 'There is no connection with this name.'
const busy = 'Another connection is being tested; see Retry-After.'
const tracker = 'The tracker cannot be read with this address and token. The message says why.'
const conflict = 'The name is in use, or the store has the demo or another tracker.'
const found = { status: 200, description: 'The connection.', content: 'Connection' } as const

const newErrors = [
  'CONNECTION_INVALID',
  'CONNECTION_TAKEN',
  'CONNECTION_DEMO',
  'CONNECTION_BUSY',
  'CONNECTION_FAILED',
  'CONNECTION_OTHER_TRACKER',
] as const

const find = operation({
  admits: 'administrators',
  cost: 'none',
  errors: ['CONNECTION_UNKNOWN'],
  run: async (deps: ConnectionRequestDeps, name: string) => shown((await listConnections(deps, name))[0]!),
  route: {
    method: 'GET',
    path: ONE,
    stability: 'experimental',
    id: 'connection',
    summary: 'A connection, for administrators.',
    parameters: [name],
    argumentsOf: ({ path }) => [path.name!],
    answers: [found],
    refusals: { 403: refused, 404: unknown },
  },
})

/** The response of a change: the connection as it is now. */
const shows = { operation: find, argumentsOf: (_: unknown, { path }: Sent) => [path.name] }

/** Declares a request that stops the rounds of a connection, or lets it have them again. */
function switching(action: 'pause' | 'resume', summary: string, run: typeof pauseConnection) {
  return operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CONNECTION_UNKNOWN', 'CONNECTION_INVALID'],
    run: async (deps: ConnectionRequestDeps, name: string, json: unknown) => {
      readNoOptions(json)
      return run(deps, name)
    },
    route: {
      method: 'POST',
      path: `${ONE}/${action}`,
      stability: 'experimental',
      id: `${action}Connection`,
      summary,
      parameters: [name],
      body: body(nothing, {}),
      refusesProxies: true,
      argumentsOf: ({ path, json }) => [path.name!, json],
      shows,
      answers: [found],
      refusals: { 400: invalid, 403: refused, 404: unknown },
    },
  })
}

/** Returns whether a removal also removes issues. Throws CONNECTION_INVALID. */
function forgetsIssues({ parameter }: Sent): boolean {
  const issues = parameter('issues') ?? 'keep'
  if (issues === 'keep' || issues === 'remove') return issues === 'remove'
  throw new UserError('CONNECTION_INVALID', {
    messages: [`issues: '${issues.slice(0, 100)}' is not allowed. Allowed: keep, remove.`],
  })
}

/** The operations on connections for requests to a server. Those that ask a tracker also refuse pages of other sites. */
export const connectionRequestOperations = {
  list: operation({
    admits: 'administrators',
    cost: 'none',
    errors: [],
    run: async (deps: ConnectionRequestDeps) => ({ connections: (await listConnections(deps, null)).map(shown) }),
    route: {
      method: 'GET',
      path: ALL,
      stability: 'experimental',
      id: 'listConnections',
      summary: 'The connections, for administrators.',
      argumentsOf: () => [],
      answers: [{ status: 200, description: 'All connections, by name.', content: 'ConnectionList' }],
      refusals: { 403: refused },
    },
  }),
  add: operation({
    admits: 'administrators',
    cost: 'write',
    errors: [...newErrors, 'CONNECTION_PERMISSIONS', 'CONNECTION_PROJECTS', 'CONNECTION_PROJECT_TAKEN'],
    run: addForRequest,
    route: {
      method: 'POST',
      path: ALL,
      stability: 'experimental',
      id: 'addConnection',
      summary: 'Tests a connection, stores it and starts its first round.',
      body: body(newConnection, EXAMPLE),
      refusesProxies: true,
      argumentsOf: ({ json, context }) => [json, context.signal],
      shows: { operation: find, argumentsOf: (name: string) => [name] },
      answers: [
        {
          status: 201,
          description: 'The connection.',
          content: 'Connection',
          headers: ({ self }: ManagedConnection) => ({ location: self }),
          documentedHeaders: ['Location'],
        },
      ],
      refusals: { 400: invalid, 403: refused, 409: conflict, 422: tracker, 429: busy },
    },
  }),
  test: operation({
    admits: 'administrators',
    cost: 'write',
    errors: newErrors,
    run: testForRequest,
    route: {
      method: 'POST',
      // It is not below the others, where it could be a name.
      path: '/api/connection-test',
      stability: 'experimental',
      id: 'testConnection',
      summary: 'Tests a new connection, and stores nothing.',
      body: body(newConnection, EXAMPLE),
      refusesProxies: true,
      argumentsOf: ({ json, context }) => [json, context.signal],
      answers: [{ status: 200, description: 'What the tracker said.', content: 'FoundTracker' }],
      refusals: { 400: invalid, 403: refused, 409: conflict, 422: tracker, 429: busy },
    },
  }),
  find,
  replaceToken: operation({
    admits: 'administrators',
    cost: 'write',
    errors: [
      'CONNECTION_UNKNOWN',
      'CONNECTION_INVALID',
      'CONNECTION_VARIABLE',
      'CONNECTION_PERMISSIONS',
      'CONNECTION_BUSY',
      'CONNECTION_FAILED',
      'CONNECTION_OTHER_TRACKER',
    ],
    run: replaceTokenForRequest,
    route: {
      method: 'PATCH',
      path: ONE,
      stability: 'experimental',
      id: 'replaceConnectionToken',
      summary: 'Tests another token of a connection, and stores it. Its address cannot be changed.',
      parameters: [name],
      body: body(newToken, { token: '...' }),
      refusesProxies: true,
      argumentsOf: ({ path, json, context }) => [path.name!, json, context.signal],
      shows,
      answers: [found],
      refusals: {
        400: invalid,
        403: refused,
        404: unknown,
        409: 'The token is in a variable of the server, or the address has another tracker now.',
        422: tracker,
        429: busy,
      },
    },
  }),
  remove: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CONNECTION_UNKNOWN', 'CONNECTION_INVALID'],
    run: removeConnection,
    route: {
      method: 'DELETE',
      path: ONE,
      stability: 'experimental',
      id: 'removeConnection',
      summary: 'Removes a connection with its token.',
      parameters: [name, issues],
      refusesProxies: true,
      argumentsOf: sent => [sent.path.name!, forgetsIssues(sent)],
      answers: [{ status: 200, description: 'How many issues were removed.', content: jsonSchema(removed) }],
      refusals: { 400: invalid, 403: refused, 404: unknown },
    },
  }),
  sync: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CONNECTION_UNKNOWN', 'CONNECTION_INVALID', 'CONNECTION_PAUSED'],
    run: async (deps: ConnectionRequestDeps, name: string, json: unknown) =>
      syncConnections(deps, [name], { ...readRoundJson(json), dryRun: false }),
    route: {
      method: 'POST',
      path: `${ONE}/sync`,
      stability: 'experimental',
      id: 'syncConnection',
      summary: 'Starts a round of a connection.',
      parameters: [name],
      body: body(newRound, {}),
      refusesProxies: true,
      argumentsOf: ({ path, json }) => [path.name!, json],
      shows,
      answers: [{ status: 202, description: 'The connection, whose round starts.', content: 'Connection' }],
      refusals: { 400: invalid, 403: refused, 404: unknown, 409: 'The connection is paused.' },
    },
  }),
  pause: switching('pause', 'Stops the rounds of a connection.', pauseConnection),
  resume: switching(
    'resume',
    'Resumes a paused connection, or accepts the tracker or its clock as it is.',
    resumeConnection,
  ),
}
