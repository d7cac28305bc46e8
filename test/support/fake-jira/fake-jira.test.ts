import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { START, startFakeJira } from '../fake-jira.js'
import { clientOf, type FakeJira } from './client.ts'
import type { FakeIssue, Holder, Json } from './model.ts'
import type { FakeJiraOptions } from './start.js'

const running: FakeJira[] = []

async function start(options: FakeJiraOptions = {}): Promise<FakeJira> {
  const fake = await startFakeJira(options)
  running.push(fake)
  return fake
}

afterEach(async () => {
  await Promise.all(running.splice(0).map(fake => fake.stop()))
})

function search(fake: FakeJira, jql: string, more: Record<string, string | number> = {}) {
  const isCloud = fake.tracker.dialect === 'cloud'
  return clientOf(fake).get(isCloud ? '/rest/api/3/search/jql' : '/rest/api/2/search', {
    jql,
    fields: 'updated',
    ...more,
  })
}

async function keysOf(fake: FakeJira, jql: string): Promise<string[]> {
  const { status, json } = await search(fake, jql, { maxResults: 1000 })
  expect({ status, message: json.errorMessages }).toEqual({ status: 200, message: undefined })
  return json.issues.map((issue: Json) => issue.key)
}

/** All issues of a Cloud search, page by page. */
async function walk(fake: FakeJira, jql: string, maxResults: number): Promise<string[]> {
  const ids: string[] = []
  let token: string | undefined
  do {
    const { json } = await search(fake, jql, { maxResults, ...(token && { nextPageToken: token }) })
    ids.push(...json.issues.map(({ id }: Json) => id))
    token = json.nextPageToken
  } while (token)
  return ids
}

function withLog(fake: FakeJira, entries: number): FakeIssue {
  return [...fake.tracker.issues.values()].find(issue => issue.log.length === entries)!
}

describe('generated issues', () => {
  it('are the same for the same seed, and others for another', async () => {
    const [a, b, c] = [await start({ seed: 5 }), await start({ seed: 5 }), await start({ seed: 6 })]
    const issues = (fake: FakeJira) => JSON.stringify([...fake.tracker.issues.values()])
    expect(issues(a) === issues(b)).toBe(true)
    expect(issues(a) === issues(c)).toBe(false)
  })

  it('have logs whose ids rise and whose last entry is mostly a few milliseconds after the update', async () => {
    const { tracker } = await start({ issues: 1000 })
    const issues = [...tracker.issues.values()].filter(({ log }) => log.length > 0)
    for (const { log } of issues) {
      expect(
        log.every((entry, i) => i === 0 || (entry.id > log[i - 1]!.id && entry.created > log[i - 1]!.created)),
      ).toBe(true)
    }
    const delays = issues.map(({ log, updated }) => log.at(-1)!.created - updated)
    expect(delays.filter(delay => delay >= 2 && delay <= 15).length / delays.length).toBeGreaterThan(0.9)
    expect(Math.max(...delays)).toBeLessThanOrEqual(15)
    expect(Math.max(...issues.map(({ log }) => log.length))).toBeGreaterThan(50)
    expect(issues.every(({ created, updated }) => created <= updated && updated < START)).toBe(true)
  })

  it('have logs of the given lengths', async () => {
    const { tracker } = await start({ issues: 3, logs: [41, 101, 10_001] })
    const lengths = [...tracker.issues.values()].map(({ log }) => log.length)
    expect(lengths).toEqual(expect.arrayContaining([41, 101, 10_001]))
    expect(lengths.length).toBe(6)
  })

  it('have histories that lead to their present values', async () => {
    const { tracker } = await start({ issues: 300 })
    for (const issue of tracker.issues.values()) {
      const statuses = issue.log.flatMap(({ items }) => items.filter(({ field }) => field === 'status'))
      expect(statuses.at(-1)?.to ?? issue.status).toBe(issue.status)
      statuses.forEach((item, i) => {
        if (i > 0) expect(item.from).toBe(statuses[i - 1]!.to)
      })
    }
  })
})

