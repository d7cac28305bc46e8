import type { Stats } from 'node:fs'
import { chmod, chown, copyFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative, sep } from 'node:path'
import { flush, renameDurably } from '../../store/files/durable-file.ts'
import type { LakeTarget } from './lake-target.ts'

/**
 * Creates a target in a folder, which is created if it is missing. Its files and folders have the group of the folder, and
 * the permissions that the folder gives to its group and to others.
 */
export async function folderTarget(folder: string): Promise<LakeTarget> {
  await makeFolder(folder)
  const root = await stat(folder)
  const share = (path: string) => shareLike(root, path)
  const pathOf = (key: string) => join(folder, ...key.split('/'))
  return {
    location: folder,
    list: () => filesIn(folder),
    put: async (file, key) => {
      const path = pathOf(key)
      for (const made of await makeFolder(dirname(path))) await share(made)
      const partial = partialOf(path)
      await rename(file, partial).catch(async error => {
        if ((error as { code?: string }).code !== 'EXDEV') throw error
        await copyFile(file, partial)
        await rm(file)
      })
      await share(partial)
      await renameDurably(partial, path)
    },
    read: key => readFile(pathOf(key), 'utf8').catch(nullIfMissing),
    write: async (key, text) => {
      const partial = partialOf(pathOf(key))
      await writeFile(partial, text)
      await renameDurably(partial, pathOf(key))
    },
    remove: async keys => {
      for (const key of keys) {
        await rm(pathOf(key), { force: true })
        await removeEmpty(dirname(pathOf(key)), folder)
      }
    },
  }
}

/** Returns a name that Trino ignores in the same folder, so that the file can be renamed in one step. */
function partialOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.partial`)
}

/** Creates a folder durably, with those above it. Returns the paths of the new ones. */
async function makeFolder(folder: string): Promise<readonly string[]> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return []
  const made: string[] = []
  for (let path = folder; ; path = dirname(path)) {
    made.push(path)
    await flush(dirname(path))
    if (path === first || dirname(path) === path) return made
  }
}

/** The permissions of the group and of others. */
const OTHERS = 0o077

/** Gives a file or folder the group of `root`, and what `root` permits to its group and to others. */
async function shareLike(root: Stats, path: string): Promise<void> {
  const found = await stat(path)
  // Only members of a group can give files to it.
  if (found.gid !== root.gid) await chown(path, found.uid, root.gid).catch(() => {})
  const permitted = root.mode & OTHERS & (found.isDirectory() ? OTHERS : 0o066)
  const mode = (found.mode & ~OTHERS) | permitted
  if ((found.mode & 0o7777) !== (mode & 0o7777)) await chmod(path, mode & 0o7777)
}

async function filesIn(folder: string): Promise<ReadonlyMap<string, number>> {
  const files = new Map<string, number>()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    files.set(relative(folder, path).split(sep).join('/'), (await stat(path)).size)
  }
  return files
}

/** Removes a folder and those above it, up to `root`, while they are empty. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root && path.startsWith(root); path = dirname(path)) {
    try {
      await rmdir(path)
    } catch {
      return
    }
  }
}

function nullIfMissing(error: unknown): null {
  if ((error as { code?: string }).code === 'ENOENT') return null
  throw error
}
