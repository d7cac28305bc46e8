import { existsSync, readdirSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The name of a store's database. All other files of the store, except the mark and the folders, have names that begin with it. */
export const DATABASE = 'sojourn.duckdb'

/** The name of the high-water mark; see high-water-mark.ts. */
export const MARK = 'store.json'

/** The name of the folder for damaged stores. */
export const QUARANTINE = 'quarantine'

/** The name of the folder for the secrets of connections, which are no part of backups. */
const SECRETS = 'secrets'

/** The name of the folder for exports, which are no part of backups. */
export const EXPORTS = 'exports'

/** Returns the path of the folder for the secrets of connections of the store in `dir`. */
export function secretsIn(dir: string): string {
  return join(dir, SECRETS)
}

/** Returns the path of the database of the store in `dir`. */
export function databaseIn(dir: string): string {
  return join(dir, DATABASE)
}

/** Returns the path of the mark of the store in `dir`. */
export function markIn(dir: string): string {
  return join(dir, MARK)
}

/** Returns the path of the file with the location of the store in `dir`; see store-home.ts. */
export function homeIn(dir: string): string {
  return `${databaseIn(dir)}.home`
}

/** Returns the path of a database's log, which has the commits since its last checkpoint. */
export function logOf(database: string): string {
  return `${database}.wal`
}

/** Matches a temporary database next to the one of the store. The number is the id of the process that creates it. */
const UNFINISHED = /^sojourn\.duckdb\.(\d+)\.(?:new|restore)/

/** Lists the names of all files of the store in `dir`; empty if the folder is missing. */
export function storeFilesIn(dir: string): string[] {
  return namesIn(dir).filter(name => (name.startsWith(DATABASE) && !UNFINISHED.test(name)) || name === MARK)
}

/** Lists the names of files in `dir` that do not belong to a store. */
export function foreignFilesIn(dir: string): string[] {
  const ours = [MARK, QUARANTINE, SECRETS, EXPORTS]
  return namesIn(dir).filter(name => !name.startsWith(DATABASE) && !ours.includes(name))
}

/** Removes unfinished databases of killed processes from `dir`. */
export function removeLeftovers(dir: string): void {
  for (const name of namesIn(dir)) {
    const creator = Number(UNFINISHED.exec(name)?.[1] ?? process.pid)
    if (creator !== process.pid && !isRunning(creator)) rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

/** Removes a database with all files that DuckDB created next to it. */
export function removeDatabase(database: string): void {
  for (const ending of ['', '.wal', '.wal.checkpoint', '.wal.recovery', '.tmp'])
    rmSync(`${database}${ending}`, { recursive: true, force: true })
}

/** Removes the database of the store in `dir`, and the folder if it is empty. */
export function removeStore(dir: string): void {
  removeDatabase(databaseIn(dir))
  rmSync(homeIn(dir), { force: true })
  if (namesIn(dir).length === 0) rmdirSync(dir)
}

function namesIn(dir: string): string[] {
  return existsSync(dir) ? readdirSync(dir).sort() : []
}
