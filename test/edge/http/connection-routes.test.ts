import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CONNECTION_BODY_LIMIT } from '../../../src/app/operations/connection-requests.ts'
import { connectionList, foundTracker, shownConnection } from '../../../src/app/operations/connection-schemas.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { startFakeJira, TOKEN } from '../../support/fake-jira.js'
import { type ConnectionsWorld, connectionsWorld, type WorldOptions } from './connections-world.ts'

// root is an administrator, ann is not. The fake tracker has the projects OPS and WEB.

let world: ConnectionsWorld | null = null

async function start(options?: WorldOptions): Promise<ConnectionsWorld> {
  world = await connectionsWorld(options)
  return world
}

afterEach(async () => {
  await world?.close()
  world = null
})

/** Starts a world for tests that change nothing in it. */
function sharedWorld(prepare?: (world: ConnectionsWorld) => Promise<unknown>): () => ConnectionsWorld {
  let shared: ConnectionsWorld
  beforeAll(async () => {
    shared = await connectionsWorld()
    await prepare?.(shared)
  })
  afterAll(() => shared.close())
  return () => shared
}

const LIST = '/api/connections'
const ONE = `${LIST}/jira`
const TEST = '/api/connection-test'

const newOne = ({ fake }: ConnectionsWorld, more: object = {}) => ({
  name: 'jira',
  address: fake.url,
  token: TOKEN,
  ...more,
})

/** Adds the connection, and waits until it is live. */
async function live(started: ConnectionsWorld, more: object = {}) {
  const added = await started.send('root', 'POST', LIST, newOne(started, more))
  expect([added.status, added.code]).toEqual([201, null])
  return started.until('jira', ({ state, running }) => state === 'live' && running === null)
}

/** Every request of these routes, with a valid body. */
const requests = (started: ConnectionsWorld): [method: string, path: string, body?: unknown][] => [
  ['GET', LIST],
  ['POST', TEST, newOne(started)],
  ['POST', LIST, newOne(started)],
  ['GET', ONE],
  ['PATCH', ONE, { token: TOKEN }],
  ['POST', `${ONE}/sync`, {}],
  ['POST', `${ONE}/pause`, {}],
  ['POST', `${ONE}/resume`, {}],
  ['DELETE', `${ONE}?issues=remove`],
]

