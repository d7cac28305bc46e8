import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_WORKFLOWS } from '../../../src/app/workflows/workflows.ts'
import { sql, varchar } from '../../../src/store/sql/sql.ts'
import { fileOf, LISTS, NOW, smallTracker } from '../../edge/http/small-tracker.ts'
import type { Answer, Request } from '../views/views-world.ts'
import { viewsWorld } from '../views/views-world.ts'

// root is an administrator, ann and none are not; none may browse no project.

let world: Awaited<ReturnType<typeof viewsWorld>>
let request: Request

beforeEach(async () => {
  world = await viewsWorld()
  request = (who, method, path, body) => world.request(who, method, `/api/workflows${path}`, body)
})

const STAGES = [
  { name: 'To do', kind: 'notStarted', statuses: ['Open'] },
  { name: 'Working', kind: 'active', statuses: ['doing'] },
  { name: 'Finished', kind: 'done', statuses: ['5'] },
]

const TEAM = { name: 'Web team', stages: STAGES, sle: { percent: 85, hours: 40 } }

const codeOf = ({ status, body }: Answer) => [status, body.code]

const namesFor = async (who: string) =>
  (await request(who, 'GET', '')).body.workflows.map(({ name }: { name: string }) => name)

describe('the proposal of a workflow', () => {
  it('has the visible statuses with the issues in them', async () => {
    const proposal = async (who: string) => (await world.request(who, 'GET', '/api/workflow-proposal')).body.statuses
    const all = await proposal('root')
    expect(all).toContainEqual({ id: '3', name: 'Doing', issues: expect.any(Number), kind: 'active' })
    expect(all.find(({ id }: { id: string }) => id === '5')).toMatchObject({ name: 'Done', kind: 'done' })
    expect(all.reduce((sum: number, { issues }: { issues: number }) => sum + issues, 0)).toBeGreaterThan(0)
    expect(await proposal('none')).toEqual([])
  })
})

describe('a saved workflow', () => {
  it('has an id, an owner, times, a definition with ids, and the names of these', async () => {
    const { status, headers, body } = await request('root', 'PUT', '/Web%20team', {
      ...TEAM,
      stages: STAGES.slice(1),
      blocked: { fields: ['Status'], labels: ['stuck'] },
    })
    expect([status, headers.location]).toEqual([201, '/api/workflows/1'])
    const at = '2024-03-10T00:00:00.000Z'
    expect(body).toEqual({
      id: '1',
      name: 'Web team',
      owner: 'root',
      created: at,
      updated: at,
      address: '/api/workflows/1',
      definition: {
        name: 'Web team',
        stages: [
          { name: 'Working', kind: 'active', statuses: ['3'] },
          { name: 'Finished', kind: 'done', statuses: ['5'] },
        ],
        done: 'status',
        blocked: { fields: ['status'], statuses: [], labels: ['stuck'] },
        sle: { percent: 85, hours: 40 },
        levels: 'standard',
      },
      statuses: [
        { id: '3', name: 'Doing' },
        { id: '5', name: 'Done' },
      ],
      fields: [{ id: 'status', name: 'Status' }],
      unmapped: [{ id: '1', name: 'Open' }],
    })
    for (const path of ['/1', '/Web%20team', '/web%20TEAM']) {
      expect((await request('ann', 'GET', path)).body).toEqual(body)
    }
    const { definition: _, statuses: _s, fields: _f, unmapped: _u, ...listed } = body
    expect((await request('ann', 'GET', '')).body.workflows[1]).toEqual(listed)
  })

  it('is replaced by one of the same name or id, and keeps its id and creation', async () => {
    const { body: before } = await request('root', 'PUT', '/Web%20team', TEAM)
    world.clock.now += 60_000
    const changed = { ...TEAM, name: 'WEB team', levels: 'all' }
    const { status, body } = await request('root', 'PUT', '/web%20team', changed)
    expect([status, body.id, body.name, body.created, body.updated]).toEqual([
      ...[200, '1', 'WEB team', before.created, '2024-03-10T00:01:00.000Z'],
    ])
    const renamed = await request('root', 'PUT', '/1', { ...TEAM, name: 'Shop team' })
    expect([renamed.status, renamed.body.id, renamed.body.name]).toEqual([200, '1', 'Shop team'])
    expect(await namesFor('ann')).toEqual(['default', 'Shop team'])
  })

  it('is not written when nothing changes: the same PUT has the same result', async () => {
    const { body: before } = await request('root', 'PUT', '/Web%20team', TEAM)
    world.clock.now += 60_000
    const again = await request('root', 'PUT', '/Web%20team', TEAM)
    expect([again.status, again.body]).toEqual([200, before])
    // What GET returns can be sent back.
    expect((await request('root', 'PUT', '/1', before.definition)).body).toEqual(before)
  })

  it('can be removed, and then is unknown to everybody, with the names of the others', async () => {
    await request('root', 'PUT', '/Web%20team', TEAM)
    await request('root', 'PUT', '/Shop', { ...TEAM, name: 'Shop' })
    expect((await request('root', 'DELETE', '/web%20team')).status).toBe(204)
    for (const [method, who] of [
      ['GET', 'ann'],
      ['DELETE', 'root'],
    ] as const) {
      const answer = await request(who, method, '/1')
      expect(codeOf(answer)).toEqual([404, 'WORKFLOW_UNKNOWN'])
      expect(answer.body.detail).toBe("There is no workflow '1'. Workflows: default, Shop.")
    }
    expect((await request('root', 'PUT', '/1', TEAM)).body.detail).toContain("There is no workflow '1'.")
  })
})

