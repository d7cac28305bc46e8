import { z } from 'zod'
import { permissionModes } from '../connections/connect-request.ts'
import type { Json } from '../operations/operation.ts'
import { CONNECTION_TEST_PATH, CONNECTIONS_PATH } from './connection-routes.ts'
import { guarded, jsonContent, problem, refusedBody } from './openapi-parts.ts'

const text = z.string()
const instant = text.nullable().meta({ description: 'In ISO 8601.' })
const count = z.int()
const phase = text.meta({ description: 'Such as: reading issues.' })
const project = { key: text, name: text }
const states = ['backfilling', 'live', 'waiting', 'needs-token', 'needs-approval', 'paused'] as const

/** The JSON of a connection. */
export const shownConnection = z
  .strictObject({
    name: text,
    product: text,
    version: text.nullable(),
    address: text.meta({ description: 'The base address of the tracker.' }),
    state: z.enum(states),
    reason: text.nullable().meta({ description: 'Why it is in this state; null if there is nothing to say.' }),
    approval: z.enum(['loss', 'site', 'clock']).nullable().meta({
      description: 'Why it needs an approval: missing issues, another tracker, or a clock that was set back.',
    }),
    next: text.meta({ description: 'The next step, for a command.' }),
    syncedAt: instant.meta({ description: 'All changes up to this time are stored; null before that can be said.' }),
    nextRound: instant,
    account: text.nullable(),
    timeZone: text.nullable(),
    permissions: z.enum(permissionModes),
    since: instant,
    tokenFrom: z.enum(['variable', 'file', 'store']).meta({
      description: 'Where the token is: a variable of the server, a file that a command named, or the store.',
    }),
    projects: z.array(
      z.strictObject({
        ...project,
        stored: count,
        due: count,
        failed: count,
        expected: count.nullable().meta({ description: 'Of the last census, by the tracker.' }),
        census: instant,
        isVisible: z.boolean(),
        reason: text.nullable().meta({ description: 'Why it could not be listed; null if it was.' }),
      }),
    ),
    unread: z
      .strictObject({
        count,
        issues: z.array(
          z.strictObject({
            id: text,
            project: text,
            name: text.meta({ description: 'Its key; before that is known, issue and its id.' }),
            since: instant.meta({ description: 'The first change that is not stored; null if none is known.' }),
            reason: text.nullable().meta({ description: 'Why it could not be read.' }),
            nextTry: instant.meta({ description: 'When it is read again by itself; null for the next round.' }),
          }),
        ),
      })
      .meta({
        description: 'The issues that could not be read, so that they are older than syncedAt; at most 50 of them.',
      }),
    lastRound: z
      .strictObject({
        kind: text,
        started: text,
        ended: instant,
        fetched: count,
        changed: count,
        gone: count,
        failed: count,
        requests: count,
        error: text.nullable(),
      })
      .nullable(),
    running: z
      .strictObject({
        phase,
        done: count,
        total: count.nullable(),
        issuesPerSecond: z.number().nullable(),
        waitedMs: z.number(),
        remainingMs: z.number().nullable(),
      })
      .nullable()
      .meta({ description: 'How far the running round is; null if none runs.' }),
    problems: z.array(text).meta({ description: 'The lists that could not be read, and what is lost by it.' }),
    self: text.meta({ description: 'Its path.' }),
  })
  .meta({ description: 'A connection to a tracker, without its token and the path of its webhooks.' })

/** The JSON of the list of connections. */
export const connectionList = z.strictObject({ connections: z.array(shownConnection) })

/** The JSON of a tested connection. */
export const foundTracker = z
  .strictObject({
    product: text,
    version: text.nullable(),
    address: text,
    account: text,
    timeZone: text.nullable(),
    isAdministrator: z.boolean().meta({ description: 'Whether permissions can be taken from the tracker.' }),
    limitations: z.array(text).meta({ description: 'The lists that the account may not read, each with its effect.' }),
    projects: z.array(z.strictObject(project)).meta({ description: 'All that the account may browse.' }),
  })
  .meta({ description: 'What a tracker said about itself and the account.' })

const token = text.meta({ description: 'The token of the account. It is never in a response.', writeOnly: true })
const email = text.nullable().optional().meta({ description: 'For an API token of Jira Cloud, or a login.' })

const newConnection = z.strictObject({
  name: text.meta({ description: 'A letter, then letters, digits and hyphens in lower case; at most 30 characters.' }),
  address: text.meta({ description: 'The base address of the tracker.' }),
  token,
  email,
  projects: z.array(text).nullable().optional().meta({ description: 'Keys; null for all, also new ones.' }),
  since: text.nullable().optional().meta({ description: 'Leaves out issues that did not change since this date.' }),
  kind: z.enum(['cloud', 'server']).nullable().optional().meta({ description: 'For a tracker that does not say it.' }),
  permissions: z
    .enum(permissionModes)
    .nullable()
    .optional()
    .meta({ description: 'Who may see the issues; tracker by default.' }),
  allowHttp: z.boolean().optional().meta({ description: 'Whether to send the token without encryption.' }),
  replaceDemo: z.boolean().optional().meta({ description: 'Whether to remove the demo, if the server has it.' }),
})

