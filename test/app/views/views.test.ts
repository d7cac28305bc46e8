import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_SAVED, RESTORE_LIFE } from '../../../src/app/views/saved.ts'
import { bigint, sql } from '../../../src/store/sql/sql.ts'
import { VIEWS } from '../../edge/http/test-server.ts'
import { type Answer, parameters, type Request, report, viewsWorld } from './views-world.ts'

let world: Awaited<ReturnType<typeof viewsWorld>>
let request: Request

beforeEach(async () => {
  world = await viewsWorld()
  request = world.request
})

/** Saves a report and returns its id. */
async function save(who: string, name: string, more: object = {}): Promise<string> {
  const { status, body, text } = await request(who, 'POST', '', report(name, more))
  expect(status, text).toBe(201)
  return body.id
}

const namesFor = async (who: string, query = '') =>
  (await request(who, 'GET', query)).body.views.map(({ name }: { name: string }) => name)

const codeOf = ({ status, body }: Answer) => [status, body.code]

describe('a saved report', () => {
  it('has an id, an owner, a sharing, its parameters, its display and its times', async () => {
    const display = [{ name: 'view.chart.kind', value: 'bars' }]
    const sent = report('Web, by status', { display })
    const { status, headers, body } = await request('ann', 'POST', '', sent)
    expect(status).toBe(201)
    expect(body.id).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/)
    expect(headers.location).toBe(`${VIEWS}/${body.id}`)
    const created = '2024-03-10T00:00:00.000Z'
    expect(body).toEqual({
      ...sent,
      id: body.id,
      owner: 'ann',
      isOwn: true,
      mayRemove: true,
      sharing: 'private',
      group: null,
      created,
      updated: created,
      address: `${VIEWS}/${body.id}`,
    })
    expect((await request('ann', 'GET', `/${body.id}`)).body).toEqual(body)
    expect((await request('ann', 'GET')).body).toEqual({ views: [body], total: 1, startIndex: 0, groups: ['Builders'] })
  })

  it('keeps its id, and changes only the members that are sent', async () => {
    const id = await save('ann', 'Before')
    const before = (await request('ann', 'GET', `/${id}`)).body
    world.clock.now += 60_000
    const { status, body } = await request('ann', 'PATCH', `/${id}`, { name: ' After ' })
    expect([status, body]).toEqual([200, { ...before, name: 'After', updated: '2024-03-10T00:01:00.000Z' }])
    expect(await namesFor('ann')).toEqual(['After'])
  })

  it('keeps relative dates: a month later it shows the month after', async () => {
    const lastMonth = { dateRangeField: 'created', startDate: 'startOfMonth(-1)', endDate: 'startOfMonth()' }
    const id = await save('ann', 'Last month', { parameters: parameters(lastMonth) })
    const total = async () => {
      const { body } = await request('ann', 'GET', `/${id}`)
      const pairs = body.parameters.map((one: { name: string; value: string }) => [one.name, one.value])
      expect(Object.fromEntries(pairs)).toMatchObject(lastMonth)
      return (await request('ann', 'GET', `${VIEWS.replace('views', 'list')}?${new URLSearchParams(pairs)}`)).body
    }
    expect((await total()).total).toBe(0)
    world.clock.now = Date.parse('2024-04-20T00:00:00Z')
    expect(await total()).toMatchObject({ total: 3, query: expect.stringContaining('2024-03-01 00:00') })
    world.clock.now = Date.parse('2024-05-20T00:00:00Z')
    expect(await total()).toMatchObject({ total: 0, query: expect.stringContaining('2024-04-01 00:00') })
  })

  it('can be restored with its id for a day after it was removed', async () => {
    const id = await save('ann', 'Mine', { sharing: 'everyone' })
    expect((await request('ann', 'DELETE', `/${id}`)).status).toBe(204)
    expect(await namesFor('ann')).toEqual([])
    expect(codeOf(await request('ann', 'GET', `/${id}`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
    expect(codeOf(await request('bob', 'POST', `/${id}/restore`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
    expect((await request('ann', 'POST', `/${id}/restore`)).body).toMatchObject({ id, sharing: 'everyone' })
    expect(codeOf(await request('ann', 'POST', `/${id}/restore`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
    await request('ann', 'DELETE', `/${id}`)
    await save('ann', 'Mine')
    expect(codeOf(await request('ann', 'POST', `/${id}/restore`))).toEqual([409, 'SAVED_REPORT_TAKEN'])
    world.clock.now += RESTORE_LIFE + 1
    expect(codeOf(await request('ann', 'POST', `/${id}/restore`))).toEqual([404, 'SAVED_REPORT_UNKNOWN'])
  })

  it('is removed with its owner', async () => {
    const id = await save('ann', 'Shared', { sharing: 'everyone' })
    expect((await request('bob', 'GET', `/${id}`)).status).toBe(200)
    await world.workspace.access.removeUser('ann')
    expect((await request('bob', 'GET', `/${id}`)).status).toBe(404)
  })
})

describe('the sharing of a report', () => {
  it('private lets nobody else open it, and its id is as unknown as any other', async () => {
    const id = await save('ann', 'Secret plan')
    for (const who of ['bob', 'none']) {
      expect(await namesFor(who)).toEqual([])
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { name: 'x' }],
        ['DELETE', '', undefined],
        ['POST', '/restore', undefined],
      ] as const) {
        const hidden = await request(who, method, `/${id}${path}`, body)
        const unknown = await request(who, method, `/0000000000${path}`, body)
        expect(hidden.status).toBe(404)
        expect(hidden.text.replaceAll(id, '')).toBe(unknown.text.replaceAll('0000000000', ''))
      }
    }
    expect((await request('ann', 'GET', `/${id}`)).body.name).toBe('Secret plan')
  })

  it('group lets its members open it, in Sojourn and in the tracker, until it is withdrawn', async () => {
    const id = await save('bob', 'Of the team', { sharing: 'group', group: 'wEB' })
    expect(await namesFor('cid')).toEqual(['Of the team'])
    expect(await namesFor('none')).toEqual(['Of the team'])
    expect(await namesFor('ann')).toEqual([])
    expect((await request('cid', 'GET', `/${id}`)).body).toMatchObject({ owner: 'bob', isOwn: false, mayRemove: false })
    await world.workspace.access.changeUser({ login: 'cid', addGroups: [], removeGroups: ['web'] })
    expect((await request('cid', 'GET', `/${id}`)).status).toBe(404)
    expect((await request('none', 'GET', `/${id}`)).status).toBe(200)
    expect((await request('bob', 'PATCH', `/${id}`, { sharing: 'private' })).body).toMatchObject({ group: null })
    expect((await request('none', 'GET', `/${id}`)).status).toBe(404)
    expect(await namesFor('none')).toEqual([])
    const builders = await save('ann', 'Of builders', { sharing: 'group', group: 'builders' })
    await world.workspace.access.addUser({ login: 'dan', groups: ['Builders'], timeZone: null })
    expect((await request('bob', 'GET', `/${builders}`)).status).toBe(404)
    expect((await request('root', 'GET', `/${builders}`)).status).toBe(200)
  })

  it('everyone lets only those open it who may see its data', async () => {
    const id = await save('ann', 'For all', { sharing: 'everyone' })
    expect(await namesFor('bob')).toEqual(['For all'])
    expect((await request('bob', 'GET', `/${id}`)).status).toBe(200)
    expect(await namesFor('none')).toEqual([])
    expect((await request('none', 'GET', `/${id}`)).status).toBe(404)
    await world.workspace.access.restrict('WEB', [], ['ann'])
    expect(await namesFor('bob')).toEqual([])
    expect((await request('bob', 'GET', `/${id}`)).status).toBe(404)
  })

  it('everyone hides reports with names or words that only hidden issues have', async () => {
    const query = (customjql: string) => ({
      sharing: 'everyone',
      parameters: parameters({ filterType: 'customjql', projectKey: '', customjql }),
    })
    await save('ann', 'All', query('order by key'))
    await save('ann', 'Doing', query('order by id'))
    await save('ann', 'Searches', query('text ~ "issue"'))
    await save('ann', 'Web Shop', query('order by updated'))
    expect(await namesFor('bob')).toEqual(['All', 'Doing', 'Searches', 'Web Shop'])
    // The status Doing, the word issue and the project Web Shop occur in hidden issues only.
    expect(await namesFor('none')).toEqual(['All'])
  })

  it('shares the parameters only: each user sees the data of its own permissions', async () => {
    const query = { filterType: 'customjql', projectKey: '', customjql: 'order by key' }
    const id = await save('ann', 'All', { sharing: 'everyone', parameters: parameters(query) })
    const totals = []
    for (const who of ['ann', 'none']) {
      const { body } = await request(who, 'GET', `/${id}`)
      const pairs = body.parameters.map((one: { name: string; value: string }) => [one.name, one.value])
      const path = `${VIEWS.replace('views', 'list')}?${new URLSearchParams(pairs)}`
      totals.push((await request(who, 'GET', path)).body.total)
    }
    expect(totals).toEqual([3, 0])
  })

  it('is with a group of the owner only; an administrator may choose any', async () => {
    const shared = report('Mine', { sharing: 'group', group: 'Builders' })
    const { status, body } = await request('bob', 'POST', '', shared)
    expect([status, body.messages]).toEqual([
      400,
      ["group is 'Builders', which is not one of your groups. Your groups: Web."],
    ])
    expect((await request('root', 'POST', '', shared)).status).toBe(201)
    expect((await request('root', 'GET')).body.groups).toEqual(['administrators', 'Builders', 'Web'])
    await world.workspace.access.addUser({ login: 'lone', groups: [], timeZone: null })
    const id = await save('bob', 'Team', { sharing: 'group', group: 'web' })
    await world.workspace.access.changeUser({ login: 'bob', addGroups: [], removeGroups: ['Web'] })
    expect((await request('bob', 'PATCH', `/${id}`, { name: 'Renamed' })).status).toBe(200)
    expect((await request('bob', 'PATCH', `/${id}`, { sharing: 'group' })).body.messages).toEqual([
      "group is 'web', which is not one of your groups. You are in no group.",
    ])
  })
})

describe('another user', () => {
  it('may not change or remove a shared report; an administrator may remove it', async () => {
    const id = await save('ann', 'Shared', { sharing: 'everyone' })
    expect(codeOf(await request('bob', 'PATCH', `/${id}`, { name: 'x' }))).toEqual([403, 'SAVED_REPORT_NOT_OWN'])
    expect(codeOf(await request('bob', 'DELETE', `/${id}`))).toEqual([403, 'SAVED_REPORT_NOT_OWN'])
    expect(codeOf(await request('root', 'PATCH', `/${id}`, { name: 'x' }))).toEqual([403, 'SAVED_REPORT_NOT_OWN'])
    expect((await request('root', 'DELETE', `/${id}`)).status).toBe(204)
    expect((await request('ann', 'GET', `/${id}`)).status).toBe(404)
    expect((await request('ann', 'POST', `/${id}/restore`)).status).toBe(200)
  })

  it('may use the same name', async () => {
    await save('ann', 'Mine')
    await save('bob', 'Mine')
    const { status, body } = await request('ann', 'POST', '', report('Mine'))
    expect([status, body.code]).toEqual([409, 'SAVED_REPORT_TAKEN'])
    expect(body.detail).toMatch(/^You have a saved report 'Mine' already \(id \w{10}\)/)
  })

  it('who is an administrator lists all reports of all users on request', async () => {
    await save('ann', 'A')
    await save('bob', 'B')
    expect(await namesFor('root')).toEqual([])
    expect(await namesFor('root', '?scope=all')).toEqual(['A', 'B'])
    expect(codeOf(await request('ann', 'GET', '?scope=all'))).toEqual([403, 'FORBIDDEN'])
  })
})

describe('a request', () => {
  it('with mistakes gets all of them at once', async () => {
    const { status, body } = await request('ann', 'POST', '', {
      name: 'a\u0000b',
      sharing: 'public',
      group: 7,
      colour: 'red',
      display: [{ name: 'columnsBy', value: 'x' }],
      endpoint: 'list',
      parameters: parameters({ columnsBy: 'statusDurations', projectKey: 'WEP' }),
    })
    expect([status, body.code]).toEqual([400, 'SAVED_REPORT_INVALID'])
    expect(body.messages).toEqual([
      'name contains a control character, half a character or a change of direction.',
      'sharing is public. Possible values: private, group, everyone.',
      'group is neither the name of a group nor null.',
      'colour is unknown. Known members: name, sharing, group, endpoint, parameters, display.',
      'display contains columnsBy, which is neither show nor view.*.',
      expect.stringMatching(/^ERROR: projectKey 'WEP' is not the key or the name of a project/),
      expect.stringMatching(/^ERROR: columnsBy 'statusDurations'/),
    ])
    const { body: missing } = await request('ann', 'POST', '', {})
    expect(missing.messages).toEqual(['name is missing.', 'endpoint is missing.', 'parameters is missing.'])
    for (const wrong of ['', '[]', '"x"', '{', 'null', '\ud800'.repeat(2)]) {
      const answer = await request('ann', 'POST', '', wrong)
      expect([wrong, answer.body.messages]).toEqual([wrong, ['The body is not a JSON object.']])
    }
    expect(await namesFor('ann')).toEqual([])
  })

  it('with a name that is no readable text is rejected', async () => {
    const names = ['', '   ', 'x'.repeat(201), 'a\nb', '\u202etxt.exe', '\ud83d', 7, null, ['x']]
    for (const name of names) {
      const answer = await request('ann', 'POST', '', report(name as string))
      expect([name, ...codeOf(answer)]).toEqual([name, 400, 'SAVED_REPORT_INVALID'])
    }
  })

  it('with any other name is saved as it is', async () => {
    const names = [
      ...["Robert'); drop table saved_view;--", '<script>alert(1)</script>', '../../etc/passwd', '%00', '__proto__'],
      ...['Zeit in „Prüfung“ 👩‍💻', 'x'.repeat(200)],
    ]
    for (const name of names) await save('ann', name)
    expect((await namesFor('ann')).sort()).toEqual(names.sort())
  })

  it('with parameters in another form, or with too many characters, is rejected', async () => {
    const wrong = [
      ...[[{ name: 'projectKey' }], [{ name: 'projectKey', value: 1 }], { projectKey: 'WEB' }, [['projectKey', 'WEB']]],
      ...[[{ name: 'projectKey', value: 'WEB', more: 1 }], [{ name: 'view.heat', value: 'x' }]],
      ...[[{ name: 'projectKey', value: '\ud800' }], [{ name: 'customjql', value: 'x'.repeat(65_530) }]],
    ]
    for (const parameters of wrong) {
      const answer = await request('ann', 'POST', '', report('x', { parameters }))
      expect([parameters, ...codeOf(answer)]).toEqual([parameters, 400, 'SAVED_REPORT_INVALID'])
    }
    expect(await namesFor('ann')).toEqual([])
  })

  it('with too many parameters or options, or with more than a megabyte, is rejected before its elements are read', async () => {
    const pairs = Array.from({ length: 5_001 }, () => ({ name: 'show', value: '' }))
    const { status, body } = await request('ann', 'POST', '', { ...report('Long'), parameters: pairs, display: pairs })
    expect([status, body.messages]).toEqual([
      400,
      ['parameters', 'display'].map(name => `${name} has 5001 elements. Allowed: at most 5000.`),
    ])
    const id = await save('ann', 'Short')
    const large = { name: 'x'.repeat(1024 * 1024) }
    expect(codeOf(await request('ann', 'POST', '', report('', large)))).toEqual([413, 'BODY_TOO_LARGE'])
    expect(codeOf(await request('ann', 'PATCH', `/${id}`, large))).toEqual([413, 'BODY_TOO_LARGE'])
  })

  it('that renames an own report succeeds although its project is gone', async () => {
    const id = await save('ann', 'Mine')
    await world.workspace.removeProject('WEB')
    expect((await request('ann', 'PATCH', `/${id}`, { name: 'Renamed' })).status).toBe(200)
    expect(codeOf(await request('ann', 'PATCH', `/${id}`, report('x')))).toEqual([400, 'SAVED_REPORT_INVALID'])
  })

  it('of a list gets all mistakes of its parameters, and pages with a total', async () => {
    for (const name of ['c', 'A', 'b']) await save('ann', name)
    const { body } = await request('ann', 'GET', '?startIndex=1&pageSize=1')
    expect([body.total, body.startIndex, body.views.map(({ name }: { name: string }) => name)]).toEqual([3, 1, ['b']])
    const wrong = await request('ann', 'GET', '?scope=mine&startIndex=-1&pageSize=201&page=2')
    expect(codeOf(wrong)).toEqual([400, 'REQUEST_MALFORMED'])
    for (const name of ['scope', 'startIndex', 'pageSize', 'page is unknown']) expect(wrong.body.detail).toContain(name)
  })
})

describe('a user', () => {
  it(`has at most ${MAX_SAVED} reports, also when several are saved at once`, async () => {
    await save('ann', 'First')
    const { store } = world
    // Saving as many one by one would take many times as long.
    await store.transact(run =>
      run(sql`insert into saved_view select * exclude (i) replace (id || i as id, name || i as name)
        from saved_view, range(${bigint(MAX_SAVED - 4)}) numbers (i)`),
    )
    const several = Array.from({ length: 8 }, (_, i) => request('ann', 'POST', '', report(`Report ${i}`)))
    const statuses = (await Promise.all(several)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([...Array(3).fill(201), ...Array(5).fill(409)])
    expect((await request('ann', 'GET')).body.total).toBe(MAX_SAVED)
    expect(codeOf(await request('ann', 'POST', '', report('One more')))).toEqual([409, 'SAVED_REPORTS_TOO_MANY'])
    await save('bob', 'One of another user')
  })

  it('who saves a name twice at once has one report with it', async () => {
    const twice = await Promise.all(Array.from({ length: 10 }, () => request('ann', 'POST', '', report('Mine'))))
    expect(twice.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    const other = await save('ann', 'Other')
    const renamed = await Promise.all([
      request('ann', 'PATCH', `/${other}`, { name: 'New' }),
      request('ann', 'POST', '', report('New')),
    ])
    expect(renamed.map(({ status }) => status).sort()).toContain(409)
    expect(await namesFor('ann')).toEqual(['Mine', 'New', ...(renamed[0]!.status === 409 ? ['Other'] : [])])
  })
})
