import { chmodSync, chownSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { folderTarget } from '../../../src/app/lake/folder-target.ts'
import { temporaryFolder } from '../../support/temporary-store.ts'

const root = temporaryFolder()
let umask = 0
let tests = 0

// As the program does.
beforeEach(() => {
  umask = process.umask(0o077)
})
afterEach(() => void process.umask(umask))

/** Returns the modes of all files and folders of a lake after it was written twice. `mode` is that of its folder. */
async function modesIn(mode: number | null): Promise<readonly string[]> {
  const folder = join(root, String(++tests))
  if (mode !== null) {
    mkdirSync(folder)
    chmodSync(folder, mode)
  }
  for (const name of ['a', 'b']) {
    const target = await folderTarget(folder)
    const file = join(root, `${tests}-${name}`)
    writeFileSync(file, name)
    await target.put(file, `tables/stay_ab/field_id=status/file=${name}/data.parquet`)
    await target.write('sojourn-lake.json', '{}')
  }
  const modes = new Set<string>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const kind = entry.isDirectory() ? 'folder' : entry.name.endsWith('.json') ? 'mark' : 'file'
    modes.add(`${kind} ${(statSync(join(entry.parentPath, entry.name)).mode & 0o777).toString(8)}`)
  }
  return [...modes].sort()
}

it('files have the permissions that their lake gives to its group, for a user of Trino', async () => {
  expect(await modesIn(0o750)).toEqual(['file 640', 'folder 750', 'mark 600'])
  expect(await modesIn(0o755)).toEqual(['file 644', 'folder 755', 'mark 600'])
})

it('files of other lakes are readable by their owner only', async () => {
  expect(await modesIn(null)).toEqual(['file 600', 'folder 700', 'mark 600'])
  expect(await modesIn(0o700)).toEqual(['file 600', 'folder 700', 'mark 600'])
})

it.runIf(process.getuid?.() === 0)('files have the group of their lake', async () => {
  const folder = join(root, 'of-group')
  mkdirSync(folder)
  chownSync(folder, 0, 1234)
  const target = await folderTarget(folder)
  const file = join(root, 'of-group.parquet')
  writeFileSync(file, 'a')
  await target.put(file, 'tables/status_ab/file=a/data.parquet')
  for (const path of ['tables', 'tables/status_ab/file=a', 'tables/status_ab/file=a/data.parquet'])
    expect(statSync(join(folder, path)).gid).toBe(1234)
})
