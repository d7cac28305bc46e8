import { z } from 'zod'
import { permissionModes } from '../../intake/connections/connect-request.ts'

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

/** The JSON of a new connection. */
export const newConnection = z.strictObject({
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
/** The JSON of a round that starts. */
export const newRound = z.strictObject({
  full: flag.meta({ description: 'Read every issue again.' }),
  census: flag.meta({ description: 'Compare all ids.' }),
  acceptLoss: flag.meta({ description: 'Accept that many issues are gone from the tracker.' }),
})

/** The JSON of another token. */
export const newToken = z.strictObject({ token, email })

/** The JSON of a request that says nothing. */
export const nothing = z.strictObject({})

/** The JSON of a removal. */
export const removed = z.strictObject({ issues: count })

/** The schemas of connections in the OpenAPI document. */
export const connectionComponents = {
  Connection: shownConnection,
  ConnectionList: connectionList,
  FoundTracker: foundTracker,
}