describe('a new connection that is only tested or refused', () => {
  const world = sharedWorld()

  it('is tested first, with all projects to choose from, and nothing is stored', async () => {
    const { fake, send, dir } = world()
    const { status, body } = await send('root', 'POST', TEST, { name: 'jira', address: `${fake.url}/`, token: TOKEN })
    expect(status).toBe(200)
    expect(foundTracker.parse(body)).toEqual({
      product: 'Jira Data Center',
      version: '8.20.7',
      address: fake.url,
      account: 'Sync Account',
      timeZone: 'Europe/Berlin',
      isAdministrator: true,
      limitations: [],
      projects: [
        { key: 'OPS', name: 'Operations' },
        { key: 'WEB', name: 'Website' },
      ],
    })
    expect((await send('root', 'GET', LIST)).body).toEqual({ connections: [] })
    expect(readdirSync(dir)).not.toContain('secrets')
  })

  it('reports all mistakes at once, each with its member, and never the token', async () => {
    const { send, written } = world()
    const wrong = {
      name: 'Jira 1',
      address: 'https://me:canary-1@jira.example.org',
      token: 'canary-2 canary-3',
      email: 'a b',
      projects: ['web;app'],
      since: 'yesterday',
      kind: 'dc',
      permissions: 'all',
      allowHttp: 'yes',
      tokenFile: '/etc/passwd',
      tokenStdin: true,
    }
    for (const path of [TEST, LIST]) {
      const { status, code, body } = await send('root', 'POST', path, wrong)
      expect([status, code]).toEqual([400, 'CONNECTION_INVALID'])
      const members =
        'Allowed: name, address, token, email, projects, since, kind, permissions, allowHttp, replaceDemo.'
      expect(body.messages).toEqual([
        `allowHttp: '"yes"' is not allowed. Allowed: true or false.`,
        `tokenFile: this member is not allowed. ${members}`,
        `tokenStdin: this member is not allowed. ${members}`,
        "address: 'https://***@jira.example.org' is not allowed. Allowed: the address of a tracker, such as https://jira.example.org, without a user name or a token in it.",
        "name: 'Jira 1' is not allowed. Allowed: a letter, then letters, digits and hyphens in lower case, at most 30 characters, such as jira.",
        "email: 'a b' is not allowed. Allowed: an email address or a login.",
        `projects: 'web;app' is not allowed. Allowed: a list of keys of projects, such as ["WEB", "APP"], or null for all.`,
        "since: 'yesterday' is not allowed. Allowed: a date such as 2024-01-31.",
        "kind: 'dc' is not allowed. Allowed: cloud, server.",
        "permissions: 'all' is not allowed. Allowed: tracker, account, manual.",
        'token: it is not one token: a token has letters, digits and punctuation only.',
      ])
    }
    expect(written()).not.toContain('canary')
  })

  it.each([
    [{}, ['address', 'name', 'token']],
    [{ name: 1, address: ['x'], token: 5, projects: 'WEB' }, ['address', 'name', 'projects', 'token']],
    [{ name: 'jira', address: 'http://jira.example.org', token: 'x' }, ['address']],
    [{ name: 'jira', address: 'https://jira.example.org', token: '' }, ['token']],
    [{ name: 'jira', address: 'https://jira.example.org', token: 'x'.repeat(8193) }, ['token']],
    [{ name: 'jira', address: 'https://jira.example.org', token: 'x', projects: [] }, ['projects']],
    [{ name: 'jira', address: 'https://jira.example.org', token: 'x', projects: [1] }, ['projects']],
  ])('refuses %j', async (json, members) => {
    const { send } = world()
    const { status, body } = await send('root', 'POST', TEST, json)
    expect(status).toBe(400)
    expect(body.messages.map((message: string) => /^\w+/.exec(message)![0]).sort()).toEqual(members)
  })

  it.each([['"text"'], ['[]'], ['null'], ['{"name":'], ['']])('refuses the body %j', async text => {
    const { send } = world()
    const headers = { 'content-type': 'application/json' }
    const { status, code } = await send('root', 'POST', TEST, text === '' ? undefined : text, headers)
    expect([status, code]).toEqual([400, 'CONNECTION_INVALID'])
  })

  it('with a project that the account cannot browse is refused, with its keys', async () => {
    const started = world()
    const { status, body } = await started.send('root', 'POST', LIST, newOne(started, { projects: ['WEB', 'WEX'] }))
    expect([status, body.messages]).toEqual([
      400,
      ["projects: the account cannot browse a project 'WEX'. Did you mean WEB?"],
    ])
    expect((await started.send('root', 'GET', LIST)).body.connections).toEqual([])
  })

  it('with a wrong token is refused at the token', async () => {
    const started = world()
    const { status, body } = await started.send('root', 'POST', LIST, newOne(started, { token: 'canary-token' }))
    expect([status, body.code]).toEqual([422, 'CONNECTION_FAILED'])
    expect(body.messages).toEqual([
      expect.stringMatching(/^token: http:.* cannot be read: .*status 401.* Check the token/),
    ])
    expect(started.written()).not.toContain('canary')
    expect(readdirSync(started.dir)).not.toContain('secrets')
  })

  it('to an address without a server is refused at the address', async () => {
    const started = world()
    const closed = createServer().listen(0, '127.0.0.1')
    const { port } = await new Promise<{ port: number }>(resolve =>
      closed.once('listening', () => resolve(closed.address() as { port: number })),
    )
    await new Promise(resolve => closed.close(resolve))
    const address = `http://127.0.0.1:${port}`
    const { status, body } = await started.send('root', 'POST', TEST, newOne(started, { address }))
    expect([status, body.code]).toEqual([422, 'CONNECTION_FAILED'])
    expect(body.messages).toEqual([
      expect.stringMatching(/^address: http:.*nothing listens at this address and port\./),
    ])
  })
})