describe('saving a workflow', () => {
  it('is for administrators only, and so is removing', async () => {
    await request('root', 'PUT', '/Web%20team', TEAM)
    for (const who of ['ann', 'bob', 'none']) {
      expect(codeOf(await request(who, 'PUT', '/Mine', { ...TEAM, name: 'Mine' }))).toEqual([403, 'FORBIDDEN'])
      expect(codeOf(await request(who, 'DELETE', '/1'))).toEqual([403, 'FORBIDDEN'])
      const requestContext = { caller: { ...(await callerOf(who)) } }
      await expect(world.workspace.workflows.save(null, TEAM, requestContext)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
      await expect(world.workspace.workflows.remove('1', requestContext)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    expect(codeOf(await request(null, 'PUT', '/Mine', TEAM))).toEqual([403, 'FOREIGN_PAGE'])
    expect(await namesFor('root')).toEqual(['default', 'Web team'])
  })

  it('reports all errors of a definition at once', async () => {
    const stages = [{ name: 'A', kind: 'busy', statuses: ['Opne'] }]
    const { status, body } = await request('root', 'PUT', '/A', { name: 'A', stages, sla: 1 })
    expect([status, body.code, body.messages]).toEqual([
      ...[400, 'WORKFLOW_INVALID'],
      [
        "stages[0].kind 'busy' is not possible. Possible values: notStarted, active, waiting or done.",
        "stages[0].statuses[0] 'Opne' is not the id or the name of a status. Did you mean 'Open'?",
        "'sla' is not a known key. Known keys: name, stages, done, blocked, sle, levels. Did you mean 'sle'?",
      ],
    ])
    for (const text of ['', '[]', '{"name":']) {
      expect(codeOf(await request('root', 'PUT', '/A', text))).toEqual([400, 'WORKFLOW_INVALID'])
    }
  })

  it('needs the same name in the address and in a new definition', async () => {
    const { status, body } = await request('root', 'PUT', '/Shop', TEAM)
    expect([status, body.messages]).toEqual([400, ["name 'Web team' is not 'Shop', the name of the new workflow."]])
  })

  it('refuses the name of another workflow, and of the default one', async () => {
    await request('root', 'PUT', '/Web%20team', TEAM)
    await request('root', 'PUT', '/Shop', { ...TEAM, name: 'Shop' })
    const taken = await request('root', 'PUT', '/2', { ...TEAM, name: 'web TEAM' })
    expect(codeOf(taken)).toEqual([409, 'WORKFLOW_TAKEN'])
    expect(taken.body.detail).toContain("'Web team' already (id 1)")
    expect(codeOf(await request('root', 'PUT', '/default', TEAM))).toEqual([409, 'WORKFLOW_BUILT_IN'])
    expect(codeOf(await request('root', 'DELETE', '/Default'))).toEqual([409, 'WORKFLOW_BUILT_IN'])
  })

  it(`refuses more than ${MAX_WORKFLOWS} workflows, but still replaces one`, async () => {
    await request('root', 'PUT', '/Web%20team', TEAM)
    await world.store.transact(run =>
      run(sql`insert into workflow select (i + 2)::varchar, 'team ' || i, definition, null, 0, 0
        from workflow, range(${varchar(String(MAX_WORKFLOWS - 1))}::bigint) r(i)`),
    )
    expect(codeOf(await request('root', 'PUT', '/Shop', { ...TEAM, name: 'Shop' }))).toEqual([
      ...[409, 'WORKFLOWS_TOO_MANY'],
    ])
    expect((await request('root', 'PUT', '/1', { ...TEAM, levels: 'all' })).status).toBe(200)
    expect(await namesFor('ann')).toHaveLength(MAX_WORKFLOWS + 1)
  })
})

describe('the default workflow', () => {
  it('measures nothing without categories, so the saved workflow with the lowest id is used unless it is sent', async () => {
    const used = async (who: string, more = '') => {
      const path = `/api/flow/dashboard?filterType=project&projectKey=WEB${more}`
      const { body } = await world.request(who, 'GET', path)
      const { id, name, canMeasure } = body.workflow
      return [id, name, canMeasure, body.trend.finished]
    }
    expect(await used('ann')).toEqual(['default', 'default', false, 0])
    await request('root', 'PUT', '/Web%20team', TEAM)
    await request('root', 'PUT', '/Another', { ...TEAM, name: 'Another' })
    expect(await used('ann')).toEqual(['1', 'Web team', true, 1])
    expect(await used('ann', '&workflow=default')).toEqual(['default', 'default', false, 0])
    await request('root', 'DELETE', '/1')
    expect(await used('ann')).toEqual(['2', 'Another', true, 1])
    const settings = { lists: LISTS, skipInvalid: false, at: NOW }
    await world.workspace.importFiles({ files: [fileOf(smallTracker())], ...settings })
    expect(await used('ann')).toEqual(['default', 'default', true, 1])
  })

  it('has a stage for each status by category, and is in the list', async () => {
    const before = await request('ann', 'GET', '/default')
    expect(before.body.definition.stages).toEqual([])
    const settings = { lists: LISTS, skipInvalid: false, at: NOW }
    await world.workspace.importFiles({ files: [fileOf(smallTracker())], ...settings })
    const { body } = await request('ann', 'GET', '/default')
    expect(body).toMatchObject({
      id: 'default',
      name: 'default',
      owner: null,
      created: null,
      updated: null,
      unmapped: [],
      definition: {
        stages: [
          { name: 'Open', kind: 'notStarted', statuses: ['1'] },
          { name: 'Doing', kind: 'active', statuses: ['3'] },
          { name: 'Done', kind: 'done', statuses: ['5'] },
        ],
      },
    })
    expect(await namesFor('ann')).toEqual(['default'])
  })
})

async function callerOf(login: string) {
  return world.workspace.authenticate({ token: world.tokens.get(login)!, login: null })
}
