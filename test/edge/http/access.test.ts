import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import { createServer, type ServerDeps } from '../../../src/edge/http/create-server.ts'
import { smallWorkspace, temporaryFolder } from './small-tracker.ts'
import { AGGREGATION, CALENDARS, FORM, JSON_BODY, LIST, recordingLog, testServerDeps } from './test-server.ts'

const folder = temporaryFolder()
let workspace: Workspace
const tokens = new Map<string, string>()

beforeAll(async () => {
  workspace = await smallWorkspace(folder.path)
  const add = async (login: string, groups: string[], timeZone: string | null) => {
    await workspace.access.addUser({ login, groups, timeZone })
    tokens.set(login, (await workspace.access.createToken(login, null)).token)
  }
  await add('ann', [], 'Asia/Tokyo')
  await add('ben', [], null)
  await add('nat', [], 'America/New_York')
  await add('eve', ['administrators'], null)
})

afterAll(async () => {
  await workspace.close()
  folder.forget()
})

function startWith(deps: Partial<ServerDeps>) {
  const { access: _, ...parts } = workspace
  const log = recordingLog()
  return { ...createServer({ ...testServerDeps(), ...parts, log, ...deps }), log }
}

const TOKENS: Partial<ServerDeps> = {}
const OPEN: Partial<ServerDeps> = { authenticate: null }

/** The servers by their dependencies. */
const servers = new Map<Partial<ServerDeps>, ReturnType<typeof startWith>>()

/** Returns the response of a server in access mode `tokens`, or `open`; all of its parts are real. */
async function respond(request: InjectOptions | string, deps = TOKENS) {
  const started = servers.get(deps) ?? startWith(deps)
  servers.set(deps, started)
  const { server, log } = started
  const before = log.lines.length
  const { statusCode, headers, payload } = await server.inject(request)
  return { status: statusCode, headers, body: payload, logged: JSON.stringify(log.lines.slice(before)) }
}

const as = (login: string) => ({ authorization: `Bearer ${tokens.get(login)}` })
const REPORT = `${LIST}?filterType=project&projectKey=WEB&columnsBy=statusCount&fields=created`
const SIGN_IN = ['Bearer realm="sojourn"', 'Basic realm="sojourn", charset="UTF-8"']

/** Routes with error formats of their own, and one of each other kind. */
const FOR_USERS: (InjectOptions & { readonly url: string })[] = [
  ...[REPORT, AGGREGATION, CALENDARS, `${CALENDARS}/0`, '/api/jql/suggest?text=a'].map(url => ({ url })),
  { method: 'POST', url: LIST, payload: 'filterType=project', headers: FORM },
  { method: 'POST', url: '/api/jql/parse', payload: '{"query": "key = WEB-1"}', headers: JSON_BODY },
]