describe('a live connection', () => {
  const world = sharedWorld(live)

  it('refuses a new one with its name', async () => {
    const started = world()
    for (const path of [TEST, LIST]) {
      const { status, body } = await started.send('root', 'POST', path, newOne(started, { token: 'other' }))
      expect([status, body.code]).toEqual([409, 'CONNECTION_TAKEN'])
      expect(body.messages[0]).toMatch(/^name: /)
    }
    expect(readFileSync(join(started.dir, 'secrets', 'jira'), 'utf8')).toBe(`${TOKEN}\n`)
  })

  it('replaces its token only after a test, and a wrong one changes nothing', async () => {
    const started = world()
    const { status, body } = await started.send('root', 'PATCH', ONE, { token: 'wrong' })
    expect([status, body.code]).toEqual([422, 'CONNECTION_FAILED'])
    expect(readFileSync(join(started.dir, 'secrets', 'jira'), 'utf8')).toBe(`${TOKEN}\n`)
    const { body: mistakes } = await started.send('root', 'PATCH', ONE, {
      email: 'a b',
      address: 'https://evil.example',
    })
    expect(mistakes.messages).toEqual([
      'address: this member is not allowed. Allowed: token, email.',
      "email: 'a b' is not allowed. Allowed: an email address or a login.",
      'token is missing. Allowed: the token of the account.',
    ])
  })

  it('refuses the token of an account that cannot read the permissions of the tracker', async () => {
    const started = world()
    started.fake.tokens.push({ secret: 'token-of-ann', login: 'ann', scoped: false })
    const { status, body } = await started.send('root', 'PATCH', ONE, { token: 'token-of-ann' })
    expect([status, body.code]).toEqual([422, 'CONNECTION_PERMISSIONS'])
    expect(readFileSync(join(started.dir, 'secrets', 'jira'), 'utf8')).toBe(`${TOKEN}\n`)
  })

  it('is unknown under another name', async () => {
    const started = world()
    for (const [method, path, body] of requests(started)) {
      if (!path.startsWith(ONE)) continue
      const { status, body: problem } = await started.send('root', method, path.replace('jira', 'jirra'), body)
      expect([method, path, status, problem.code]).toEqual([method, path, 404, 'CONNECTION_UNKNOWN'])
      expect(problem.detail).toContain("Did you mean 'jira'?")
    }
  })

  it('refuses unknown options of its actions', async () => {
    const started = world()
    const bad = async (method: string, path: string, body?: unknown) =>
      (await started.send('root', method, path, body)).body.messages
    expect(await bad('POST', `${ONE}/sync`, { full: 1, dryRun: true })).toEqual([
      "full: '1' is not allowed. Allowed: true or false.",
      'dryRun: this member is not allowed. Allowed: full, census, acceptLoss.',
    ])
    expect(await bad('POST', `${ONE}/pause`, { now: true })).toEqual([
      'now: this member is not allowed. Allowed: no members.',
    ])
    expect(await bad('DELETE', `${ONE}?issues=all`)).toEqual(["issues: 'all' is not allowed. Allowed: keep, remove."])
  })
})