describe('change logs', () => {
  it('of Server are complete and oldest first', async () => {
    const fake = await start({ issues: 5, logs: [101] })
    const { id } = withLog(fake, 101)
    const { json } = await search(fake, `id in (${id})`, { expand: 'changelog' })
    const { histories, total } = json.issues[0].changelog
    expect([histories.length, total]).toEqual([101, 101])
    expect(Number(histories[0].id)).toBeLessThan(Number(histories[100].id))
  })

  it('of Cloud are cut to the newest 40 entries in searches', async () => {
    const fake = await start({ dialect: 'cloud', issues: 5, logs: [41] })
    const issue = withLog(fake, 41)
    const { json } = await clientOf(fake).post('/rest/api/3/issue/bulkfetch', {
      issueIdsOrKeys: [`${issue.id}`],
      expand: ['changelog'],
    })
    const { histories } = json.issues[0].changelog
    expect(histories.map((entry: Json) => Number(entry.id))).toEqual(
      issue.log
        .slice(1)
        .map(({ id }) => id)
        .reverse(),
    )
  })

  it('of Cloud come in bulk with numbers as dates, sorted over all issues', async () => {
    const fake = await start({ dialect: 'cloud', issues: 30, logs: [101] })
    const ids = [...fake.tracker.issues.keys()].map(String)
    const created: number[] = []
    const entries = new Map<string, string[]>()
    let token: string | undefined
    do {
      const { json } = await clientOf(fake).post('/rest/api/3/changelog/bulkfetch', {
        issueIdsOrKeys: ids,
        maxResults: 50,
        ...(token && { nextPageToken: token }),
      })
      const page: number[] = []
      for (const { issueId, changeHistories } of json.issueChangeLogs) {
        page.push(...changeHistories.map((entry: Json) => entry.created))
        entries.set(issueId, [...(entries.get(issueId) ?? []), ...changeHistories.map((entry: Json) => entry.id)])
      }
      created.push(...page.sort((a, b) => a - b))
      token = json.nextPageToken
    } while (token)
    expect(created).toEqual([...created].sort((a, b) => a - b))
    for (const { id, log } of fake.tracker.issues.values()) {
      expect(entries.get(`${id}`) ?? []).toEqual(log.map(entry => `${entry.id}`))
    }
  })
})

describe('changes', () => {
  it('of a field write a log entry and are found by their time', async () => {
    const fake = await start()
    const { tracker } = fake
    tracker.clock.advance(60_000)
    const issue = tracker.changeIssue('OPS-3', { status: 'In Review', assignee: 'bob' }, { entryDelayMs: 7 })
    expect(issue.updated).toBe(START + 60_000)
    expect(issue.log.at(-1)).toMatchObject({ created: START + 60_007, id: tracker.nextEntryId - 1 })
    expect(await keysOf(fake, `project = "10000" AND updated >= ${START}`)).toEqual(['OPS-3'])
    const { json } = await clientOf(fake).get('/rest/api/2/issue/OPS-3')
    expect(json.fields).toMatchObject({ status: { name: 'In Review' }, assignee: { name: 'bob' } })
  })

  it('without an update of `updated` are not found by their time', async () => {
    const fake = await start()
    fake.tracker.clock.advance(60_000)
    fake.tracker.changeIssue('OPS-3', { priority: 'Low' }, { keepsUpdated: true })
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual([])
  })

  it('that move an issue leave its old key usable', async () => {
    const fake = await start()
    const { key } = fake.tracker.moveIssue('OPS-3', 'WEB')
    const { json } = await clientOf(fake).get('/rest/api/2/issue/OPS-3?expand=changelog')
    expect(json).toMatchObject({ key, fields: { project: { key: 'WEB' } } })
    expect(
      json.changelog.histories.at(-1).items.map((item: Json) => [item.field, item.fromString, item.toString]),
    ).toEqual([
      ['project', 'Operations', 'Website'],
      ['Key', 'OPS-3', key],
    ])
    expect(await keysOf(fake, 'project = OPS')).not.toContain(key)
  })

  it('that delete an issue make it unknown', async () => {
    const fake = await start()
    const { id } = fake.tracker.findIssue('OPS-3')!
    fake.tracker.deleteIssue('OPS-3')
    expect((await clientOf(fake).get(`/rest/api/2/issue/${id}`)).status).toBe(404)
    expect((await search(fake, `id in (${id})`)).json.errorMessages[0]).toContain(`'${id}' does not exist`)
    const { json } = await search(fake, `id in (${id})`, { validateQuery: 'false' })
    expect(json.issues).toEqual([])
  })

  it('that archive an issue hide it from searches but not from its address', async () => {
    const fake = await start()
    const { id } = fake.tracker.findIssue('OPS-3')!
    fake.tracker.archiveIssue('OPS-3')
    expect(await keysOf(fake, `id in (${id})`)).toEqual([])
    expect((await clientOf(fake).get(`/rest/api/2/issue/${id}`)).json.fields.archiveddate).toBe(
      '2026-06-01T14:00:00.000+0200',
    )
    fake.tracker.restoreIssue('OPS-3')
    expect(await keysOf(fake, `id in (${id})`)).toEqual(['OPS-3'])
  })

  it('of names touch no issue', async () => {
    const fake = await start()
    fake.tracker.clock.advance(60_000)
    fake.tracker.renameStatus('In Review', 'Code review')
    const { json } = await clientOf(fake).get('/rest/api/2/status')
    expect(json.map((status: Json) => status.name)).toContain('Code review')
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual([])
  })

  it('appear in searches after the lag of the index', async () => {
    const fake = await start({ dialect: 'cloud' })
    fake.tracker.clock.advance(60_000)
    fake.tracker.index.lagMs = 20_000
    const { id } = fake.tracker.changeIssue('OPS-3', { priority: 'Low' })
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual([])
    const { json } = await search(fake, `updated >= ${START}`, { reconcileIssues: id })
    expect(json.issues.map(({ key }: Json) => key)).toEqual(['OPS-3'])
    fake.tracker.clock.advance(20_000)
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual(['OPS-3'])
  })
})