describe('access mode tokens', () => {
  it.each(FOR_USERS)('triggers no sign-in dialog of browsers over the page: $url', async request => {
    const { status, headers } = await respond({ ...request, headers: { ...request.headers, 'x-sojourn': 'page' } })
    expect(status).toBe(401)
    expect([headers['www-authenticate']].flat()).toEqual(['Bearer realm="sojourn"'])
  })

  it.each(FOR_USERS)('explains how to sign in without a token: $url', async request => {
    const { status, headers, body } = await respond(request)
    expect(status).toBe(401)
    expect(headers['www-authenticate']).toEqual(SIGN_IN)
    expect(headers['x-error-code']).toBe('NOT_SIGNED_IN')
    const isReport = [LIST, AGGREGATION].includes(request.url.split('?')[0]!)
    expect(Object.keys(JSON.parse(body))).toEqual(
      isReport ? ['message', 'statusCode', 'pluginVersion', 'time'] : ['type', 'title', 'status', 'detail', 'code'],
    )
    expect(body).toContain('sojourn token create')
  })

  it.each(['/healthz', '/readyz', '/openapi.json', '/docs'])('lets everybody use %s', async url => {
    expect((await respond(url)).status).toBe(200)
  })

  it('accepts tokens by Bearer and Basic, with any case of the scheme and the login', async () => {
    const token = tokens.get('ann')!
    const basic = (login: string) => Buffer.from(`${login}:${token}`).toString('base64')
    const shown = [`Bearer ${token}`, `bearer  ${token} `, `BASIC ${basic('ann')}`, `Basic ${basic('ANN')}`]
    for (const authorization of shown) {
      expect([authorization, (await respond({ url: REPORT, headers: { authorization } })).status]).toEqual([
        authorization,
        200,
      ])
    }
  })

  it('does not reveal whether a token is wrong or belongs to another user', async () => {
    const header = (login: string, token: string) => `Basic ${Buffer.from(`${login}:${token}`).toString('base64')}`
    const wrong = [
      header('ben', tokens.get('ann')!),
      header('ann', 'sj_wrong'),
      header('nobody', 'x'),
      'Bearer sj_wrong',
    ]
    const bodies = await Promise.all(
      wrong.map(authorization => respond({ url: CALENDARS, headers: { authorization } }).then(({ body }) => body)),
    )
    expect(new Set(bodies).size).toBe(1)
    expect(JSON.parse(bodies[0]!).code).toBe('NOT_SIGNED_IN')
  })

  // Answers to wrong tokens are delayed, one after another for each address.
  it.concurrent.each([
    '',
    ' ',
    'Bearer',
    'Bearer ',
    'Bearer  ',
    'Bearer a b',
    'Bearer a, Bearer b',
    'Bearer\tabc',
    'Bearer "abc"',
    'Bearer \u00fc',
    `Bearer sj_${'x'.repeat(20_000)}`,
    'Basic',
    'Basic ',
    'Basic !!!',
    'Basic Og==',
    'Basic YQ==',
    'Basic OmI=',
    'Basic YTo=',
    'Basic /////w==',
    'Basic YTpi YTpi',
    `Basic ${Buffer.from('a\u0000b:c\u0000d').toString('base64')}`,
    `Basic ${Buffer.from(`${"'; drop table token; --"}:x`).toString('base64')}`,
    'Digest username="ann"',
    'Negotiate YII=',
    'Bearer: abc',
    'ApiKey abc',
    'sj_abc',
    '=',
    '__proto__ x',
    'constructor x',
  ])('ignores a malformed header: %s', async authorization => {
    const answers = await Promise.all(
      [REPORT, CALENDARS].map(url => respond({ url, headers: { authorization }, remoteAddress: `client of ${url}` })),
    )
    for (const { status, headers } of answers) expect([status, headers['x-error-code']]).toEqual([401, 'NOT_SIGNED_IN'])
  })

  it("forbids administrators' routes to other users", async () => {
    const refused = await respond({ url: '/metrics', headers: as('ann') })
    expect([refused.status, refused.headers['x-error-code']]).toEqual([403, 'FORBIDDEN'])
    expect(refused.headers['www-authenticate']).toBeUndefined()
    expect((await respond({ url: '/metrics', headers: as('eve') })).status).toBe(200)
    expect((await respond('/metrics')).status).toBe(401)
  })

  it('logs no token', async () => {
    const token = tokens.get('ann')!
    const basic = Buffer.from(`ann:${token}`).toString('base64')
    for (const authorization of [`Bearer ${token}`, `Basic ${basic}`, `Nonsense ${token}`]) {
      const { logged } = await respond({ url: REPORT, headers: { authorization } })
      expect(logged).toContain('request')
      expect(logged).not.toContain(token)
      expect(logged).not.toContain(basic)
    }
  })

  it('rejects before it reads a body', async () => {
    const wrong = {
      method: 'POST' as const,
      url: LIST,
      payload: 'x'.repeat(100),
      headers: { 'content-type': 'text/odd' },
    }
    expect((await respond(wrong)).status).toBe(401)
    expect((await respond({ ...wrong, headers: { ...wrong.headers, ...as('ann') } })).status).toBe(415)
  })
})

