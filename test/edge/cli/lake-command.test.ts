import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { smallFolder } from '../../support/small-store.ts'
import { smallTracker, temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
const path = (name: string) => join(folder.path, name)

beforeEach(async () => {
  folder = temporaryFolder()
  await smallFolder(path('store'))
})
afterEach(() => folder.forget())

/** Runs a command; returns its exit code and all its output. */
async function sojourn(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const context = testContext({ folder: folder.path })
  const code = await run([...args, '--store', path('store')], context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('sojourn lake', () => {
  it('publishes the store, and says what it has written', async () => {
    expect((await sojourn('lake', 'status')).out).toContain('Nothing was published yet')
    const first = await sojourn('lake', 'publish', '--lake', 'lake')
    expect(first).toMatchObject({ code: 0, err: '' })
    expect(first.out).toMatch(
      /^Revision \d+ in .*lake: 3 issues in (\d+) files, [\d.]+ [kM]B; \1 files written, [\d.]+ [kM]B\.\n$/,
    )
    expect(readdirSync(path('lake')).sort()).toEqual(['sojourn-lake.json', 'tables'])
    expect((await sojourn('lake', 'publish', '--lake', 'lake')).out).toContain('is current: nothing has changed')
    expect((await sojourn('lake', 'status')).out).toMatch(
      /^Revision \d+ in .*lake, published 20.*Z: 3 issues, [\d.]+ [kM]B\.\n$/,
    )
  })

  it('reads the place from the settings file, relative to that file', async () => {
    writeFileSync(path('sojourn.config.json'), JSON.stringify({ lake: 'from-file' }))
    expect((await sojourn('lake', 'publish')).code).toBe(0)
    expect(existsSync(path('from-file'))).toBe(true)
  })

  it('needs a place', async () => {
    expect(await sojourn('lake', 'publish')).toMatchObject({ code: 2, err: expect.stringContaining('--lake') })
  })

  it('does not write to the lake of another store', async () => {
    await sojourn('lake', 'publish', '--lake', 'lake')
    const context = testContext({ folder: folder.path })
    // A copy of the store would be the same one.
    writeFileSync(path('issues.jsonl'), smallTracker())
    await run(['import', path('issues.jsonl'), '--store', path('other')], context)
    const args = ['lake', 'publish', '--lake', path('lake'), '--store', path('other')]
    expect(await run(args, context)).toBe(1)
    expect(context.err.text()).toContain('another store published to it')
    expect(await run([...args, '--take-over'], context)).toBe(0)
  })
})
