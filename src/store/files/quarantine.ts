import { existsSync, linkSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant, type Instant } from '../../core/time/instant.ts'
import { Engine, type EngineLimits } from '../engine/engine.ts'
import { plain } from '../sql/sql.ts'
import { flush } from './durable-file.ts'
import { DATABASE, databaseIn, logOf, MARK, QUARANTINE, storeFilesIn } from './store-files.ts'

/**
 * Moves all files of the store in `dir` to a new folder `quarantine/<time>` by renaming, and returns the folder.
 *
 * The database is moved first and the mark last, so that an interrupted move leaves nothing that looks like a store.
 */
export async function moveToQuarantine(dir: string, at: Instant): Promise<string> {
  const location = freePath(join(dir, QUARANTINE), formatInstant(at).replace(/\.\d+|[-:]/g, ''))
  mkdirSync(location, { recursive: true })
  const between = storeFilesIn(dir).filter(name => name !== DATABASE && name !== MARK)
  for (const name of [DATABASE, ...between, MARK])
    if (existsSync(join(dir, name))) renameSync(join(dir, name), join(location, name))
  for (const folder of [location, join(dir, QUARANTINE), dir]) await flush(folder)
  return location
}

function freePath(folder: string, name: string): string {
  for (let i = 1; ; i++) {
    const location = join(folder, i === 1 ? name : `${name}-${i}`)
    if (!existsSync(location)) return location
  }
}

/** Returns the most recent quarantine folder of the store in `dir`; `null` if there is none. */
export function lastQuarantine(dir: string): string | null {
  const folder = join(dir, QUARANTINE)
  const last = existsSync(folder) ? readdirSync(folder).sort().at(-1) : undefined
  return last === undefined ? null : join(folder, last)
}

/** Describes the database of the store in `dir` without its log; `null` if it has no log. */
export async function databaseAlone(dir: string, limits: EngineLimits): Promise<string | null> {
  const path = databaseIn(dir)
  if (!existsSync(path) || !existsSync(logOf(path))) return null
  // DuckDB does not find the log under another name. It would follow a symbolic link, so this is a hard link.
  const alias = `${path}.alone`
  rmSync(alias, { force: true })
  linkSync(path, alias)
  try {
    const engine = await Engine.open(alias, limits, `${alias}.tmp`, { readOnly: true })
    try {
      const [row] = await engine.snapshot(({ run }) => run(plain('select batch from store_info')))
      return `without its log, the database opens and goes up to batch ${row!.batch}`
    } finally {
      engine.close()
    }
  } catch {
    return 'without its log, the database does not open either'
  } finally {
    rmSync(alias, { force: true })
  }
}
