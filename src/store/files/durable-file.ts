import { access, link, open, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Replaces a file atomically and durably: writes a new file, flushes it and renames it. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const pending = `${path}.new`
  await writeFile(pending, text)
  await renameDurably(pending, path)
}

/** Renames a file durably: after a power failure, the old or the new name has the complete content. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await flush(from)
  await rename(from, to)
  await flush(dirname(to))
}

/**
 * Creates a second name for a file durably, unless the name exists: of several processes, only one succeeds.
 *
 * Without support for hard links, the file is renamed.
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

/** The error codes of file systems without hard links. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Flushes a file or a folder to disk. Runs on another thread, because a busy disk may take seconds. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
