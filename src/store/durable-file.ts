import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs'
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

/** Flushes a file, or the names in a folder, to the disk. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