describe('searches', () => {
  it('read text dates in the zone of the account, to the minute', async () => {
    const fake = await start({ zone: 'Asia/Kolkata' })
    fake.tracker.clock.set(Date.parse('2026-06-01T12:05:30.000Z'))
    fake.tracker.commentIssue('OPS-3')
    expect(await keysOf(fake, "updated >= '2026/06/01 17:35'")).toEqual(['OPS-3'])
    expect(await keysOf(fake, 'updated >= "2026-06-01 17:36"')).toEqual([])
    expect(await keysOf(fake, 'updated >= -1m')).toEqual(['OPS-3'])
  })

  it('read a local time that occurs twice as the earlier one, and move a skipped one forward', async () => {
    const fake = await start({ zone: 'Europe/Berlin' })
    fake.tracker.clock.set(Date.parse('2026-10-25T00:30:00.000Z'))
    fake.tracker.commentIssue('OPS-3')
    expect(await keysOf(fake, "updated >= '2026/10/25 02:30'")).toEqual(['OPS-3'])
    fake.tracker.clock.set(Date.parse('2027-03-28T01:29:59.999Z'))
    fake.tracker.commentIssue('OPS-4')
    expect(await keysOf(fake, "updated >= '2027/03/28 02:30'")).toEqual([])
    fake.tracker.clock.advance(1)
    fake.tracker.commentIssue('OPS-4')
    expect(await keysOf(fake, "updated >= '2027/03/28 02:30'")).toEqual(['OPS-4'])
  })

  it.each([
    ['accepted', 200, 0],
    ['rejected', 400, null],
    ['ignored', 200, 60],
    ['empty', 200, 0],
  ] as const)('may have number dates %s', async (numberDates, status, count) => {
    const fake = await start({ issues: 60, projects: 1, numberDates })
    const found = await search(fake, `updated >= ${START}`)
    expect([found.status, found.json.total ?? null]).toEqual([status, count])
  })

  it.each([
    ['project = NOPE', "The value 'NOPE' does not exist for the field 'project'."],
    ['assignee = bob', "Field 'assignee' does not exist or you do not have permission to view it."],
    ['updated >= "1700000000000"', "Date value '1700000000000' for field 'updated' is invalid."],
    ['project = OPS OR project = WEB', "Expecting 'AND' but got 'OR'"],
  ])('reject %s', async (jql, message) => {
    const { status, json } = await search(await start(), jql)
    expect(status).toBe(400)
    expect(json.errorMessages[0]).toContain(message)
  })

  it('of Cloud reject a query without a restriction', async () => {
    const { status, json } = await search(await start({ dialect: 'cloud' }), 'ORDER BY created ASC')
    expect([status, json.errorMessages[0]]).toEqual([400, expect.stringContaining('Unbounded')])
  })

  it('of Server lower a page to 1,000 and stop at 10,000 results', async () => {
    const fake = await start({ issues: 1200, projects: 1, maxLog: 0 })
    const { json } = await search(fake, 'project = OPS ORDER BY created ASC', { maxResults: 5000 })
    expect([json.issues.length, json.maxResults, json.total]).toEqual([1000, 1000, 1200])
    const deep = await search(fake, 'project = OPS', { startAt: 9500, maxResults: 1000 })
    expect([deep.status, deep.json.message]).toEqual([500, expect.stringContaining('requests 10,500 results')])
  })

  it('of Cloud have large pages of ids only', async () => {
    const fake = await start({ dialect: 'cloud', issues: 1200, projects: 1, maxLog: 0 })
    expect((await search(fake, 'project = OPS', { maxResults: 5000 })).json.issues.length).toBe(1200)
    expect((await search(fake, 'project = OPS', { maxResults: 5000, fields: '*all' })).json.issues.length).toBe(100)
    const ids = await walk(fake, 'project = OPS ORDER BY created ASC', 500)
    expect([ids.length, new Set(ids).size]).toEqual([1200, 1200])
  })

  it('of Cloud shift when somebody writes between two pages', async () => {
    const fake = await start({ dialect: 'cloud', issues: 30, projects: 1 })
    const first = [...fake.tracker.issues.values()].sort((a, b) => a.updated - b.updated)[0]!
    fake.tracker.clock.advance(1000)
    const fault = fake.faults.add({
      kind: 'write',
      path: 'search',
      at: 2,
      act: tracker => tracker.commentIssue(first.id),
    })
    const ids = await walk(fake, 'project = OPS ORDER BY updated ASC', 10)
    expect([fault.fired, new Set(ids).size]).toEqual([1, 29])
  })

  it('of Cloud reject a token of another query, or after seven days', async () => {
    const fake = await start({ dialect: 'cloud' })
    const { json } = await search(fake, 'project = OPS', { maxResults: 2 })
    expect((await search(fake, 'project = WEB', { nextPageToken: json.nextPageToken })).status).toBe(400)
    fake.tracker.clock.advance(7 * 86_400_000 + 1)
    expect((await search(fake, 'project = OPS', { nextPageToken: json.nextPageToken })).status).toBe(400)
  })
})

