import { rmSync } from 'node:fs'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ExportRecord, hiddenView } from '../../../src/app/exports/export-record.ts'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import type { UserError } from '../../../src/core/base/errors.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Browsable } from '../../../src/store/plan/browsable.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { demoStore } from '../../support/demo-store.ts'
import { NOW } from '../../support/run-reports.ts'
import { callerNamed, endOf, exportsOf, LOCAL, startOf } from './exports-world.ts'

/** The numbers of the projects of the demo. */
const [WEB, OPS, APP] = [1, 2, 3]

const REPORT = 'columnsBy=statusCount&outputType=CSV'
const LISTED = 'filterType=project&projectKey=WEB&outputType=CSV'
const OF_WEB = `${LISTED}&columnsBy=statusCount`

let store: Store
let exports: OpenExports

beforeAll(async () => {
  store = await demoStore()
})
afterEach(async () => {
  // Not every test opens exports.
  await (exports as OpenExports | undefined)?.close()
  rmSync(store.exportsFolder, { recursive: true, force: true })
})

const ann = callerNamed('ann')
const withIssues = (browsable: Browsable) => ({ caller: { ...ann.caller, browsable } })
const withProjects = (...projects: number[]) => withIssues({ projects, levels: [] })
const whole = withProjects(WEB, OPS, APP)

/** Exports a report as a user who may see all projects, and returns how a caller then sees the file. */
async function seen(query = OF_WEB, owner = whole) {
  exports = exportsOf(store)
  const { exportId } = await startOf(exports, query, owner)
  expect((await endOf(exports, exportId, owner)).status).toBe('Successful')
  return async (context = owner) => {
    const code = await exports.file(exportId, context).then(
      () => 'ok',
      (error: UserError) => error.code ?? String(error),
    )
    const found = await exports.find(exportId, context)
    expect((await exports.list(0, 9, context)).exports).toContainEqual(found)
    const facts = [found.size, found.rows, found.fileName, found.sha256, found.query]
    expect(facts.every(fact => (fact === null) === (code !== 'ok'))).toBe(true)
    expect(found.message === null).toBe(code === 'ok')
    return code === 'ok' ? 'visible' : code === 'EXPORT_UNKNOWN' ? 'hidden' : code
  }
}

/** Changes the store, runs `work`, and changes it back. */
async function changed(change: string, back: string, work: () => Promise<void>): Promise<void> {
  await store.transact(run => run(plain(change)))
  try {
    await work()
  } finally {
    await store.transact(run => run(plain(back)))
  }
}

function withLevel(where: string, work: () => Promise<void>): Promise<void> {
  const set = (level: string) => `update issue set security_level = ${level} where id = (${where})`
  return changed(set(`'7'`), set('null'), work)
}

const first = (project: number) => `select min(id) from issue where project_id = ${project}`

describe('a file', () => {
  it('is hidden while a project of its issues is restricted', async () => {
    const file = await seen()
    expect(await file()).toBe('visible')
    expect(await file(withProjects(OPS, APP))).toBe('hidden')
    expect(await file(withProjects())).toBe('hidden')
    expect(await file()).toBe('visible')
  })

  it('is not hidden by other projects that are new, restricted or removed', async () => {
    const file = await seen()
    expect(await file(withProjects(WEB, OPS, APP, 4))).toBe('visible')
    for (const projects of [[WEB, OPS], [WEB, APP], [WEB]])
      expect(await file(withProjects(...projects))).toBe('visible')
    const ref = (text: string) => `update project set ref = ${text} where id = ${OPS}`
    await changed(ref(`ref || 'x'`), ref('left(ref, -1)'), async () => expect(await file()).toBe('visible'))
  })

  it('is hidden while a security level hides one of its issues, but not for others', async () => {
    const file = await seen()
    await withLevel(first(OPS), async () => expect(await file()).toBe('visible'))
    await withLevel(first(WEB), async () => expect(await file()).toBe('hidden'))
    expect(await file()).toBe('visible')
  })

  it.each([
    ['one of its issues', 'issue', `key = 'WEB-5'`],
    ['their project', 'project', `key = 'WEB'`],
  ])('is hidden after %s was removed', async (_, table, where) => {
    const ref = (text: string) => `update ${table} set ref = ${text} where ${where}`
    for (const owner of [whole, LOCAL]) {
      const file = await seen(OF_WEB, owner)
      await changed(ref(`ref || 'x'`), ref('left(ref, -1)'), async () => expect(await file()).toBe('hidden'))
      expect(await file()).toBe('visible')
      await exports.close()
    }
  })

  it('of a former administrator is hidden', async () => {
    const file = await seen(OF_WEB, ann)
    expect(await file()).toBe('visible')
    expect(await file(whole)).toBe('hidden')
  })
})

