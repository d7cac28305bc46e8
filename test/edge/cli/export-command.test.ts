import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { defaultSettings } from '../../../src/access/settings/known-settings.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { run } from '../../../src/edge/cli/run.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import { endOf } from '../../app/exports/exports-world.ts'
import { sojourn } from '../../faults/real-process.ts'
import { IS_BUILT } from '../../support/built-program.ts'
import { commandHere } from '../../support/command-here.ts'
import { demoFolder } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { testContext } from './test-context.ts'

const REPORT = ['filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration', 'calendar=normalHours']
const AT = 'asOf=2025-07-01T00:00:00Z'

describe.runIf(IS_BUILT)('sojourn export', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const file = (name: string) => join(folder, name)

  beforeAll(() => demoFolder(store))

  /** Exports in this process, or with the server that has the store open. */
  async function exported(...args: string[]) {
    const context = testContext({ now: () => Date.now() })
    const status = await run(['export', ...args, '--store', store], context)
    return { status, out: context.out.text(), err: context.err.text() }
  }

  const reported = (kind: string, ...args: string[]) =>
    commandHere('report', kind, ...args, 'outputType=csv', '--store', store)

  it('writes the same CSV as the report, in a thread of its own', async () => {
    const made = await sojourn(['export', 'list', ...REPORT, AT, '-o', file('a.csv'), '--store', store])
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(made.out).toMatch(/a\.csv: \d+ issues in \d+ rows, [\d.]+ [kM]B\.\n$/)
    expect(readFileSync(file('a.csv'), 'utf8')).toBe(await reported('list', ...REPORT, AT))
    expect(existsSync(file('a.csv.part'))).toBe(false)
  })

  it.each(['xlsx', 'ndjson', 'parquet'])('writes %s by the extension of the file', async extension => {
    const made = await exported('list', ...REPORT, '--json', '-o', file(`a.${extension}`))
    const view = JSON.parse(made.out)
    expect(view).toMatchObject({ outputType: extension.toUpperCase(), status: 'Successful' })
    expect(readFileSync(file(`a.${extension}`)).length).toBe(view.size)
  })

  itDrawn('writes aggregations', async () => {
    const parameters = [...REPORT, AT, 'aggregationType=average', 'groupByFields=issuetype']
    expect((await exported('aggregation', ...parameters, '-o', file('b.csv'))).status).toBe(0)
    expect(readFileSync(file('b.csv'), 'utf8')).toBe(await reported('aggregation', ...parameters))
  })

  it('leaves no file after a mistake', async () => {
    for (const args of [
      ['list', 'columnsBy=x', '-o', file('c.csv')],
      ['list', ...REPORT, '-o', file('c.pdf')],
      ['tables', ...REPORT, '-o', file('c.csv')],
      ['list', ...REPORT, 'outputType=CSVSUM', '-o', file('c.csv')],
    ]) {
      expect((await exported(...args)).status).toBe(2)
      expect([existsSync(file('c.csv')), existsSync(file('c.csv.part'))]).toEqual([false, false])
    }
    const nowhere = await exported('list', ...REPORT, '-o', join(folder, 'none', 'c.csv'))
    expect(nowhere).toMatchObject({ status: 1, err: expect.stringContaining('no such file or directory') })
  })

  it('lists and removes the files that a server keeps for a user', async () => {
    const settings = { ...defaultSettings(UTC), connections: {} }
    const workspace = await testContext({ now: () => Date.now() }).open(store, { create: false }, settings)
    const ann = { caller: { ...LOCAL_CALLER, login: 'ann' } }
    await workspace.access.addUser({ login: 'ann', groups: [], timeZone: null })
    const read = readFileRequest(rawParameters(`${REPORT.join('&')}&outputType=csv`))
    const { exportId } = await workspace.exports.start(read, null, ann)
    const view = await endOf(workspace.exports, exportId, ann)
    await workspace.close()
    const exports = (...args: string[]) => commandHere('exports', ...args, '--store', store)
    expect(await exports('list')).toBe('')
    expect(await exports('list', '--user', 'ann')).toContain(`${exportId}  Successful  ${view.fileName}`)
    expect(JSON.parse(await exports('list', '--user', 'ann', '--json'))).toEqual([view])
    expect(await exports('remove', '--user', 'ann', exportId)).toBe('Removed 1 export.\n')
    expect(JSON.parse(await exports('list', '--user', 'ann', '--json'))).toEqual([])
  })
})
