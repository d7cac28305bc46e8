import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The name of a store's database. All other files of the store, its mark aside, have names that begin with it. */
export const DATABASE = 'sojourn.duckdb'

/** The name of the high-water mark; see high-water-mark.ts. */
export const MARK = 'store.json'

/** The name of the folder that damaged stores are moved to. */
export const QUARANTINE = 'quarantine'

/** Where the database of the store in `dir` is. */
export function databaseIn(dir: string): string {
  return join(dir, DATABASE)
}

/** Where the mark of the store in `dir` is. */
export function markIn(dir: string): string {
  return join(dir, MARK)
}

/** The log of a database: what was committed since its last checkpoint. */
export function logOf(database: string): string {
  return `${database}.wal`
}

/** A database that is being made beside that of the store by the process of that number. */
const IN_WORK = /^sojourn\.duckdb\.(\d+)\.(?:new|restore)/

/** The names of all that belongs to the store in `dir`; none when there is no such folder. */
export function storeFilesIn(dir: string): string[] {
  return namesIn(dir).filter(name => (name.startsWith(DATABASE) && !IN_WORK.test(name)) || name === MARK)
}

/** The names of what lies in `dir` and was not put there by a store. */
export function foreignFilesIn(dir: string): string[] {
  return namesIn(dir).filter(name => !name.startsWith(DATABASE) && name !== MARK && name !== QUARANTINE)
}

/** Removes what processes that were killed were making in `dir`. */
export function removeLeftovers(dir: string): void {
  for (const name of namesIn(dir)) {
    const maker = Number(IN_WORK.exec(name)?.[1] ?? process.pid)
    if (maker !== process.pid && !isRunning(maker)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Removes a database with all that its engine put beside it. */
export function removeDatabase(database: string): void {
  for (const ending of ['', '.wal', '.wal.checkpoint', '.wal.recovery', '.tmp'])
    rmSync(`${database}${ending}`, { recursive: true, force: true })
}

/** Removes the database of the store in `dir`, and the folder when nothing else is in it. */
export function removeStore(dir: string): void {
  removeDatabase(databaseIn(dir))
  if (namesIn(dir).length === 0) rmdirSync(dir)
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).sort() : []
}
