import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { IS_BUILT } from '../support/built-program.ts'
import { commandHere } from '../support/command-here.ts'
import { sample } from '../support/sampling.ts'
import { temporaryFolder } from '../support/temporary-store.ts'
import { serve, sojourn } from './real-process.ts'
import { contentsIn, sharedTrial, type Trial } from './trial-store.ts'

const DAY = 86_400_000

/** The tests of this run. */
const DRAWN = sample('clock', ['imports', 'report', 'server'], 1)

/**
 * Returns the environment that shifts the clock of a process by this many days; each SIGUSR2 sets it back by another
 * year.
 */
function clockOff(days: number): Readonly<Record<string, string>> {
  const code = `const now = Date.now; let off = ${days * DAY}; Date.now = () => now() + off;
    process.on('SIGUSR2', () => { off -= ${365 * DAY} })`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

describe.runIf(IS_BUILT)('a clock that is set back', () => {
  const folder = temporaryFolder()
  const store = join(folder, 'store')
  let trial: Trial

  beforeAll(async () => {
    trial = await sharedTrial(60)
  })

  beforeEach(() => {
    rmSync(store, { recursive: true, force: true })
    cpSync(trial.stores.a, store, { recursive: true })
  })

  it.runIf(DRAWN.includes('imports'))('between two imports does not change their result', async () => {
    for (const file of [trial.files.b, trial.files.c])
      expect(await sojourn(['import', file, '--store', store], { env: clockOff(-3652) })).toMatchObject({ status: 0 })
    expect(await contentsIn(store)).toEqual(trial.contents.abc)
  })

  it.runIf(DRAWN.includes('report'))('to before all history makes no duration negative', async () => {
    const args = ['report', 'list', 'filterType=project', 'projectKey=WEB', 'calendar=normalHours', 'outputType=csv']
    const ended = await sojourn([...args, 'columnsBy=statusDuration', '--store', store], { env: clockOff(-36_525) })
    expect(ended).toMatchObject({
      status: 0,
      err: expect.stringMatching(/^No issue matches the query of this report\.\n/),
    })
    expect(ended.out.split('\n').length).toBeGreaterThan(1)
    expect(ended.out).not.toMatch(/(^|,)"?-\d/m)
  })

  it.runIf(DRAWN.includes('server'))(
    'during serving keeps the server ready and correct, and sessions valid',
    async () => {
      await commandHere('user', 'add', 'ann', '--store', store)
      await commandHere('project', 'open', 'WEB', '--store', store)
      const token = async (...more: string[]) =>
        (await commandHere('token', 'create', '--user', 'ann', ...more, '--store', store)).trim()
      const [always, ended] = [await token(), await token('--expires', '1d')]
      const { child, ended: over, address } = await serve(store, ['--access', 'tokens'], { env: clockOff(2) })
      const request = async (path: string, secret?: string) => {
        const headers = secret === undefined ? {} : { authorization: `Bearer ${secret}` }
        const answer = await fetch(`${address}${path}`, { headers })
        return { status: answer.status, text: await answer.text() }
      }
      const report =
        '/rest/tis/report/1.0/api/list?filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=normalHours&asOf=2024-04-01'
      const before = await request(report, always)
      expect(before.status).toBe(200)
      expect(await request(report, ended)).toMatchObject({ status: 401 })
      child.kill('SIGUSR2')
      await expect.poll(() => request('/readyz')).toMatchObject({ status: 200 })
      expect(await request(report, always)).toEqual(before)
      expect(await request(report, 'sj_none')).toMatchObject({ status: 401 })
      await commandHere('filter', 'add', 'Open ones', 'status = Open', '--store', store)
      child.kill('SIGTERM')
      expect(await over).toMatchObject({ status: 0, err: '' })
      expect(await commandHere('token', 'list', '--store', store)).toContain('ann')
      expect(await contentsIn(store)).toMatchObject({ batch: trial.contents.a.batch, issues: trial.contents.a.issues })
    },
  )
})
