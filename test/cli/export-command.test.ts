import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { done, serve, sojourn } from '../faults/real-process.ts'
import { IS_BUILT } from '../support/built-program.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const REPORT = ['filterType=project', 'projectKey=WEB', 'columnsBy=statusDuration', 'calendar=normalHours']
const AT = 'asOf=2025-07-01T00:00:00Z'

describe.runIf(IS_BUILT)('sojourn export', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  const file = (name: string) => join(folder, name)
  const run = (...args: string[]) => sojourn(['export', ...args, '--store', store])

  beforeAll(() => done(['demo', '--store', store]))

  it('writes the same CSV as the report, in a thread of its own', async () => {
    const made = await run('list', ...REPORT, AT, '-o', file('a.csv'))
    expect(made).toMatchObject({ status: 0, err: '' })
    expect(made.out).toMatch(/a\.csv: \d+ issues in \d+ rows, [\d.]+ [kM]B\.\n$/)
    const { out } = await done(['report', 'list', ...REPORT, AT, 'outputType=csv', '--store', store])
    expect(readFileSync(file('a.csv'), 'utf8')).toBe(out)
    expect(existsSync(file('a.csv.part'))).toBe(false)
  })

  it.each(['xlsx', 'ndjson', 'parquet'])('writes %s by the extension of the file', async extension => {
    const made = await run('list', ...REPORT, '--json', '-o', file(`a.${extension}`))
    const view = JSON.parse(made.out)
    expect(view).toMatchObject({ outputType: extension.toUpperCase(), status: 'Successful' })
    expect(readFileSync(file(`a.${extension}`)).length).toBe(view.size)
  })

  it('writes aggregations', async () => {
    const parameters = [...REPORT, AT, 'aggregationType=average', 'groupByFields=issuetype']
    expect((await run('aggregation', ...parameters, '-o', file('b.csv'))).status).toBe(0)
    const { out } = await done(['report', 'aggregation', ...parameters, 'outputType=csv', '--store', store])
    expect(readFileSync(file('b.csv'), 'utf8')).toBe(out)
  })

  it('leaves no file after a mistake', async () => {
    for (const args of [
      ['list', 'columnsBy=x', '-o', file('c.csv')],
      ['list', ...REPORT, '-o', file('c.pdf')],
      ['tables', ...REPORT, '-o', file('c.csv')],
      ['list', ...REPORT, 'outputType=CSVSUM', '-o', file('c.csv')],
    ]) {
      expect((await run(...args)).status).toBe(2)
      expect([existsSync(file('c.csv')), existsSync(file('c.csv.part'))]).toEqual([false, false])
    }
    const nowhere = await run('list', ...REPORT, '-o', join(folder, 'none', 'c.csv'))
    expect(nowhere).toMatchObject({ status: 1, err: expect.stringContaining('no such file or directory') })
  })

  it('lets a running server write the file', async () => {
    const { child, ended } = await serve(store)
    expect((await run('list', ...REPORT, AT, '-o', file('d.csv'))).status).toBe(0)
    expect(readFileSync(file('d.csv'))).toEqual(readFileSync(file('a.csv')))
    child.kill('SIGTERM')
    expect((await ended).status).toBe(0)
  })
})
