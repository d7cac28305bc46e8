import { access, link, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Puts a file in place whole or not at all: written beside it, flushed to the disk, renamed. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`
  await writeFile(beside, text)
  await renameDurably(beside, path)
}

/** Renames so that a power cut leaves the old name or the new one, each with all its bytes. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await flush(from)
  await rename(from, to)
  await flush(dirname(to))
}

/**
 * Gives a file a second name durably, unless something has that name already: of several processes that try, one does.
 *
 * Where files can have but one name, it is renamed.
 */
export async function claimDurably(from: string, to: string): Promise<void> {
  await flush(from)
  try {
    await link(from, to)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code !== 'EEXIST' && !WITHOUT_LINKS.has(code)) throw error
    if (await exists(to)) return
    await rename(from, to)
  }
  await flush(dirname(to))
}

/** What file systems say that know no second names. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Flushes a file, or the names in a folder, to the disk: on another thread, since a busy disk may take seconds. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
