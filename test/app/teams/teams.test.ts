import { beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { MAX_SAVED, RESTORE_LIFE } from '../../../src/app/views/saved.ts'
import { bigint, sql } from '../../../src/store/sql/sql.ts'
import { type Answer, type Request, report, viewsWorld } from '../views/views-world.ts'

const TEAMS = '/api/teams'

let world: Awaited<ReturnType<typeof viewsWorld>>
let request: Request

beforeEach(async () => {
  world = await viewsWorld()
  request = world.request
})

/** The parameters of a team of the project WEB, with changes. */
function parameters(changes: Readonly<Record<string, string>> = {}) {
  const all = { filterType: 'project', projectKey: 'WEB', ...changes }
  return Object.entries(all).map(([name, value]) => ({ name, value }))
}

const put = (who: string | null, path: string, body: unknown) =>
  request(who, 'PUT', `${TEAMS}/${encodeURIComponent(path)}`, body)

/** Saves a team and returns its id. */
async function save(who: string, name: string, more: object = {}): Promise<string> {
  const { status, body, text } = await put(who, name, { name, parameters: parameters(), ...more })
  expect(status, text).toBe(201)
  return body.id
}

const namesFor = async (who: string, query = '') =>
  (await request(who, 'GET', `${TEAMS}${query}`)).body.teams.map(({ name }: { name: string }) => name)

const codeOf = ({ status, body }: Answer) => [status, body.code]

const WORKFLOW = {
  name: 'Three stages',
  stages: [
    { name: 'New', kind: 'notStarted', statuses: ['Open'] },
    { name: 'Work', kind: 'active', statuses: ['Doing'] },
    { name: 'Done', kind: 'done', statuses: ['Done'] },
  ],
}

describe('a team', () => {
  it('has an id, an owner, a sharing, its issues and how it measures', async () => {
    const sent = parameters({ calendar: 'normalHours', timeZone: 'Europe/Berlin', returns: 'keep' })
    const { status, headers, body } = await put('ann', 'Web', { name: 'Web', parameters: sent })
    expect(status).toBe(201)
    const address = `${TEAMS}/${body.id}`
    expect(headers.location).toBe(address)
    const at = '2024-03-10T00:00:00.000Z'
    expect(body).toEqual({
      id: body.id,
      name: 'Web',
      sharing: 'private',
      group: null,
      parameters: sent,
      owner: 'ann',
      isOwn: true,
      mayRemove: true,
      created: at,
      updated: at,
      address,
    })
    expect((await request('ann', 'GET', address)).body).toEqual(body)
    const page = { teams: [body], total: 1, startIndex: 0, groups: ['Builders'] }
    expect((await request('ann', 'GET', TEAMS)).body).toEqual(page)
  })

  it('is replaced by its owner under its name or id, and keeps its id', async () => {
    const id = await save('ann', 'Web', { sharing: 'everyone' })
    const renamed = await put('ann', id, { name: 'Web Shop', parameters: parameters() })
    expect([renamed.status, renamed.body]).toMatchObject([200, { id, name: 'Web Shop', sharing: 'private' }])
    const again = await put('ann', 'Web Shop', { name: 'Web Shop', parameters: parameters({ levels: 'all' }) })
    expect([again.status, again.body]).toMatchObject([200, { id, parameters: parameters({ levels: 'all' }) }])
    expect(await namesFor('ann')).toEqual(['Web Shop'])
  })

  it('opens the dashboard of its issues', async () => {
    const id = await save('ann', 'Web', { parameters: parameters({ workflow: JSON.stringify(WORKFLOW) }) })
    const { body } = await request('ann', 'GET', `${TEAMS}/${id}`)
    const sent = new URLSearchParams(
      body.parameters.map((one: { name: string; value: string }) => [one.name, one.value]),
    )
    const { status, body: answer } = await request('ann', 'GET', `/api/flow/dashboard?${sent}`)
    expect([status, answer.workflow.name, answer.issues.measured > 0]).toEqual([200, 'Three stages', true])
  })

  it('has its own copy of a saved workflow, which does not change with that', async () => {
    const saved = await request('root', 'PUT', '/api/workflows/Three%20stages', WORKFLOW)
    expect(saved.status, saved.text).toBe(201)
    const id = await save('ann', 'Web', { parameters: parameters({ workflow: 'three stages' }) })
    const own = async () => (await request('ann', 'GET', `${TEAMS}/${id}`)).body.parameters.at(-1).value
    expect(JSON.parse(await own())).toEqual(saved.body.definition)
    const before = await own()
    const [first, ...others] = WORKFLOW.stages
    const changed = { ...WORKFLOW, stages: [{ ...first, name: 'Backlog' }, ...others] }
    expect((await request('root', 'PUT', '/api/workflows/Three%20stages', changed)).status).toBe(200)
    expect(await own()).toBe(before)
    expect((await put('ann', id, { name: 'Web', parameters: parameters({ workflow: before }) })).status).toBe(200)
    const all = (await request('ann', 'GET', '/api/workflows')).body.workflows
    expect(all.map(({ name }: { name: string }) => name)).toEqual(['default', 'Three stages'])
  })

  it('follows the default workflow, if it has no own one', async () => {
    const id = await save('ann', 'Web', { parameters: parameters({ workflow: 'default' }) })
    const { body } = await request('ann', 'GET', `${TEAMS}/${id}`)
    expect(body.parameters).toEqual(parameters({ workflow: 'default' }))
  })

  it('can be restored with its id for a day after it was removed', async () => {
    const id = await save('ann', 'Web')
    const restore = (who: string) => request(who, 'POST', `${TEAMS}/${id}/restore`)
    expect((await request('ann', 'DELETE', `${TEAMS}/${id}`)).status).toBe(204)
    expect(await namesFor('ann')).toEqual([])
    expect(codeOf(await restore('bob'))).toEqual([404, 'TEAM_UNKNOWN'])
    expect((await restore('ann')).body).toMatchObject({ id, name: 'Web' })
    await request('ann', 'DELETE', `${TEAMS}/${id}`)
    await save('ann', 'Web')
    expect(codeOf(await restore('ann'))).toEqual([409, 'TEAM_TAKEN'])
    world.clock.now += RESTORE_LIFE + 1
    expect(codeOf(await restore('ann'))).toEqual([404, 'TEAM_UNKNOWN'])
  })

  it('stays without an owner when its owner is removed, if it is shared', async () => {
    const mine = await save('ann', 'Mine')
    const web = await save('ann', 'Web', { sharing: 'everyone' })
    const ours = await save('ann', 'Ours', { sharing: 'group', group: 'Builders' })
    const gone = await save('ann', 'Gone', { sharing: 'everyone' })
    await request('ann', 'DELETE', `${TEAMS}/${gone}`)
    const without = parameters({ calendar: 'normalHours' })
    const own = { name: 'Web', sharing: 'everyone', parameters: without }
    const { id } = (await world.workspace.teams.save('Web', own, { caller: LOCAL_CALLER })).team
    await world.workspace.access.removeUser('ann')
    const { body } = await request('bob', 'GET', TEAMS)
    expect(body.teams).toMatchObject([
      { id, name: 'Web', parameters: without },
      { id: web, name: 'Web (ann)', owner: null, isOwn: false, mayRemove: false, parameters: parameters() },
    ])
    for (const one of [mine, gone]) expect((await request('root', 'GET', `${TEAMS}/${one}`)).status).toBe(404)
    expect((await request('root', 'DELETE', `${TEAMS}/${web}`)).status).toBe(204)
    const found = await world.workspace.teams.find(ours, { caller: LOCAL_CALLER })
    expect(found).toMatchObject({ name: 'Ours', sharing: 'group', group: 'Builders', owner: null, isOwn: true })
  })

  it('shares neither names nor lists nor limits with saved reports', async () => {
    const id = await save('ann', 'Web')
    const saved = await request('ann', 'POST', '', report('Web'))
    expect(saved.status, saved.text).toBe(201)
    expect(await namesFor('ann')).toEqual(['Web'])
    expect((await request('ann', 'GET', '')).body).toMatchObject({ total: 1, views: [{ id: saved.body.id }] })
    expect(codeOf(await request('ann', 'GET', `/${id}`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
    expect((await request('ann', 'GET', `/${id}/rows`)).status).toBe(404)
    expect(codeOf(await request('ann', 'POST', `/${id}/restore`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
    expect(codeOf(await request('ann', 'GET', `${TEAMS}/${saved.body.id}`))).toEqual([404, 'TEAM_UNKNOWN'])
    expect(codeOf(await request('ann', 'DELETE', `${TEAMS}/${saved.body.id}`))).toEqual([404, 'TEAM_UNKNOWN'])
  })
})

describe('the sharing of a team', () => {
  it('private lets nobody else open, change or remove it, and it is as unknown as any other', async () => {
    const id = await save('ann', 'Secret plan')
    for (const who of ['bob', 'none']) {
      expect(await namesFor(who)).toEqual([])
      const answers = (wanted: string) =>
        Promise.all([
          request(who, 'GET', `${TEAMS}/${wanted}`),
          request(who, 'DELETE', `${TEAMS}/${wanted}`),
          put(who, wanted, { name: 'Mine', parameters: parameters() }),
        ])
      const hidden = await answers(id)
      const unknown = await answers('0000000000')
      expect(hidden.map(codeOf)).toEqual(hidden.map(() => [404, 'TEAM_UNKNOWN']))
      expect(hidden.map(({ text }) => text.replaceAll(id, ''))).toEqual(
        unknown.map(({ text }) => text.replaceAll('0000000000', '')),
      )
    }
  })

  it('group lets its members open it, but only the owner change it, and administrators remove it', async () => {
    const id = await save('bob', 'Ours', { sharing: 'group', group: 'web' })
    expect(await namesFor('cid')).toEqual(['Ours'])
    expect(await namesFor('ann')).toEqual([])
    const body = { name: 'Theirs', parameters: parameters() }
    expect(codeOf(await put('cid', id, body))).toEqual([403, 'TEAM_NOT_OWN'])
    expect(codeOf(await put('root', id, body))).toEqual([403, 'TEAM_NOT_OWN'])
    expect(codeOf(await request('cid', 'DELETE', `${TEAMS}/${id}`))).toEqual([403, 'TEAM_NOT_OWN'])
    expect(await namesFor('root', '?scope=all')).toEqual(['Ours'])
    expect(codeOf(await request('cid', 'GET', `${TEAMS}?scope=all`))).toEqual([403, 'FORBIDDEN'])
    expect((await request('root', 'DELETE', `${TEAMS}/${id}`)).status).toBe(204)
    expect(await namesFor('cid')).toEqual([])
  })

  it('everyone lets only those open it who may see its project and the statuses of its workflow', async () => {
    await save('ann', 'Project', { sharing: 'everyone' })
    const named = { ...WORKFLOW, name: 'WEB' }
    const query = { filterType: 'customjql', projectKey: '', customjql: 'order by key' }
    await save('ann', 'Query', { sharing: 'everyone', parameters: parameters(query) })
    const withName = parameters({ ...query, workflow: JSON.stringify(named) })
    await save('ann', 'Named', { sharing: 'everyone', parameters: withName })
    expect(await namesFor('bob')).toEqual(['Named', 'Project', 'Query'])
    expect(await namesFor('none')).toEqual(['Query'])
  })

  it('lets each caller see its own data', async () => {
    const query = { filterType: 'customjql', projectKey: '', customjql: 'order by key' }
    const id = await save('ann', 'All', { sharing: 'everyone', parameters: parameters(query) })
    const measured = async (who: string) => {
      const { body } = await request(who, 'GET', `${TEAMS}/${id}`)
      const pairs = body.parameters.map((one: { name: string; value: string }) => [one.name, one.value])
      return (await request(who, 'GET', `/api/flow/dashboard?${new URLSearchParams(pairs)}`)).body.issues.measured
    }
    expect(await measured('none')).toBe(0)
    expect(await measured('ann')).toBeGreaterThan(0)
  })
})

describe('a team that cannot be saved', () => {
  it('gets all mistakes at once', async () => {
    const wrong = { filterType: 'project', projectKey: 'NOPE', workflow: 'Nothing', from: '-90d', calender: '0' }
    const { status, body } = await put('ann', 'Web', {
      name: 'Web',
      sharing: 'all',
      size: 3,
      parameters: [...parameters(wrong), { name: 'ProjectKey', value: 'WEB' }],
    })
    expect([status, body.code]).toEqual([400, 'TEAM_INVALID'])
    expect(body.messages).toEqual([
      'sharing is all. Possible values: private, group, everyone.',
      'size is unknown. Known members: name, sharing, group, parameters.',
      expect.stringMatching(/^parameters has 'from', which a team does not have\. .*Possible: filterType, /),
      expect.stringMatching(/^parameters has 'calender', which a team does not have\. Did you mean 'calendar'\?/),
      "parameters has 'ProjectKey' more than once.",
      expect.stringContaining('projectKey'),
      expect.stringContaining("'Nothing'"),
    ])
    expect(await namesFor('ann')).toEqual([])
  })

  it('gets one message for more parameters than it names, one each up to there', async () => {
    const messagesOf = async (count: number) => {
      const many = Array.from({ length: count }, (_, i) => ({ name: `n${i}`, value: '' }))
      const sent = [...parameters(), ...many].slice(0, count)
      const { status, body } = await put('ann', 'Web', { name: 'Web', parameters: sent })
      expect([status, body.code]).toEqual([400, 'TEAM_INVALID'])
      return body.messages
    }
    expect(await messagesOf(27)).toEqual(['parameters has 27 elements. Allowed: at most 26.'])
    expect(await messagesOf(5000)).toEqual(['parameters has 5000 elements. Allowed: at most 26.'])
    expect(await messagesOf(26)).toEqual(Array(24).fill(expect.stringMatching(/^parameters has 'n\d+', which/)))
  })

  it.each([
    ['no name', { parameters: parameters() }, ['name is missing.']],
    ['no parameters', { name: 'Web' }, ['parameters is missing.']],
    ['no object', [], ['The body is not a JSON object.']],
    ['a group without sharing', { name: 'Web', sharing: 'group', parameters: parameters() }, [/^group is missing/]],
  ] as const)('with %s is refused', async (_, body, messages) => {
    const answer = await put('ann', 'Web', body)
    expect(codeOf(answer)).toEqual([400, 'TEAM_INVALID'])
    expect(answer.body.messages).toEqual(
      messages.map(one => (typeof one === 'string' ? one : expect.stringMatching(one))),
    )
  })

  it('under the name of another own team is refused, and one more than the maximum', async () => {
    await save('ann', 'First')
    const id = await save('ann', 'Second')
    expect(codeOf(await put('ann', id, { name: 'First', parameters: parameters() }))).toEqual([409, 'TEAM_TAKEN'])
    await world.store.transact(run =>
      run(sql`insert into saved_view select 't' || i, 'ann', 'Team ' || i, 'team', '[]', '[]', 'private', null, 0, 0, null
        from range(${bigint(MAX_SAVED - 2)}) numbers (i)`),
    )
    const more = { name: 'More', parameters: parameters() }
    expect(codeOf(await put('ann', 'More', more))).toEqual([409, 'TEAMS_TOO_MANY'])
    expect((await put('bob', 'More', more)).status).toBe(201)
    const saved = await request('ann', 'POST', '', report('A report'))
    expect(saved.status).toBe(201)
  })

  it('by nobody is refused, as is the list', async () => {
    expect((await put(null, 'Web', { name: 'Web', parameters: parameters() })).status).toBe(403)
    expect((await request(null, 'GET', TEAMS)).status).toBe(401)
  })
})
