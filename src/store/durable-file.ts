import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Puts a file in place whole or not at all: written beside it, flushed to the disk, renamed. */
export function replaceFile(path: string, text: string): void {
  const beside = `${path}.new`
  writeFileSync(beside, text)
  renameDurably(beside, path)
}

/** Renames so that a power cut leaves the old name or the new one, each with all its bytes. */
export function renameDurably(from: string, to: string): void {
  flush(from)
  renameSync(from, to)
  flush(dirname(to))
}

/**
 * Gives a file a second name durably, unless something has that name already: of several processes that try, one does.
 *
 * Where files can have but one name, it is renamed.
 */
export function claimDurably(from: string, to: string): void {
  flush(from)
  try {
    linkSync(from, to)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (code !== 'EEXIST' && !WITHOUT_LINKS.has(code)) throw error
    if (existsSync(to)) return
    renameSync(from, to)
  }
  flush(dirname(to))
}

/** What file systems say that know no second names. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** Flushes a file, or the names in a folder, to the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