describe('a new connection', () => {
  it('of an account that is no administrator needs a choice of permissions; it reads its issues, and then reports have them', async () => {
    const started = await start({ fake: { tokens: [{ secret: TOKEN, login: 'ann', scoped: false }] } })
    const { send } = started
    const found = await send('root', 'POST', TEST, newOne(started))
    expect([found.status, found.body.isAdministrator]).toEqual([200, false])
    const refused = await send('root', 'POST', LIST, newOne(started))
    expect([refused.status, refused.code, refused.body.messages.length]).toEqual([422, 'CONNECTION_PERMISSIONS', 1])
    expect(refused.body.messages[0]).toMatch(/^permissions: /)
    const choices = { projects: ['web'], since: '2020-01-31', permissions: 'account' }
    const added = await send('root', 'POST', LIST, newOne(started, choices))
    expect([added.status, added.headers.get('location')]).toEqual([201, ONE])
    expect(shownConnection.parse(added.body)).toMatchObject({
      name: 'jira',
      permissions: 'account',
      since: '2020-01-30T23:00:00.000Z',
      tokenFrom: 'store',
      self: ONE,
    })
    const end = await started.until('jira', ({ state, running }) => state === 'live' && running === null)
    expect(end.projects.map(({ key }: { key: string }) => key)).toEqual(['WEB'])
    expect(end.lastRound).toMatchObject({ failed: 0, error: null })
    const list = await send('root', 'GET', LIST)
    expect(connectionList.parse(list.body)).toEqual({ connections: [end] })
    const report = '/rest/tis/report/1.0/api/list?filterType=project&projectKey=WEB&columnsBy=statusCount'
    expect((await send('root', 'GET', report)).headers.get('x-total-count')).toBe(`${end.projects[0].stored}`)
    expect(end.projects[0].stored).toBeGreaterThan(0)
  })

  itDrawn('shows how far its first round is', async () => {
    const started = await start({ fake: { latencyMs: 120 } })
    await started.send('root', 'POST', LIST, newOne(started))
    const phases = new Set<string>()
    const end = await started.until('jira', ({ running, state, projects }) => {
      if (running) phases.add(running.phase)
      return state === 'live' && running === null && projects.length > 0
    })
    expect([...phases]).toContain('reading issues')
    expect(end.running).toBeNull()
  })

  itDrawn('in a store with the demo is refused, without the path of the store', async () => {
    const started = await start({ store: demoFolder })
    const { status, body } = await started.send('root', 'POST', TEST, newOne(started))
    expect([status, body.code]).toEqual([409, 'CONNECTION_DEMO'])
    expect(body.detail).toContain('The store of this server contains the demo')
    expect(body.detail).toContain('Replace it with replaceDemo: true')
    expect(started.written()).not.toContain(started.dir)
  })

  itDrawn('replaces the demo on request, with all that the demo had', async () => {
    const started = await start({ store: demoFolder })
    const tested = await started.send('root', 'POST', TEST, newOne(started, { replaceDemo: true }))
    expect(tested.status).toBe(200)
    const catalogue = async () => (await started.send('root', 'GET', '/api/catalogue')).body
    expect((await catalogue()).isDemo).toBe(true)
    const { projects } = await live(started, { replaceDemo: true })
    const { isDemo, ...after } = await catalogue()
    expect(isDemo).toBe(false)
    expect(after.issues).toBe(projects.reduce((sum: number, { stored }: { stored: number }) => sum + stored, 0))
    expect(after.projects.map(({ key }: { key: string }) => key).sort()).toEqual(['OPS', 'WEB'])
  })

  itDrawn('removes nothing from a store without the demo', async () => {
    const started = await start()
    const before = await live(started)
    const second = { name: 'other', projects: ['OPS'], replaceDemo: true }
    await started.send('root', 'DELETE', `${ONE}?issues=keep`)
    expect((await started.send('root', 'POST', LIST, newOne(started, second))).status).toBe(201)
    const { issues } = (await started.send('root', 'GET', '/api/catalogue')).body
    expect(issues).toBe(before.projects.reduce((sum: number, { stored }: { stored: number }) => sum + stored, 0))
  })
})

