import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { readSettings } from '../../../src/access/settings/settings.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { connectionText } from '../../../src/edge/cli/connection-command.ts'
import type { CommandContext } from '../../../src/edge/cli/context.ts'
import { connectionJson } from '../../../src/intake/connections/connection-json.ts'
import { createUnreadLog } from '../../../src/intake/connections/unread-log.ts'
import { FEW_TRIES } from '../../../src/intake/source/jira/live/session.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import type { Browsable } from '../../../src/store/plan/browsable.ts'
import { readCatalogue } from '../../../src/store/rows/read-catalogue.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { type ConnectedWorkspace, connectedWorkspace } from './connected-workspace.ts'

const HOUR = 3_600_000

const TIMES = {
  settings: () => readSettings({ machineZone: UTC, file: null, env: {}, flags: {} }),
} as CommandContext

/** A batch of 12 issues is halved four times, so five truncated answers fail one issue. */
const FIVE_ANSWERS = { kind: 'bad-json', path: '/issue/bulkfetch', times: 5 * FEW_TRIES.tries } as const

let connected: ConnectedWorkspace

beforeAll(async () => {
  connected = await connectedWorkspace('cloud')
  await connected.sync()
})

beforeEach(async () => {
  connected.ahead = 0
  // An issue that stays failed keeps the time of its first missing change.
  connected.fake.faults.clear()
  if ((await shown()).unread.count > 0) await connected.sync()
})

afterAll(() => connected.close())

async function shown() {
  const [found] = await connected.workspace.connections.list('jira')
  return found!
}

/** Changes all issues, of which one cannot be read. Returns the end of the round. */
async function failOne() {
  const { fake } = connected
  for (const { id } of fake.tracker.issues.values()) fake.tracker.commentIssue(id)
  fake.faults.clear()
  fake.faults.add(FIVE_ANSWERS)
  return connected.sync()
}

async function warningsFor(browsable: Browsable): Promise<readonly string[]> {
  const parameters = [
    { name: 'columnsBy', value: 'statusCount', location: 'query' as const },
    { name: 'filterType', value: 'customjql', location: 'query' as const },
    { name: 'customjql', value: 'order by key', location: 'query' as const },
  ]
  const caller = { ...LOCAL_CALLER, isAdministrator: false, browsable }
  const { facts, ...body } = await connected.workspace.report({ endpoint: 'list', parameters }, { caller })
  await textOf({ facts, ...body })
  return facts.warnings.filter(text => text.includes('could not be read'))
}

describe('an issue that could not be read', () => {
  it('is named with its reason and its next try, also by the line about complete data', async () => {
    const end = await failOne()
    expect(end).toMatchObject({ state: 'live', failed: 1 })
    expect(end.next).toBe("'sojourn connections jira' names it. 'sojourn sync jira' reads it again at once.")
    const connection = await shown()
    expect(connection.next).toBe(end.next)
    const { count, issues } = connection.unread
    const [issue] = issues
    const { key, updated } = [...connected.fake.tracker.issues.values()].find(one => one.key === issue?.name)!
    expect({ count, issues }).toEqual({
      count: 1,
      issues: [expect.objectContaining({ name: key, project: key.replace(/-.*/, ''), since: updated })],
    })
    expect(issue!.reason).toContain('POST /rest/api/3/issue/bulkfetch')
    expect(issue!.nextTry! - Date.now()).toBeGreaterThan(HOUR - 600_000)
    const text = connectionText(connection, TIMES).replace(/\n +/g, ' ')
    expect(text).toMatch(/state +live, 1 issue failed/)
    expect(text).toMatch(new RegExp(`data until +[-\\d]+ [:\\d]+, but 1 issue is older: ${key} since [-\\d]+ [:\\d]+`))
    expect(text).toMatch(new RegExp(`not read +${key}, since .*, next try .*: POST /rest/api/3/issue/bulkfetch`))
    expect(connectionJson(connection)).toMatchObject({
      state: 'live',
      unread: { count: 1, issues: [{ name: key, since: new Date(updated).toISOString() }] },
    })
    expect((await connected.workspace.pageData.sync({ caller: LOCAL_CALLER })).unread).toEqual({
      count: 1,
      first: [{ name: key, since: new Date(updated).toISOString() }],
    })
  })

  itDrawn('is in the log once for each time that it could not be read', async () => {
    await failOne()
    const logged: object[] = []
    const log = { info: () => {}, error: (fields: object) => logged.push(fields) }
    const logUnread = createUnreadLog(connected.store, log)
    await logUnread('jira')
    await logUnread('jira')
    const [issue] = (await shown()).unread.issues
    const { name, reason } = issue!
    expect(logged).toEqual([expect.objectContaining({ connection: 'jira', issue: name, reason })])
  })

  it('is read again at once by a round that a person requests, otherwise after an hour', async () => {
    const { fake } = connected
    fake.faults.clear()
    await connected.sync()
    const [id] = fake.tracker.issues.keys()
    fake.tracker.commentIssue(id!)
    fake.faults.add({ ...FIVE_ANSWERS, times: 2 * FEW_TRIES.tries })
    expect((await connected.sync()).failed).toBe(1)
    expect((await connected.sync()).failed).toBe(1)
    // A retry by a person does not lengthen the delay before the next try.
    const [issue] = (await shown()).unread.issues
    expect(issue!.nextTry! - Date.now()).toBeLessThanOrEqual(HOUR)
    expect(await connected.sync()).toMatchObject({ failed: 0, next: 'Nothing to do.' })
    expect((await shown()).unread).toEqual({ count: 0, issues: [] })
  })

  itDrawn('is in the warnings of reports over its project, for those who may browse all of the project', async () => {
    await failOne()
    connected.ahead = 3000
    const catalogue = await connected.store.snapshot(readCatalogue)
    const project = (await shown()).unread.issues[0]?.project
    const { id } = catalogue.projects.find(({ key }) => key === project)!
    const projects = catalogue.projects.map(one => one.id)
    const expected = [`Project ${project}: 1 issue of this project could not be read.`]
    expect(await warningsFor(null)).toEqual(expected)
    expect(await warningsFor({ projects, levels: [{ projects: [id], account: null }] })).toEqual(expected)
    const account = { connection: 'jira', account: 'bob' }
    const limited = { projects, levels: [{ projects, account }] }
    expect(await warningsFor(limited)).toEqual([])
    const caller = { ...LOCAL_CALLER, isAdministrator: false, browsable: limited }
    expect((await connected.workspace.pageData.sync({ caller })).unread).toEqual({ count: 0, first: [] })
    expect(await warningsFor({ projects: projects.filter(one => one !== id), levels: [] })).toEqual([])
  })
})
