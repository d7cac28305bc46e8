import { afterEach, describe, expect, it } from 'vitest'
import { siteAddress } from '../../../../../src/intake/source/jira/live/session.ts'
import type { TrackerError } from '../../../../../src/intake/source/tracker.ts'
import { CLOUD_ID, SCOPED_TOKEN, START, TOKEN } from '../../../../support/fake-jira/start.js'
import { closeFakes, connect, openFake } from './open-fake.ts'
import { startServer } from './web-server.ts'

afterEach(closeFakes)

const few = { issues: 5, projects: 1 }

describe.each(['cloud', 'server'] as const)('a session with %s', dialect => {
  it('says who the tracker and the account are', async () => {
    const { fake, tracker } = await openFake({ ...few, dialect, zone: 'Asia/Kolkata' })
    const product = dialect === 'cloud' ? 'Jira Cloud' : 'Jira Data Center'
    expect(await tracker.hello()).toMatchObject({
      product,
      address: fake.url,
      identity: dialect === 'cloud' ? CLOUD_ID : fake.url,
      account: { name: 'Sync Account' },
      timeZone: 'Asia/Kolkata',
      now: START,
      isAdministrator: true,
      limitations: [],
    })
  })

  it('asks for the permissions of its account once an hour', async () => {
    const { fake, tracker, clock } = await openFake({ ...few, dialect })
    const asked = async () => {
      fake.requests.clear()
      await tracker.hello()
      return fake.requests.byEndpoint()
    }
    expect(await asked()).toMatchObject({ 'GET mypermissions': 1 })
    expect(await asked()).toEqual({ 'GET serverInfo': 1, 'GET myself': 1 })
    await clock.sleep(3_600_000)
    expect(await asked()).toEqual({ 'GET serverInfo': 1, 'GET myself': 1, 'GET mypermissions': 1 })
  })

  it('costs six requests and one for each project when nothing has changed', async () => {
    const { fake, tracker } = await openFake({ ...few, projects: 3, issues: 30, dialect })
    for (let round = 1; round <= 2; round++) {
      fake.requests.clear()
      await tracker.hello()
      const projects = await tracker.projects()
      await tracker.roundLists()
      for (const { id } of projects) {
        for await (const page of tracker.listIssues(id, START - 900_000)) expect(page).toEqual([])
      }
      expect(await tracker.countIssues(projects.map(({ id }) => id))).toBe(30)
    }
    expect(fake.requests.count).toBe(6 + 3)
  })

  it('fails as unauthorized with a wrong secret, and does not show it', async () => {
    const { tracker } = await openFake({ ...few, dialect }, { secret: async () => 'canary-7d1f' })
    const error: TrackerError = await tracker.hello().then(
      () => null,
      error => error,
    )
    expect(error).toMatchObject({ failure: 'unauthorized' })
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)} ${JSON.stringify(tracker)}`).not.toContain(
      'canary',
    )
  })

  it('works without serverInfo if the kind is given', async () => {
    const { fake, tracker } = await openFake({ ...few, dialect, missing: ['serverInfo'] }, { kind: dialect })
    const hello = await tracker.hello()
    expect(hello).toMatchObject({ address: fake.url, version: null, now: START })
    expect(hello.limitations).toHaveLength(1)
    const unknown = connect(fake)
    await expect(unknown.tracker.hello()).rejects.toThrow('Give --kind cloud or --kind server.')
  })

  it('says when the clock of this computer is used', async () => {
    const site = await startServer(() => response => {
      response.sendDate = false
      response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
    const { fake } = await openFake(few)
    const { tracker } = connect(fake, { url: site.url, kind: dialect })
    const { limitations } = await tracker.hello()
    expect(limitations.slice(0, 2)).toEqual([
      'The tracker does not describe itself, so its address identifies it.',
      'The tracker does not report its time, so the clock of this computer counts: if that clock is fast, changes may be missed.',
    ])
    await site.close()
  })

  it.each(['unauthorized', 'login-page'] as const)(
    'works when only serverInfo and mypermissions refuse the credentials: %s',
    async kind => {
      const { fake, tracker } = await openFake({ ...few, dialect }, { kind: dialect })
      for (const path of ['serverInfo', 'mypermissions']) fake.faults.add({ kind, path, times: 1000 })
      const hello = await tracker.hello()
      expect(hello).toMatchObject({ account: { name: 'Sync Account' }, version: null, isAdministrator: false })
      expect(hello.limitations).toHaveLength(2)
      expect(await tracker.projects()).toHaveLength(1)
      fake.tokens.splice(0)
      await expect(tracker.hello()).rejects.toMatchObject({ failure: 'unauthorized' })
    },
  )

  it('works without the other endpoints that describe the account', async () => {
    const missing = ['myself', 'mypermissions', '/_edge/tenant_info']
    const { fake, tracker } = await openFake({ ...few, dialect, missing })
    const hello = await tracker.hello()
    expect(hello).toMatchObject({ identity: fake.url, timeZone: null, isAdministrator: false })
    expect(hello.limitations).toEqual([
      'The time zone of the account is unknown, so changes may be requested from a longer period.',
      'The tracker does not say what the account may do, so it counts as no administrator.',
    ])
  })
})

describe('a scoped token', () => {
  it('works through the gateway, where addresses are those of the site', async () => {
    const { fake, tracker } = await openFake({ ...few, dialect: 'cloud' }, { secret: async () => SCOPED_TOKEN })
    const hello = await tracker.hello()
    expect(hello).toMatchObject({ product: 'Jira Cloud', identity: CLOUD_ID })
    const [project] = await tracker.projects()
    expect(await tracker.countIssues([project!.id])).toBe(5)
    const listed: string[] = []
    for await (const page of tracker.listIssues(project!.id, null)) listed.push(...page.map(({ id }) => id))
    for await (const issue of tracker.issues(listed)) expect(issue).toMatchObject({ issue: { tracker: hello.address } })
    expect(fake.requests.byEndpoint()['GET /_edge/tenant_info']).toBe(1)
  })

  it.each([
    ['replaces a token without scopes', TOKEN, SCOPED_TOKEN],
    ['is replaced by a token without scopes', SCOPED_TOKEN, TOKEN],
  ])('%s while the tracker is open', async (_, before, after) => {
    let secret = before
    const { fake, tracker } = await openFake({ ...few, dialect: 'cloud' }, { secret: async () => secret })
    const known = await tracker.hello()
    fake.tokens.splice(0, fake.tokens.length, ...fake.tokens.filter(token => token.secret === after))
    await expect(tracker.hello()).rejects.toMatchObject({ failure: 'unauthorized' })
    secret = after
    expect(await tracker.hello()).toEqual(known)
    expect(await tracker.projects()).toHaveLength(1)
  })

  it('counts as rejected, with the answer of the site, when the gateway cannot be reached', async () => {
    const gateway = await startServer(() => ({ json: {} }))
    await gateway.close()
    const wrong = { secret: async () => 'wrong', gateway: gateway.url }
    const { tracker } = await openFake({ ...few, dialect: 'cloud' }, wrong)
    const error = await tracker.hello().catch((error: TrackerError) => error)
    expect(error).toMatchObject({ failure: 'unauthorized', status: 401 })
    expect((error as TrackerError).message).toMatch(/status 401: [^.;]+; if the token has scopes.*cannot be reached/)
    expect((error as TrackerError).message).toContain(gateway.url)
  })

  it('is never sent to the gateway when the tracker is a server', async () => {
    const site = await startServer(({ path }) =>
      path.endsWith('/serverInfo') ? { json: { deploymentType: 'Server' } } : { status: 401, json: {} },
    )
    const gateway = await startServer(() => ({ json: {} }))
    const { fake } = await openFake(few)
    const { tracker } = connect(fake, { url: site.url, gateway: gateway.url, kind: 'server' })
    await expect(tracker.hello()).rejects.toMatchObject({ failure: 'unauthorized' })
    expect(gateway.received).toEqual([])
    expect(site.received.every(({ path }) => path.startsWith('/rest/'))).toBe(true)
    await site.close()
    await gateway.close()
  })
})

describe('the secret', () => {
  it('is read again once when it is no longer valid', async () => {
    const secrets = [TOKEN, 'renewed']
    const { fake, tracker } = await openFake(few, { secret: async () => secrets.shift() ?? 'never' })
    await tracker.hello()
    fake.tokens.splice(0, fake.tokens.length, { secret: 'renewed', login: 'admin', scoped: false })
    await tracker.projects()
    expect(secrets).toEqual([])
  })
})

describe('the address of a site', () => {
  it.each([
    ['https://jira.example.com', 'https://jira.example.com'],
    ['https://jira.example.com/', 'https://jira.example.com'],
    ['https://example.com/jira/', 'https://example.com/jira'],
    ['https://example.com/jira/secure/Dashboard.jspa', 'https://example.com/jira'],
    ['https://example.com/browse/ABC-1?x=1#y', 'https://example.com'],
    ['https://acme.atlassian.net/jira/software/projects/A', 'https://acme.atlassian.net'],
  ])('of %s is %s', (text, address) => {
    expect(siteAddress(text)).toBe(address)
  })

  it('may have a context path', async () => {
    const { fake, tracker } = await openFake({ ...few, contextPath: '/jira' })
    expect(fake.url).toMatch(/\/jira$/)
    expect(await tracker.projects()).toHaveLength(1)
  })
})
