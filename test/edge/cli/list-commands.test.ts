import { beforeAll, describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import type { Environment } from '../../../src/edge/cli/context.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { demoStore } from '../../support/demo-store.ts'
import { DEPS } from '../http/small-tracker.ts'
import { sharing, testContext } from './test-context.ts'

let open: Environment['open']

async function sojourn(...args: string[]): Promise<string> {
  const context = testContext({ open })
  expect(await run(args, context), context.err.text()).toBe(0)
  return context.out.text()
}

beforeAll(async () => {
  open = sharing(createWorkspace(await demoStore(), DEPS)).open
  await sojourn('user', 'add', 'anna', '--group', 'ops')
  await sojourn('token', 'create', '--user', 'anna')
  await sojourn('filter', 'add', 'Open', 'resolution IS EMPTY')
})

const json = async (...args: string[]) => JSON.parse(await sojourn(...args, '--json')) as Record<string, unknown>[]

describe('the lists of the tracker', () => {
  it('have the ids and names that reports accept', async () => {
    const statuses = await json('statuses')
    expect(statuses[0]).toEqual({ id: '10000', name: 'To Do', category: 'new', deleted: false })
    const [{ id, name }] = statuses as [{ id: string; name: string }]
    const report = (status: string) => {
      const args = ['filterType=project', 'projectKey=WEB', 'columnsBy=statusCount', 'outputType=csv', 'pageSize=3']
      return sojourn('report', 'list', ...args, `statuses=${status}`)
    }
    expect(await report(name)).toBe(await report(id))
    expect(await json('projects')).toContainEqual({ id: expect.any(String), key: 'WEB', name: 'Web Shop' })
    expect((await json('people')).every(({ id, name }) => typeof id === 'string' && typeof name === 'string')).toBe(
      true,
    )
    expect(await json('fields')).toContainEqual({ id: 'assignee', name: 'Assignee', kind: 'user', multi: false })
    expect((await json('groups'))[0]).toEqual({
      id: expect.any(String),
      name: expect.any(String),
      members: expect.any(Number),
    })
  })

  it.each(['statuses', 'projects', 'people', 'groups', 'fields'])('%s has a line for each element', async kind => {
    const lines = (await sojourn(kind)).trimEnd().split('\n')
    const all = await json(kind)
    expect(all.length).toBeGreaterThan(1)
    expect(lines.map((line, i) => line.includes(String(all[i]!.name)))).toEqual(all.map(() => true))
  })
})

describe('every list command', () => {
  it('prints JSON for programs', async () => {
    expect(await json('user', 'list')).toEqual([
      {
        login: 'anna',
        timeZone: null,
        disabled: false,
        groups: ['ops'],
        links: [],
        created: '2024-03-10T00:00:00.000Z',
      },
    ])
    expect(await json('token', 'list')).toEqual([
      { id: expect.any(String), login: 'anna', created: '2024-03-10T00:00:00.000Z', expires: null, lastUsed: null },
    ])
    expect(await json('project', 'list')).toContainEqual({
      key: 'WEB',
      name: 'Web Shop',
      only: null,
      isNew: true,
      hiddenFrom: [],
      trackers: [],
    })
    expect(await json('filter', 'list')).toContainEqual(
      expect.objectContaining({ name: 'Open', jql: 'resolution IS EMPTY' }),
    )
    const { fields, functions } = JSON.parse(await sojourn('jql', 'fields', '--json'))
    expect([fields[0].operators, functions]).toEqual([expect.arrayContaining(['=']), expect.arrayContaining(['now()'])])
    expect(await json('calendar', 'list')).toEqual([
      {
        id: '0',
        name: expect.any(String),
        isDefault: true,
        timeZone: expect.any(String),
        hours: 'Mon-Fri 09:00-17:00',
        location: null,
        country: null,
        region: null,
        dailyWorkingHours: 8,
        holidays: 0,
      },
    ])
  })

  it('prints a line for each element without it', async () => {
    expect(await sojourn('filter', 'list')).toMatch(/^\S+ +Open +- +resolution IS EMPTY$/m)
  })
})