describe('the token of a connection', () => {
  itDrawn(
    'is only in the file of the store, which only its owner can read, until it is rejected and replaced',
    async () => {
      const started = await start()
      const token = 'canary-token-1'
      started.fake.tokens.push({ secret: token, login: 'admin', scoped: false })
      await live(started, { token })
      started.fake.tokens.push({ secret: 'canary-token-2', login: 'admin', scoped: false })
      const changed = await started.send('root', 'PATCH', ONE, { token: 'canary-token-2' })
      expect(changed.status).toBe(200)
      await started.send('root', 'PATCH', ONE, { token: 'canary-token-wrong' })
      const { send } = started
      for (const [method, path] of [
        ['GET', LIST],
        ['GET', ONE],
        ['GET', '/api/sync'],
        ['GET', '/api/catalogue'],
        ['GET', '/metrics'],
        ['POST', `/api/connections?token=canary-token-2`],
      ] as const)
        await send('root', method, path)
      expect(started.written().replace(/token=canary-token-2/g, '')).not.toContain('canary-token')
      const secret = join(started.dir, 'secrets', 'jira')
      expect(readFileSync(secret, 'utf8')).toBe('canary-token-2\n')
      expect(statSync(secret).mode & 0o777).toBe(0o600)
      await started.workspace.ping()
      const files = readdirSync(started.dir, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
      const holding = files.filter(({ parentPath, name }) =>
        readFileSync(join(parentPath, name)).includes('canary-token'),
      )
      expect(holding.map(({ name }) => name)).toEqual(['jira'])
      expect(files.length).toBeGreaterThan(2)
      // A token that is rejected needs another one, which starts the next try.
      started.fake.tokens.length = 0
      await started.send('root', 'POST', `${ONE}/sync`, {})
      await started.until('jira', ({ state, running }) => state === 'needs-token' && running === null)
      started.fake.tokens.push({ secret: 'other-token', login: 'admin', scoped: false })
      const { body } = await started.send('root', 'PATCH', ONE, { token: 'other-token' })
      expect(body.state).toBe('waiting')
      await started.send('root', 'POST', `${ONE}/sync`, {})
      await started.until('jira', ({ state }) => state === 'live')
    },
  )

  itDrawn('of the server is never sent to an address of a request', async () => {
    const env = { SOJOURN_TOKEN_JIRA: TOKEN }
    const started = await start({ env })
    for (const token of [undefined, null, 'x']) {
      const { status, body } = await started.send('root', 'POST', LIST, newOne(started, { token }))
      expect(status).toBe(400)
      expect(body.messages).toContain(
        "name: 'jira' is not allowed. Allowed: a name without a variable on the server; SOJOURN_TOKEN_JIRA has the token of another connection.",
      )
    }
    expect(started.fake.requests.count).toBe(0)
    await started.workspace.connections.connect({ tracker: 'jira', url: started.fake.url, name: 'jira' }, null)
    const replaced = await started.send('root', 'PATCH', ONE, { token: TOKEN })
    expect([replaced.status, replaced.code, replaced.body.messages.length]).toEqual([409, 'CONNECTION_VARIABLE', 1])
  })
})

describe('a connection', () => {
  itDrawn(
    'is paused, resumed, synced and removed as by commands, and keeps its issues until the loss of many is accepted',
    async () => {
      const started = await start({ fake: { issues: 34, projects: 1 } })
      const { send, fake } = started
      const before = await live(started)
      expect((await send('root', 'POST', `${ONE}/pause`, {})).body.state).toBe('paused')
      const synced = await send('root', 'POST', `${ONE}/sync`, {})
      expect([synced.status, synced.code]).toEqual([409, 'CONNECTION_PAUSED'])
      expect((await send('root', 'POST', `${ONE}/resume`, {})).body.state).toBe('waiting')
      expect((await send('root', 'POST', `${ONE}/sync`, { census: true })).status).toBe(202)
      const after = await started.until('jira', ({ state, running }) => state === 'live' && running === null)
      expect(after.lastRound.started > before.lastRound.started).toBe(true)
      const issues = after.projects.reduce((sum: number, { stored }: { stored: number }) => sum + stored, 0)
      expect(issues).toBe(34)
      for (const { key } of [...fake.tracker.issues.values()].slice(0, 22)) fake.tracker.deleteIssue(key)
      await send('root', 'POST', `${ONE}/sync`, { census: true })
      const waiting = await started.until('jira', ({ state }) => state === 'needs-approval')
      expect(waiting.approval).toBe('loss')
      expect((await started.workspace.summary()).issues).toBe(34)
      await send('root', 'POST', `${ONE}/sync`, { acceptLoss: true })
      const end = await started.until('jira', ({ state, running }) => state === 'live' && running === null)
      expect([end.approval, (await started.workspace.summary()).issues]).toEqual([null, 12])
      expect((await send('root', 'DELETE', ONE)).body).toEqual({ issues: 0 })
      expect((await send('root', 'GET', ONE)).code).toBe('CONNECTION_UNKNOWN')
      expect((await started.workspace.summary()).issues).toBe(12)
      expect(readdirSync(join(started.dir, 'secrets'))).toEqual([])
      await live(started)
      expect((await send('root', 'DELETE', `${ONE}?issues=remove`)).body).toEqual({ issues: 12 })
      expect((await started.workspace.summary()).issues).toBe(0)
    },
  )
})

describe('the routes of connections, without a connection', () => {
  const world = sharedWorld()

  it('are for administrators only', async () => {
    const started = world()
    for (const [who, status] of [
      ['ann', 403],
      [null, 401],
    ] as const) {
      for (const [method, path, body] of requests(started)) {
        const answer = await started.send(who, method, path, body, { 'x-sojourn': 'page' })
        expect([method, path, answer.status]).toEqual([method, path, status])
      }
    }
    expect(started.fake.requests.count).toBe(0)
  })

  it('take JSON only, which no form of another page can send', async () => {
    const started = world()
    for (const [method, path, body] of requests(started)) {
      if (method !== 'POST' && method !== 'PATCH') continue
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
        const answer = await started.send('root', method, path, JSON.stringify(body), { 'content-type': type })
        expect([method, path, answer.status]).toEqual([method, path, 415])
      }
      const empty = await started.send('root', method, path.replace('jira', 'jirra'))
      expect([method, path, [400, 404].includes(empty.status)]).toEqual([method, path, true])
    }
    expect(started.fake.requests.count).toBe(0)
  })

  itDrawn('refuse a body that is too large', async () => {
    const started = world()
    const body = newOne(started, { projects: ['W'.repeat(CONNECTION_BODY_LIMIT)] })
    const { status, code } = await started.send('root', 'POST', TEST, body)
    expect([status, code]).toEqual([413, 'BODY_TOO_LARGE'])
  })
})

