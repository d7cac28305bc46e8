import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../../../src/edge/cli/run.ts'
import { smallFolder } from '../../support/small-store.ts'
import { temporaryFolder } from '../http/small-tracker.ts'
import { testContext } from './test-context.ts'

let folder: ReturnType<typeof temporaryFolder>
const path = (name: string) => join(folder.path, name)

beforeEach(() => {
  folder = temporaryFolder()
})
afterEach(() => folder.forget())

/** Runs a command; returns its exit code and all its output. */
async function sojourn(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const context = testContext()
  const code = await run(args, context)
  return { code, out: context.out.text(), err: context.err.text() }
}

describe('sojourn backup and sojourn restore', () => {
  it.each(['backup', 'restore'])('have help with examples: %s', async command => {
    const { out } = await sojourn(command, '--help')
    expect(out).toMatch(new RegExp(`Usage: sojourn ${command} [\\s\\S]*Examples:\n  sojourn ${command} `))
  })

  it('restore a store to its state', async () => {
    await smallFolder(path('store'))
    const before = await sojourn('info', '--store', path('store'))
    const made = await sojourn('backup', path('b'), '--store', path('store'))
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toMatch(/^Backed up .*store to .*b: 3 issues after 1 import, [\d.]+ [kM]B\.\n$/)
    const restored = await sojourn('restore', path('b'), '--store', path('other'))
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toMatch(/^Restored .*other from .*b: 3 issues after 1 import, [\d.]+ [kM]B\.\n$/)
    const after = await sojourn('info', '--store', path('other'))
    expect(after.out.replace('other', 'store')).toBe(before.out)
  })

  it('replace something only when asked to', async () => {
    await smallFolder(path('store'))
    await sojourn('backup', path('b'), '--store', path('store'))
    const again = await sojourn('backup', path('b'), '--store', path('store'))
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('any with --replace')])
    expect((await sojourn('backup', path('b'), '--store', path('store'), '--replace')).code).toBe(0)
    const over = await sojourn('restore', path('b'), '--store', path('store'))
    expect([over.code, over.err]).toEqual([1, expect.stringContaining('holds 3 issues')])
    const replaced = await sojourn('restore', path('b'), '--store', path('store'), '--replace')
    expect(replaced.code).toBe(0)
    const [, moved] = /What was there before is in (.*)\.\n$/.exec(replaced.out)!
    expect(existsSync(join(moved!, 'sojourn.duckdb'))).toBe(true)
  })

  it('report a damaged store or file', async () => {
    expect(await sojourn('backup', path('b'), '--store', path('none'))).toMatchObject({ code: 1, out: '' })
    await smallFolder(path('store'))
    const database = join(path('store'), 'sojourn.duckdb')
    writeFileSync(path('b'), readFileSync(database).subarray(0, 9000))
    const file = await sojourn('restore', path('b'), '--store', path('other'))
    expect([file.code, file.err]).toEqual([1, expect.stringContaining('is not a backup that can be restored')])
    writeFileSync(database, readFileSync(database).subarray(0, 9000))
    const store = await sojourn('backup', path('c'), '--store', path('store'))
    expect(store.code).toBe(1)
    expect(store.err).toMatch(/is damaged: .*It was moved to .*quarantine.* Restore a backup with 'sojourn restore/)
    expect(existsSync(path('c'))).toBe(false)
  })
})