const flag = z.boolean().optional()
const round = z.strictObject({
  full: flag.meta({ description: 'Read every issue again.' }),
  census: flag.meta({ description: 'Compare all ids.' }),
  acceptLoss: flag.meta({ description: 'Accept that many issues are gone from the tracker.' }),
})

const example = {
  name: 'jira',
  address: 'https://jira.example.org',
  token: '...',
  projects: ['WEB', 'APP'],
  since: '2024-01-31',
  permissions: 'tracker',
}

function body(schema: z.ZodType, example: Json): Json {
  const json = z.toJSONSchema(schema, { target: 'draft-2020-12' })
  return { required: true, content: { 'application/json': { schema: json, example } } }
}

const changing: Json = {
  ...guarded,
  403: problem('The caller is no administrator, or the request is from another site or came through a proxy.'),
}
const writing: Json = { ...changing, ...refusedBody('application/json') }
const invalid = problem('The body has mistakes. The messages have all of them, each with its member.')
const unknown = problem('There is no connection with this name.')
const busy = problem('Another connection is being tested; see Retry-After.')
const tracker = problem('The tracker cannot be read with this address and token. The message says why.')
const conflict = problem('The name is in use, or the store has the demo or another tracker.')
const shown: Json = { description: 'The connection.', content: jsonContent('Connection') }
const location = { Location: { schema: { type: 'string' } } }

/** Describes the routes of connections for the OpenAPI document. */
export function connectionPaths(): Record<string, Json> {
  const name = { name: 'name', in: 'path', required: true, description: 'Its name.', schema: { type: 'string' } }
  const issues = { name: 'issues', in: 'query', description: 'What happens to the issues of its projects.' }
  const action = (operationId: string, summary: string): Json => ({
    post: {
      operationId,
      summary,
      parameters: [name],
      requestBody: body(z.strictObject({}), {}),
      responses: { ...writing, 200: shown, 400: invalid, 404: unknown },
    },
  })
  return {
    [CONNECTIONS_PATH]: {
      get: {
        operationId: 'listConnections',
        summary: 'The connections, for administrators.',
        responses: {
          ...changing,
          200: { description: 'All connections, by name.', content: jsonContent('ConnectionList') },
        },
      },
      post: {
        operationId: 'addConnection',
        summary: 'Tests a connection, stores it and starts its first round.',
        requestBody: body(newConnection, example),
        responses: {
          ...writing,
          400: invalid,
          409: conflict,
          422: tracker,
          429: busy,
          201: { ...shown, headers: location },
        },
      },
    },
    [CONNECTION_TEST_PATH]: {
      post: {
        operationId: 'testConnection',
        summary: 'Tests a new connection, and stores nothing.',
        requestBody: body(newConnection, example),
        responses: {
          ...writing,
          400: invalid,
          409: conflict,
          422: tracker,
          429: busy,
          200: { description: 'What the tracker said.', content: jsonContent('FoundTracker') },
        },
      },
    },
    [`${CONNECTIONS_PATH}/{name}`]: {
      get: {
        operationId: 'connection',
        summary: 'A connection, for administrators.',
        parameters: [name],
        responses: { ...changing, 200: shown, 404: unknown },
      },
      patch: {
        operationId: 'replaceConnectionToken',
        summary: 'Tests another token of a connection, and stores it. Its address cannot be changed.',
        parameters: [name],
        requestBody: body(z.strictObject({ token, email }), { token: '...' }),
        responses: {
          ...writing,
          200: shown,
          400: invalid,
          404: unknown,
          422: tracker,
          429: busy,
          409: problem('The token is in a variable of the server, or the address has another tracker now.'),
        },
      },
      delete: {
        operationId: 'removeConnection',
        summary: 'Removes a connection with its token.',
        parameters: [name, { ...issues, schema: { enum: ['keep', 'remove'], default: 'keep' } }],
        responses: {
          ...changing,
          400: invalid,
          404: unknown,
          200: {
            description: 'How many issues were removed.',
            content: { 'application/json': { schema: z.toJSONSchema(z.strictObject({ issues: count })) } },
          },
        },
      },
    },
    [`${CONNECTIONS_PATH}/{name}/sync`]: {
      post: {
        operationId: 'syncConnection',
        summary: 'Starts a round of a connection.',
        parameters: [name],
        requestBody: body(round, {}),
        responses: {
          ...writing,
          400: invalid,
          404: unknown,
          409: problem('The connection is paused.'),
          202: { ...shown, description: 'The connection, whose round starts.' },
        },
      },
    },
    [`${CONNECTIONS_PATH}/{name}/pause`]: action('pauseConnection', 'Stops the rounds of a connection.'),
    [`${CONNECTIONS_PATH}/{name}/resume`]: action(
      'resumeConnection',
      'Resumes a paused connection, or accepts the tracker or its clock as it is.',
    ),
  }
}