describe('accounts', () => {
  it('need a valid token', async () => {
    const server = await start()
    expect((await clientOf(server, { secret: 'wrong' }).get('/rest/api/2/myself')).status).toBe(401)
    expect((await clientOf(server, { secret: 'wrong' }).get('/rest/api/2/serverInfo')).status).toBe(200)
    const cloud = await start({ dialect: 'cloud' })
    expect((await clientOf(cloud, { login: 'ann' }).get('/rest/api/3/myself')).status).toBe(401)
  })

  it('use scoped tokens only through the gateway', async () => {
    const fake = await start({ dialect: 'cloud' })
    const client = clientOf(fake, { secret: fake.tokens[1]!.secret })
    expect((await client.get('/rest/api/3/myself')).status).toBe(401)
    expect((await client.send('/rest/api/3/myself', {}, fake.gatewayUrl)).status).toBe(200)
    expect((await clientOf(fake).send('/rest/api/3/myself', {}, fake.gatewayUrl)).status).toBe(401)
  })

  it('do not find projects that they may not browse', async () => {
    const fake = await start()
    fake.tracker.setBrowse('WEB', [{ type: 'projectRole', parameter: '10100' }])
    const keys = (await clientOf(fake).get('/rest/api/2/project')).json.map((project: Json) => project.key)
    expect(keys).toEqual(['OPS', 'API'])
    expect((await search(fake, 'project = WEB')).status).toBe(400)
    expect((await clientOf(fake).get('/rest/api/2/issue/WEB-1')).status).toBe(403)
    fake.tokens.push({ secret: 'of ann', login: 'ann', scoped: false })
    expect((await clientOf(fake, { secret: 'of ann' }).get('/rest/api/2/issue/WEB-1')).status).toBe(200)
  })

  it('do not find issues whose security level excludes them', async () => {
    const fake = await start({ dialect: 'cloud' })
    fake.tokens.push({ secret: 'of bob', login: 'bob', scoped: false })
    const bob = clientOf(fake, { login: 'bob', secret: 'of bob' })
    fake.tracker.setSecurity('OPS-3', 'Staff only')
    expect((await bob.get('/rest/api/3/issue/OPS-3')).status).toBe(404)
    expect((await clientOf(fake).get('/rest/api/3/issue/OPS-3')).json.fields.security.name).toBe('Staff only')
    const { id } = fake.tracker.findIssue('OPS-3')!
    const check = (accountId: string) =>
      clientOf(fake).post('/rest/api/3/permissions/check', {
        accountId,
        projectPermissions: [{ permissions: ['BROWSE_PROJECTS'], projects: [10_000], issues: [id] }],
      })
    const grants = async (login: string) => (await check(fake.tracker.findUser(login)!.id)).json.projectPermissions[0]
    expect(await grants('bob')).toMatchObject({ projects: [10_000], issues: [] })
    expect(await grants('ann')).toMatchObject({ projects: [10_000], issues: [id] })
  })

  it('browse a project by a group, a role, an application role, or as its lead', async () => {
    const fake = await start()
    fake.tokens.push({ secret: 'of bob', login: 'bob', scoped: false })
    const bob = clientOf(fake, { secret: 'of bob' })
    const browses = async (browse: Holder[]) => {
      fake.tracker.setBrowse('WEB', browse)
      return (await bob.get('/rest/api/2/project/WEB')).status === 200
    }
    expect(await browses([{ type: 'group', parameter: 'staff' }])).toBe(false)
    expect(await browses([{ type: 'group', parameter: 'developers' }])).toBe(true)
    expect(await browses([{ type: 'group' }])).toBe(true)
    expect(await browses([{ type: 'projectRole', parameter: '10002' }])).toBe(false)
    expect(await browses([{ type: 'projectRole', parameter: '10100' }])).toBe(true)
    expect(await browses([{ type: 'applicationRole', parameter: 'jira-software' }])).toBe(true)
    fake.tracker.setApplicationRole('jira-software', ['staff'])
    expect(await browses([{ type: 'applicationRole', parameter: 'jira-software' }])).toBe(false)
    expect(await browses([{ type: 'applicationRole' }])).toBe(true)
    expect(await browses([{ type: 'projectLead' }])).toBe(false)
    expect(await browses([{ type: 'user', parameter: 'bob' }])).toBe(true)
    expect(await browses([])).toBe(false)
  })

  it('that administer the tracker read its permission schemes, roles and users', async () => {
    const { get } = clientOf(await start())
    const scheme = (await get('/rest/api/2/project/WEB/permissionscheme')).json
    expect(scheme).not.toHaveProperty('permissions')
    expect((await get(`/rest/api/2/permissionscheme/${scheme.id}?expand=all`)).json.permissions).toContainEqual(
      expect.objectContaining({ permission: 'BROWSE_PROJECTS' }),
    )
    expect((await get('/rest/api/2/applicationrole/jira-software')).json.groups).toEqual(['jira-software-users'])
    expect((await get('/rest/api/2/user?username=ann')).json.key).toBe('JIRAUSER10002')
    expect((await get('/rest/api/2/user?username=JIRAUSER10002')).status).toBe(404)
    expect((await get('/rest/agile/1.0/board?projectKeyOrId=WEB')).json.values.map(({ name }: Json) => name)).toEqual([
      'WEB board',
    ])
  })

  it('without administration get no permission schemes', async () => {
    const fake = await start()
    fake.tokens.push({ secret: 'of ann', login: 'ann', scoped: false })
    const ann = clientOf(fake, { secret: 'of ann' })
    expect((await ann.get('/rest/api/2/project/OPS/permissionscheme')).status).toBe(403)
    expect((await ann.get('/rest/api/2/mypermissions')).json.permissions.ADMINISTER.havePermission).toBe(false)
  })
})

