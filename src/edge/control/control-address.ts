import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a server answers commands, as recorded next to the store. */
export interface ControlAddress {
  readonly pid: number
  /** The path of a Unix socket, or the name of a pipe of Windows. */
  readonly socket: string
}

/** A folder for the socket of a server and the record of its address. Other users of the machine cannot read it. */
export interface ControlFolder {
  /** The socket paths to try, in order of preference. */
  readonly sockets: () => Generator<string>
  /** Records the address of the server for commands. */
  readonly record: (socket: string) => void
  /** Removes everything that was created. */
  readonly remove: () => void
}

/** Starts with the name of the store's database, like all files of a store. */
const FOLDER = 'sojourn.duckdb.control'
const FILE = 'server.json'

/** Some systems silently truncate the path of a socket at 104 bytes. */
const SOCKET_PATH_LIMIT = 100

/** Creates the folder in the store of `dir`. Replaces the one that a killed server left. */
export function makeControlFolder(dir: string): ControlFolder {
  const folder = join(dir, FOLDER)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  const created = [folder]
  return {
    sockets: () => socketsOf(folder, created),
    record: socket => writePrivately(join(folder, FILE), JSON.stringify({ pid: process.pid, socket })),
    remove: () => {
      for (const path of created) rmSync(path, { recursive: true, force: true })
    },
  }
}

/**
 * A socket in the store is also found by users with another temporary folder. But the path of the store may be too
 * long, or its disk may not support sockets or permissions.
 */
function* socketsOf(folder: string, created: string[]): Generator<string> {
  if (process.platform === 'win32') {
    yield `\\\\.\\pipe\\sojourn-${randomUUID()}`
    return
  }
  const near = join(folder, 'socket')
  if (Buffer.byteLength(near) <= SOCKET_PATH_LIMIT && isPrivate(folder)) yield near
  const elsewhere = mkdtempSync(join(tmpdir(), 'sojourn-'))
  created.push(elsewhere)
  yield join(elsewhere, 'socket')
}

function isPrivate(folder: string): boolean {
  return (statSync(folder).mode & 0o077) === 0
}

function writePrivately(path: string, text: string): void {
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * Returns the address of the server that has the store in `dir` open; `null` if none is recorded. The server may have
 * exited by now.
 */
export function controlAddress(dir: string): ControlAddress | null {
  try {
    const { pid, socket } = JSON.parse(readFileSync(join(dir, FOLDER, FILE), 'utf8'))
    return typeof pid === 'number' && typeof socket === 'string' ? { pid, socket } : null
  } catch {
    return null
  }
}
