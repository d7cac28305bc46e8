import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a server answers commands, as it is written down beside the store. */
export interface ControlAddress {
  readonly pid: number
  /** The path of a Unix socket, or the name of a pipe of Windows. */
  readonly socket: string
}

/** A folder for a server's socket and for what tells of it, which no other user of the machine can look into. */
export interface ControlFolder {
  /** The sockets to try, the best first. */
  readonly sockets: () => Generator<string>
  /** Tells commands where the server answers. */
  readonly tell: (socket: string) => void
  /** Removes all that was made. */
  readonly remove: () => void
}

/** It begins with the name of the store's database, as all that belongs to a store does. */
const FOLDER = 'sojourn.duckdb.control'
const FILE = 'server.json'

/** Some systems cut off the path of a socket at 104 bytes, without a word. */
const SOCKET_PATH_LIMIT = 100

/** Makes the folder in the store of `dir`, in place of what a server that was killed has left there. */
export function makeControlFolder(dir: string): ControlFolder {
  const folder = join(dir, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const made = [folder]
  return {
    sockets: () => socketsOf(folder, made),
    tell: socket => writePrivately(join(folder, FILE), JSON.stringify({ pid: process.pid, socket })),
    remove: () => {
      for (const path of made) rmSync(path, { recursive: true, force: true })
    },
  }
}

/**
 * In the store a socket is found also by those who have other temporary folders. But a store may lie too deep for one, or
 * where there can be none, or on a disk that knows no users.
 */
function* socketsOf(folder: string, made: string[]): Generator<string> {
  if (process.platform === 'win32') {
    yield `\\\\.\\pipe\\sojourn-${randomUUID()}`
    return
  }
  const near = join(folder, 'socket')
  if (Buffer.byteLength(near) <= SOCKET_PATH_LIMIT && isPrivate(folder)) yield near
  const far = mkdtempSync(join(tmpdir(), 'sojourn-'))
  made.push(far)
  yield join(far, 'socket')
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0
}

function writePrivately(path: string, text: string): void {
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/** Where the server that holds the store in `dir` answers; `null` when none has told so. It may be gone by now. */
export function controlAddress(dir: string): ControlAddress | null {
  try {
    const { pid, socket } = JSON.parse(readFileSync(join(dir, FOLDER, FILE), 'utf8'))
    return typeof pid === 'number' && typeof socket === 'string' ? { pid, socket } : null
  } catch {
    return null
  }
}
