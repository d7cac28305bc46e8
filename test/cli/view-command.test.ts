import { afterAll, beforeAll, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/caller.ts'
import { run } from '../../src/cli/run.ts'
import { smallWorkspace, temporaryFolder } from '../http/small-tracker.ts'
import { report } from '../views/views-world.ts'
import { testContext } from './test-context.ts'

const folder = temporaryFolder()
const ids: string[] = []

beforeAll(async () => {
  const { views, close } = await smallWorkspace(folder.path)
  for (const login of ['bob', 'ann']) {
    const caller = { ...LOCAL_CALLER, login }
    ids.push((await views.create(report(`Report of ${login}`), { caller })).id)
  }
  await close()
})

afterAll(() => folder.forget())

async function sojourn(...args: string[]) {
  const context = testContext()
  const code = await run([...args, '--store', folder.path], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

it('sojourn view list lists the saved reports of all users', async () => {
  const { out } = await sojourn('view', 'list')
  expect(
    out
      .trimEnd()
      .split('\n')
      .map(line => line.split(/ {2,}/)),
  ).toEqual([
    [ids[1], 'Report of ann', 'ann', 'private', 'list'],
    [ids[0], 'Report of bob', 'bob', 'private', 'list'],
  ])
  expect(JSON.parse((await sojourn('view', 'list', '--json')).out)).toHaveLength(2)
})

it('sojourn view remove removes a report after a confirmation', async () => {
  expect(await sojourn('view', 'remove', ids[0]!)).toMatchObject({ code: 1, err: expect.stringContaining('--yes') })
  expect((await sojourn('view', 'remove', 'none', '--yes')).err).toMatch(/There is no saved report with the id 'none'/)
  expect((await sojourn('view', 'remove', ids[0]!, '--yes')).out).toBe(
    `Removed saved report Report of bob (id ${ids[0]}).\n`,
  )
  expect((await sojourn('view', 'list')).out).not.toContain('bob')
})