describe('a tracker', () => {
  it('may lack endpoints, and be installed below a path', async () => {
    const fake = await start({ contextPath: '/jira', missing: ['serverInfo'] })
    expect(fake.url).toMatch(/\/jira$/)
    expect((await clientOf(fake).get('/rest/api/2/serverInfo')).status).toBe(404)
    const field = await clientOf(fake).get('/rest/api/2/field')
    expect([field.status, field.headers.get('date')]).toEqual([200, 'Mon, 01 Jun 2026 12:00:00 GMT'])
    fake.switchOff('field', 403)
    expect((await clientOf(fake).get('/rest/api/2/field')).status).toBe(403)
  })

  it('counts its requests', async () => {
    const fake = await start()
    await search(fake, 'project = OPS')
    await search(fake, 'project = WEB')
    await clientOf(fake).get('/nowhere')
    expect(fake.requests.byEndpoint()).toEqual({ 'GET search': 2, 'GET /nowhere': 1 })
    expect(fake.requests.all[1]).toMatchObject({ number: 2, login: 'admin', credentials: 'bearer', status: 200 })
  })

  it('counts how many requests are open at once', async () => {
    const fake = await start()
    const { send, get } = clientOf(fake)
    fake.faults.add({ kind: 'timeout', times: 3 })
    const stopped = new AbortController()
    const pending = [1, 2, 3].map(() => send('/rest/api/2/field', { signal: stopped.signal }).catch(() => null))
    await vi.waitFor(() => expect(fake.requests.mostAtOnce).toBe(3))
    stopped.abort()
    await Promise.all(pending)
    await vi.waitFor(() => {
      fake.requests.clear()
      expect(fake.requests.mostAtOnce).toBe(0)
    })
    await get('/rest/api/2/field')
    expect([fake.requests.mostAtOnce, fake.requests.count]).toEqual([1, 1])
  })

  it('sends webhooks', async () => {
    const bodies: Json[] = []
    const receiver = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      bodies.push({ ...JSON.parse(text), identifier: request.headers['x-atlassian-webhook-identifier'] })
      response.end()
    })
    await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve))
    const fake = await start()
    const { port } = receiver.address() as AddressInfo
    await clientOf(fake).post('/_control', { webhook: `http://127.0.0.1:${port}/hook` })
    const { id } = fake.tracker.changeIssue('OPS-3', { status: 'Closed' })
    fake.tracker.deleteIssue('OPS-3')
    await vi.waitFor(() => expect(bodies.length).toBe(2))
    receiver.close()
    const [updated, deleted] = [...bodies].sort((a, b) => (a.webhookEvent < b.webhookEvent ? 1 : -1))
    expect(updated).toMatchObject({
      webhookEvent: 'jira:issue_updated',
      timestamp: START,
      issue: { id: `${id}`, key: 'OPS-3' },
      changelog: { items: [{ field: 'status', toString: 'Closed' }] },
    })
    expect(deleted).toMatchObject({ webhookEvent: 'jira:issue_deleted', issue: { id: `${id}` } })
    expect(deleted).not.toHaveProperty('changelog')
    expect(updated!.identifier).not.toBe(deleted!.identifier)
  })

  it('is changed through its control address', async () => {
    const fake = await start()
    const control = (body: unknown) => clientOf(fake).post('/_control', body)
    await control([{ advance: 1000 }, { changeIssue: ['OPS-3', { status: 'Closed' }] }])
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual(['OPS-3'])
    await control({ fault: { kind: 'write', path: 'search', actions: { deleteIssue: 'OPS-3' } } })
    expect(await keysOf(fake, `updated >= ${START}`)).toEqual([])
    expect((await control({ explode: [] })).json.errorMessages[0]).toContain("unknown action 'explode'")
    expect((await control({ deleteIssue: ['OPS-3'] })).json.errorMessages[0]).toContain("no issue 'OPS-3'")
    expect((await clientOf(fake).get('/_control')).json.requests.byEndpoint).toEqual({ 'GET search': 2 })
  })
})
