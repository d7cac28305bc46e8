import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { TEAM } from '../../reports/flow/team.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'
import { importTiny } from '../../support/tiny-tracker.ts'
import { testContext } from './test-context.ts'

const folder = temporaryFolder()
const path = join(folder, 'store')
const PROJECT = ['filterType=project', 'projectKey=AB', 'timeZone=UTC']

async function sojourn(...args: readonly string[]) {
  const context = testContext()
  const code = await run([...args, '--store', path], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

beforeAll(async () => {
  const store = await openStore(path, { create: true, limits: ONE_THREAD })
  await importTiny(
    store,
    Array.from({ length: 25 }, (_, i) => `AB-${i + 1} status Doing@0 Done@${i + 1}`),
  )
  await store.close()
  const file = join(folder, 'team.json')
  writeFileSync(file, JSON.stringify({ ...TEAM, name: 'Team', sle: { percent: 50, hours: 1 } }))
  expect(await sojourn('workflow', 'set', file)).toMatchObject({ code: 0 })
})

describe('sojourn workflow sle', () => {
  it('saves the present value with its date and its number of issues, also if the workflow has an SLE', async () => {
    const saved = await sojourn('workflow', 'sle', 'Team', ...PROJECT, 'asOf=2024-03-09T12:00:00Z')
    // The 85th percentile of 25 times is the 22nd.
    expect(saved).toMatchObject({
      code: 0,
      out: 'Saved the SLE of workflow Team (id 1): 85 % in 22.0 h or less, measured on 2024-03-09 over 25 issues.\n',
    })
    expect(JSON.parse((await sojourn('workflow', 'show', 'Team')).out)).toMatchObject({
      sle: { percent: 85, hours: 22, date: '2024-03-09', count: 25 },
      stages: TEAM.stages,
    })
    const flow = ['flow', 'summary', ...PROJECT, 'workflow=Team', 'from=2024-03-01']
    const { sle, withinSle } = JSON.parse((await sojourn(...flow, '--json')).out)
    expect(sle).toMatchObject({ ms: 22 * 3_600_000, isDefault: false, count: 25, date: '2024-03-09' })
    expect([withinSle.count, withinSle.of]).toEqual([22, 25])
    expect((await sojourn(...flow)).out).toContain('The SLE of 22.0 h was measured on 2024-03-09, over 25 issues.')
  })

  it('changes nothing below 20 issues', async () => {
    const before = (await sojourn('workflow', 'show', 'Team')).out
    expect(await sojourn('workflow', 'sle', 'Team', ...PROJECT, 'asOf=2024-03-04T19:30:00Z')).toMatchObject({
      code: 1,
      err: expect.stringContaining('19 issues with a cycle time finished in the last 90 days. Needed: at least 20.'),
    })
    expect((await sojourn('workflow', 'show', 'Team')).out).toBe(before)
  })

  it('refuses the default workflow', async () => {
    const { code, err } = await sojourn('workflow', 'sle', 'default', ...PROJECT, 'asOf=2024-03-09T12:00:00Z')
    expect([code, err]).toEqual([expect.any(Number), expect.stringContaining("The workflow 'default'")])
    expect(code).not.toBe(0)
  })
})
