import { limitedWorkspace } from '../../../src/app/workspace/limited-workspace.ts'
import { createServer } from '../../../src/edge/http/create-server.ts'
import { accessWorld, importPeople } from '../../access/permissions/access-world.ts'
import { testServerDeps, VIEWS } from '../../edge/http/test-server.ts'
import { storeTemplate } from '../../support/store-template.ts'

/** A response of the routes of saved reports. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read what the server sent
  readonly body: any
  readonly text: string
  readonly bytes: Buffer
}

/** Sends a request as a user, with a JSON body if there is one; `null` is nobody. */
export type Request = (
  who: string | null,
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path?: string,
  body?: unknown,
) => Promise<Answer>

/** A store with the users of viewsWorld, whose tokens it returns. */
const withUsers = storeTemplate(async store => {
  const { access } = await importPeople(store)
  const users = { ann: [], bob: ['Web'], cid: ['web'], root: ['administrators'], none: ['Web'] }
  const tokens = new Map<string, string>()
  for (const [login, groups] of Object.entries(users)) {
    await access.addUser({ login, groups, timeZone: null })
    tokens.set(login, (await access.createToken(login, null)).token)
  }
  await access.restrict('WEB', ['web', 'builders'], [])
  await access.restrict('WEB', [], ['ann', 'bob', 'cid'])
  return tokens
})

/**
 * Creates a server in access mode `tokens` over the small tracker, with the users `ann` (of the tracker's group
 * Builders), `bob` and `cid` (of the group web), `root` (an administrator) and `none` (who may browse no project).
 */
export async function viewsWorld(own: Parameters<typeof accessWorld>[0] = {}) {
  const template = await withUsers()
  const tokens = template.filled
  const world = await accessWorld(own, template)
  const limits = { long: LIMIT, short: LIMIT }
  const workspace = limitedWorkspace(world.workspace, limits)
  const server = createServer({ ...testServerDeps(), ...workspace })
  const request: Request = async (who, method, path = '', body) => {
    const authorization = who === null ? {} : { authorization: `Bearer ${tokens.get(who)}` }
    const json = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }
    const url = /^\/(rest|api)\//.test(path) ? path : `${VIEWS}${path}`
    const answer = await server.server.inject({ method, url, headers: { ...authorization, ...json }, ...sent })
    const { statusCode: status, headers, payload: text, rawPayload: bytes } = answer
    return {
      status,
      headers,
      text,
      bytes,
      body: /^application\/(problem\+)?json/.test(String(headers['content-type'])) ? JSON.parse(text) : null,
    }
  }
  return { ...world, request, server, exports: workspace.exports, tokens }
}

const LIMIT = { slots: 4, slotsPerUser: 4, waiting: 2_000, perUser: 2_000, timeoutMs: 60_000 }

/** Returns the body of a saved report: a list of the project WEB. */
export function report(name: string, more: object = {}) {
  return { name, endpoint: 'list', parameters: parameters({}), ...more }
}

/** Returns the parameters of such a report, with changes. */
export function parameters(changes: Readonly<Record<string, string>>) {
  const all = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', ...changes }
  return Object.entries(all).map(([name, value]) => ({ name, value }))
}