describe('the routes of connections', () => {
  it('answer in access mode open on this machine, and only the page', async () => {
    const started = await start({ access: 'open' })
    for (const [method, path, body] of requests(started)) {
      if (method === 'GET') continue
      const foreign = await started.send(null, method, path, body)
      expect([method, path, foreign.status, foreign.code]).toEqual([method, path, 403, 'FOREIGN_PAGE'])
      const crossSite = { 'x-sojourn': 'page', 'sec-fetch-site': 'cross-site' }
      expect((await started.send(null, method, path, body, crossSite)).code).toBe('FOREIGN_PAGE')
      // A name that another site points at this machine, or that a proxy replaced.
      const proxied = [
        { origin: 'https://reports.example.org', 'sec-fetch-site': 'same-origin' },
        { 'x-forwarded-for': '192.0.2.1' },
        { via: '1.1 proxy' },
      ]
      for (const headers of proxied) {
        const answer = await started.send(null, method, path, body, { 'x-sojourn': 'page', ...headers })
        expect([method, path, answer.status, answer.code]).toEqual([method, path, 403, 'CONNECTION_OPEN'])
      }
    }
    expect(started.fake.requests.count).toBe(0)
    const own = { 'x-sojourn': 'page', origin: started.base }
    for (const [method, path, body] of requests(started)) {
      const isNew = method === 'POST' && path === LIST
      const { status } = await started.send(null, method, path, isNew ? {} : body, own)
      expect([method, path, status]).toEqual([method, path, isNew ? 400 : path.startsWith(ONE) ? 404 : 200])
    }
    expect((await started.send(null, 'POST', LIST, newOne(started), own)).status).toBe(201)
  })

  it('test one connection at a time, and end a test at its limit', async () => {
    const started = await start({ fake: { latencyMs: 60_000 }, testLimitMs: 1500 })
    const first = started.send('root', 'POST', TEST, newOne(started))
    while (started.fake.requests.count === 0) await new Promise(resolve => setTimeout(resolve, 20))
    const second = await started.send('root', 'POST', LIST, newOne(started))
    expect([second.status, second.code, second.headers.get('retry-after')]).toEqual([429, 'CONNECTION_BUSY', '5'])
    const { status, body } = await first
    expect([status, body.code]).toEqual([422, 'CONNECTION_FAILED'])
    expect(body.messages[0]).toMatch(/^address: http:.* it gave no complete answer within 1.5 seconds/)
  })

  itDrawn('let the next test begin when a client has gone', async () => {
    const HOUR = 3_600_000
    const started = await start({ fake: { latencyMs: HOUR }, testLimitMs: HOUR })
    const fast = await startFakeJira({ issues: 1, projects: 1 })
    const controller = new AbortController()
    const gone = fetch(`${started.base}${TEST}`, {
      method: 'POST',
      body: JSON.stringify(newOne(started)),
      signal: controller.signal,
      headers: { 'content-type': 'application/json', authorization: await tokenOf(started) },
    }).catch(() => null)
    while (started.fake.requests.count === 0) await new Promise(resolve => setTimeout(resolve, 20))
    controller.abort()
    await gone
    for (;;) {
      const { status } = await started.send('root', 'POST', TEST, newOne(started, { address: fast.url }))
      if (status !== 429) break
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    await fast.stop()
  })
})

async function tokenOf({ workspace }: ConnectionsWorld): Promise<string> {
  return `Bearer ${(await workspace.access.createToken('root', null)).token}`
}
