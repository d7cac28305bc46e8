import { describe, expect, it } from 'vitest'
import { createWorkspace } from '../../../src/app/workspace/workspace.ts'
import { textOf } from '../../../src/reports/report/report-body.ts'
import { DEPS, fileOf, NOW } from '../../edge/http/small-tracker.ts'
import { importFiles } from '../../support/import-files.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { temporaryStore } from '../../support/temporary-store.ts'

const CREATED = '2024-03-01T00:00:00.000Z'

/** A change of the security level in a log. */
const change = (from: string | null, to: string | null, created = CREATED) => ({
  id: `${from}${to}${created}`,
  created,
  items: [{ field: 'security', fieldId: 'security', from, to, fromString: from && 'Board', toString: to && 'Board' }],
})

/** Issues, by key, with their fields and their logs. */
const ISSUES: Readonly<Record<string, [fields: object, log: readonly object[]]>> = {
  'WEB-1': [{}, []],
  'WEB-2': [{ security: null }, [change(null, '7'), change('7', null)]],
  'WEB-3': [{ security: { id: '7', name: 'Board' } }, []],
  'WEB-4': [{ security: { name: 'Board' } }, []],
  'WEB-5': [{ security: {} }, []],
  'WEB-6': [{}, [change(null, '7')]],
  'WEB-7': [{}, [change(null, '7'), change('7', null)]],
  // The tracker's present value wins over its log.
  'WEB-8': [{ security: null }, [change(null, '7')]],
  // The entries are neither oldest nor newest first.
  'WEB-9': [
    {},
    [change(null, '7'), change(null, '7', '2024-03-03T00:00:00Z'), change('7', null, '2024-03-02T00:00:00Z')],
  ],
}

const VISIBLE = ['WEB-1', 'WEB-2', 'WEB-7', 'WEB-8']

const REPORT = 'filterType=project&projectKey=WEB&columnsBy=statusCount&outputType=json'

describe('the security level of an imported issue', () => {
  it('hides the issue from everybody but administrators, like that of a connection', async () => {
    const store = await temporaryStore()
    const lines = Object.entries(ISSUES).map(([key, [fields, histories]], i) =>
      JSON.stringify({ id: String(i + 1), key, fields: { created: CREATED, ...fields }, changelog: { histories } }),
    )
    await importFiles(store, { files: [fileOf(lines.join('\n'))], lists: {}, skipInvalid: false, at: NOW })
    const { access, authenticate, report } = createWorkspace(store, { ...DEPS, newProjects: 'open' })
    const keysFor = async (login: string, groups: readonly string[]) => {
      await access.addUser({ login, groups, timeZone: null })
      const caller = await authenticate({ token: (await access.createToken(login, null)).token, login: null })
      const body = await report({ endpoint: 'list', parameters: rawParameters(REPORT) }, { caller })
      return [...(await textOf(body)).matchAll(/"(WEB-\d)"/g)].map(([, key]) => key).sort()
    }
    expect(await keysFor('ben', [])).toEqual(VISIBLE)
    expect(await keysFor('eve', ['administrators'])).toEqual(Object.keys(ISSUES))
    for (const key of Object.keys(ISSUES)) {
      const rule = VISIBLE.includes(key) ? 'new-open' : 'level-administrators-only'
      expect([key, (await access.explain('ben', key)).rule]).toEqual([key, rule])
    }
  })

  it('changes when the issue is imported again', async () => {
    const store = await temporaryStore()
    const { access } = createWorkspace(store, { ...DEPS, newProjects: 'open' })
    await access.addUser({ login: 'ben', groups: [], timeZone: null })
    for (const [security, rule] of [
      [null, 'new-open'],
      [{ id: '7' }, 'level-administrators-only'],
      [null, 'new-open'],
    ] as const) {
      const issue = { id: '1', key: 'WEB-1', fields: { created: CREATED, security }, changelog: { histories: [] } }
      await importFiles(store, { files: [fileOf(JSON.stringify(issue))], lists: {}, skipInvalid: false, at: NOW })
      expect((await access.explain('ben', 'WEB-1')).rule).toBe(rule)
    }
  })

  it('counts although the issue is kept, because the file lacks its log', async () => {
    const store = await temporaryStore()
    const { access } = createWorkspace(store, { ...DEPS, newProjects: 'open' })
    await access.addUser({ login: 'ben', groups: [], timeZone: null })
    const [first, second] = ['2024-03-02T00:00:00Z', '2024-03-03T00:00:00Z']
    const [open, hidden] = ['new-open', 'level-administrators-only']
    for (const [security, updated, log, rule] of [
      [null, second, { changelog: { histories: [] } }, open],
      [{ id: '7' }, first, {}, open],
      [{ id: '7' }, second, {}, hidden],
      [null, second, {}, hidden],
      [null, second, { changelog: { histories: [] } }, open],
    ] as const) {
      const issue = { id: '1', key: 'WEB-1', fields: { created: CREATED, updated, security }, ...log }
      const other = { id: '2', key: 'WEB-2', fields: { created: CREATED }, changelog: { histories: [] } }
      const lines = [issue, other].map(one => JSON.stringify(one)).join('\n')
      await importFiles(store, { files: [fileOf(lines)], lists: {}, skipInvalid: false, at: NOW })
      expect((await access.explain('ben', 'WEB-1')).rule).toBe(rule)
    }
  })
})