describe('a file that names something of another project', () => {
  it.each([
    ['a project in its query', `filterType=customjql&customjql=project = WEB AND project != APP`],
    ['an issue in its query', `filterType=customjql&customjql=project = WEB AND key != APP-5`],
    ['a number of an issue in its query', `filterType=customjql&customjql=project = WEB OR key < APP-1`],
    ['a status in its query', `filterType=customjql&customjql=project = WEB AND status was not Review`],
    ['the column of a status', `filterType=project&projectKey=WEB&statuses=3,10103`],
    [
      'statuses of a column',
      `filterType=project&projectKey=WEB&statuses=[{"type":"cons","name":"A","statuses":["10103"]}]`,
    ],
  ])('as %s is hidden while that project is', async (_, query) => {
    const file = await seen(`${REPORT}&${query}`)
    expect(await file(withProjects(WEB, APP))).toBe('visible')
    expect(await file(withProjects(WEB, OPS))).toBe('hidden')
  })

  it('as a saved filter in its query is hidden while the filter is hidden', async () => {
    const plans = `insert into saved_query (id, name, jql) values ('f1', 'Plans', 'created < 2001-01-01')`
    const set = (jql: string) => `update saved_query set jql = '${jql}' where id = 'f1'`
    await changed(plans, `delete from saved_query where id = 'f1'`, async () => {
      const query = 'project = WEB AND (filter = Plans OR created > 2001-01-01)'
      const file = await seen(`${REPORT}&filterType=customjql&customjql=${query}`)
      expect(await file(withProjects(WEB, OPS))).toBe('visible')
      await changed(set('project = APP'), set('created < 2001-01-01'), async () =>
        expect(await file(withProjects(WEB, OPS))).toBe('hidden'),
      )
    })
  })

  const parent = `insert into issue_value select (${first(WEB)}), 'parent', ref, key, null, null from issue where id = (${first(APP)})`
  const withoutParent = `delete from issue_value where field_id = 'parent' and issue_id = (${first(WEB)})`

  it('as a value is hidden while the issue is hidden', async () => {
    await changed(parent, withoutParent, async () => {
      const without = await seen()
      expect(await without(withProjects(WEB, OPS))).toBe('visible')
      await exports.close()
      const file = await seen(`${OF_WEB}&fields=parent`)
      expect(await file(withProjects(WEB, APP))).toBe('visible')
      expect(await file(withProjects(WEB, OPS))).toBe('hidden')
      await withLevel(first(APP), async () => expect(await file()).toBe('hidden'))
      await withLevel(`select max(id) from issue where project_id = ${APP}`, async () =>
        expect(await file()).toBe('visible'),
      )
    })
  })

  it.each([
    ['APP-99999', 'hidden'],
    ['ELSEWHERE-1', 'visible'],
  ])('as the value %s, which is no known issue, is %s without permission for all issues', async (key, expected) => {
    const unknown = `insert into issue_value select (${first(WEB)}), 'parent', '999999', '${key}', null, null`
    await changed(unknown, withoutParent, async () => {
      const file = await seen(`${OF_WEB}&fields=parent`)
      expect(await file()).toBe('visible')
      expect(await file(withProjects(WEB, APP))).toBe(expected)
    })
  })

  it('as a past value is hidden while the project is hidden', async () => {
    // Some issues were moved from OPS to WEB.
    const query = `${LISTED}&columnsBy=anyFieldCount&historyFields=project`
    const file = await seen(query)
    expect(await file(withProjects(WEB, OPS))).toBe('visible')
    expect(await file(withProjects(WEB, APP))).toBe('hidden')
  })

  it('that its owner never saw is visible while the project is hidden', async () => {
    await changed(parent, withoutParent, async () => {
      const file = await seen(`${OF_WEB}&fields=parent`, withProjects(WEB, OPS))
      expect(await file(withProjects(WEB))).toBe('visible')
    })
  })

  const NAMES_AN_ISSUE = `${REPORT}&filterType=customjql&customjql=key in (WEB-1) or (key = APP-1 and created < 2001-01-01)`

  it('is hidden after its file has expired, too', async () => {
    let now = NOW
    exports = exportsOf(store, { now: () => now })
    const names = await startOf(exports, NAMES_AN_ISSUE, whole)
    const contains = await startOf(exports, OF_WEB, whole)
    for (const { exportId } of [names, contains]) await endOf(exports, exportId, whole)
    now += 24 * 3_600_000
    const isShown = async ({ exportId }: typeof names, context = whole) => {
      const { status, query, fileName, message } = await exports.find(exportId, context)
      expect({ status, message }).toEqual({ status: 'Expired', message: 'Its file was removed.' })
      return [query, fileName].map(fact => fact !== null)
    }
    expect(await isShown(names)).toEqual([true, true])
    expect(await isShown(names, withProjects(WEB, OPS))).toEqual([false, false])
    await withLevel(`select id from issue where key = 'APP-1'`, async () =>
      expect(await isShown(names)).toEqual([false, false]),
    )
    await withLevel(first(WEB), async () => expect(await isShown(contains)).toEqual([false, false]))
    expect(await isShown(contains)).toEqual([true, true])
  })

  it('shows its query and its warnings only then, also before it is complete and after it has failed', async () => {
    exports = exportsOf(store, {
      startThread: () => {
        throw new Error('no threads')
      },
    })
    const { exportId } = await startOf(exports, NAMES_AN_ISSUE, whole)
    const failed = await endOf(exports, exportId, whole)
    expect(failed).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('Something went wrong'),
      query: expect.stringContaining('APP-1'),
    })
    const hidden = await exports.find(exportId, withProjects(WEB))
    expect(hidden).toMatchObject({
      status: 'Failed',
      message: 'It failed. Its reason is hidden, because you may no longer see everything that it names.',
      query: null,
      warnings: [],
    })
  })

  it.each([
    ['Waiting', null, 'Its query is hidden, because you may no longer see everything that it names.'],
    ['Successful', null, 'Its file cannot be downloaded, because you may no longer see all of it. Export again.'],
    [
      'Failed',
      'Unknown status Layoffs',
      'It failed. Its reason is hidden, because you may no longer see everything that it names.',
    ],
    ['Aborted', 'Report is aborted by user', 'Report is aborted by user'],
  ] as const)('says what is hidden of an export that is %s', (status, message, shown) => {
    expect(hiddenView({ status, message, query: 'key = APP-1' } as ExportRecord)).toMatchObject({
      message: shown,
      query: null,
    })
  })
})
