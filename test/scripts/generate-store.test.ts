import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { generateStore } from '../../bench/generate-store.ts'
import { openStore } from '../../src/store/engine/open-store.ts'
import { plain } from '../../src/store/sql/sql.ts'
import { temporaryFolder } from '../support/temporary-store.ts'

const SIZE = { issues: 20, projects: 2, seed: 1 }

async function issuesIn(dir: string): Promise<number> {
  const store = await openStore(dir, { create: false })
  const [row] = await store
    .query(plain('select count(*) as issues from issue where has_log'))
    .finally(() => store.close())
  return Number(row!.issues)
}

describe('the store generator', () => {
  it('creates a store, and replaces one', async () => {
    const dir = join(temporaryFolder(), 'store')
    await generateStore(dir, SIZE)
    const issues = await issuesIn(dir)
    expect(issues).toBeGreaterThan(10)
    mkdirSync(join(dir, 'quarantine'))
    await generateStore(dir, SIZE)
    expect(await issuesIn(dir)).toBe(issues)
    expect(existsSync(join(dir, 'quarantine'))).toBe(true)
  })

  it('deletes nothing that is not a store', async () => {
    const folder = temporaryFolder()
    const [home, other, empty, file] = ['home', 'other', 'empty', 'file'].map(name => join(folder, name)) as string[]
    for (const dir of [home!, empty!]) mkdirSync(dir)
    writeFileSync(join(home!, 'thesis.txt'), 'years of work')
    writeFileSync(file!, 'years of work')
    await generateStore(other!, SIZE)
    writeFileSync(join(other!, 'thesis.txt'), 'years of work')
    for (const path of [home!, other!, empty!, file!])
      await expect(generateStore(path, SIZE)).rejects.toThrow('exists and is not a store')
    expect(readdirSync(home!)).toEqual(['thesis.txt'])
    expect(readdirSync(other!)).toContain('thesis.txt')
    expect(existsSync(file!) && existsSync(empty!)).toBe(true)
  })
})