describe('access mode open', () => {
  it('treats everybody as the local user', async () => {
    expect((await respond(REPORT, OPEN)).status).toBe(200)
    expect((await respond('/metrics', OPEN)).status).toBe(200)
    expect((await respond({ url: REPORT, headers: { authorization: 'Bearer nonsense' } }, OPEN)).status).toBe(200)
  })

  it('refuses what another website requests, but serves programs and its own page', async () => {
    const fromSite = (site: string, url: string) => respond({ url, headers: { 'sec-fetch-site': site } }, OPEN)
    for (const url of [REPORT, '/api/catalogue', '/metrics']) {
      const { status, headers, body } = await fromSite('cross-site', url)
      expect([status, headers['x-error-code']], url).toEqual([403, 'FOREIGN_SITE'])
      expect(body).not.toContain('WEB-1')
      for (const site of ['same-origin', 'none']) expect((await fromSite(site, url)).status, url).toBe(200)
    }
    // A link may open the page.
    expect((await fromSite('cross-site', '/docs')).status).toBe(200)
  })

  it.each([
    ['http://tracker.example.org', true],
    ['http://tracker.example.org:8080', true],
    ['null', true],
    ['http://localhost', false],
    ['http://localhost:9000', false],
  ])('refuses changes from the origin %s of an old browser: %s', async (origin, isRefused) => {
    const headers = { ...JSON_BODY, host: 'localhost', 'x-sojourn': 'page', origin }
    const answer = await respond({ method: 'POST', url: '/api/session', payload: '{}', headers }, OPEN)
    expect(answer.headers['x-error-code'] === 'FOREIGN_PAGE').toBe(isRefused)
  })

  it.each(['localhost', 'localhost:8080', '127.0.0.1', '[::1]:8080'])('accepts the host %s', async host => {
    expect((await respond({ url: REPORT, headers: { host } }, OPEN)).status).toBe(200)
  })

  it.each(['tracker.example.org', 'localhost.example.org', '192.168.0.7:8080', '127.0.0.1.example.org'])(
    'refuses the host %s, which another site could point at this machine',
    async host => {
      for (const url of [REPORT, '/api/catalogue', '/metrics']) {
        const { status, headers, body } = await respond({ url, headers: { host } }, OPEN)
        expect([status, headers['x-error-code']], url).toEqual([421, 'HOST_UNKNOWN'])
        expect(body).not.toContain('WEB-1')
      }
    },
  )
})

describe('a report', () => {
  const createdOf = ({ body }: { body: string }) => {
    const { timeZone, table } = JSON.parse(body)
    return [timeZone, table.body.rows[0].fieldColumns[0].value]
  }

  it('uses the time zone of the caller, otherwise that of the server', async () => {
    expect(createdOf(await respond({ url: REPORT, headers: as('ann') }))).toEqual(['Asia/Tokyo', '01/Mar/24 9:00 AM'])
    expect(createdOf(await respond({ url: REPORT, headers: as('ben') }))).toEqual([
      'Europe/Berlin',
      '01/Mar/24 1:00 AM',
    ])
    const chosen = `${REPORT}&timeZone=UTC`
    expect(createdOf(await respond({ url: chosen, headers: as('ann') }))).toEqual(['UTC', '01/Mar/24 12:00 AM'])
  })

  it('has days and months in the time zone of the caller', async () => {
    const total = async (login: string, more: string) =>
      JSON.parse((await respond({ url: `${LIST}?columnsBy=statusCount&${more}`, headers: as(login) })).body).total
    const query = (jql: string) => `filterType=customjql&customjql=${encodeURIComponent(jql)}`
    // All three were created at midnight of the 1st in UTC: 9:00 in Tokyo, 1:00 in Berlin, the evening before in New
    // York.
    for (const url of [query('created >= startOfMonth()'), query('created >= "2024-03-01"')]) {
      expect(await Promise.all(['ann', 'ben', 'nat'].map(login => total(login, url)))).toEqual([3, 3, 0])
    }
    const range = 'filterType=project&projectKey=WEB&dateRangeField=created&startDate=2024-03-01%2005:00'
    expect(await Promise.all(['ann', 'ben', 'nat'].map(login => total(login, range)))).toEqual([3, 0, 0])
  })
})

describe('a disabled report API', () => {
  const OFF = { apiOn: false }

  it('answers reports with 503 in their own format', async () => {
    for (const request of FOR_USERS.filter(({ url }) => url.startsWith(LIST) || url.startsWith(AGGREGATION))) {
      const { status, headers, body } = await respond(
        { ...request, headers: { ...request.headers, ...as('ann') } },
        OFF,
      )
      expect([status, headers['x-error-code']]).toEqual([503, 'API_OFF'])
      expect(Object.keys(JSON.parse(body))).toEqual(['message', 'statusCode', 'pluginVersion', 'time'])
    }
  })

  it('authenticates first, and leaves other routes alone', async () => {
    expect((await respond(REPORT, OFF)).status).toBe(401)
    expect((await respond({ url: CALENDARS, headers: as('ann') }, OFF)).status).toBe(200)
    expect((await respond('/healthz', OFF)).status).toBe(200)
  })
})
