import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { readMark } from '../batches/high-water-mark.ts'
import { DATABASE } from '../files/store-files.ts'
import { plain } from '../sql/sql.ts'
import { driverFailure } from './driver-failure.ts'
import { Engine, type EngineLimits } from './engine.ts'
import { StoreDamage } from './store-damage.ts'

/**
 * Opens a database of any schema version at `path`.
 *
 * Throws STORE_BUSY, STORE_FOREIGN, STORE_DAMAGED, STORE_UNREACHABLE, and StoreDamage for a damaged store.
 */
export async function openDatabase(path: string, limits: EngineLimits): Promise<Engine> {
  const dir = dirname(path)
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const before = inodeOf(path)
    const engine = await Engine.open(path, limits, `${path}.tmp`).catch(error => {
      throw refusal(error, dir)
    })
    if (before === null || inodeOf(path) === before) return engine
    // Another process replaced the file between its opening and its locking, so this one has no name any more.
    engine.close()
  }
  throw new UserError('STORE_UNREACHABLE', { dir, reason: 'its file is replaced again and again' })
}

/** A store is replaced once for each new version, and rarely otherwise. */
const MAX_TRIES = 5

/** Returns the inode of a file; `null` without one. */
function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null
}

function refusal(error: unknown, dir: string): Error {
  const failure = driverFailure(error)
  switch (failure.kind) {
    case 'busy':
      return new UserError('STORE_BUSY', { dir, owner: failure.owner })
    case 'otherVersion':
      return new UserError('STORE_DAMAGED', { dir, reason: 'its file was written by another version of the engine' })
    case 'hindered':
      return new UserError('STORE_UNREACHABLE', { dir, reason: failure.reason })
    case 'noDatabase':
      // Only the mark distinguishes a store without its first bytes from a foreign file.
      return readMark(dir)
        ? new StoreDamage(`${DATABASE} does not begin as a database does`)
        : new UserError('STORE_FOREIGN', { dir, reason: `${DATABASE} is no database` })
    case 'damaged':
      return new StoreDamage(failure.reason)
    case 'ended':
    case 'other':
      return new UserError('STORE_DAMAGED', { dir, reason: failure.reason })
  }
}

/** Returns the schema version of a store; `null` for the database of another program. */
export async function schemaVersion(engine: Engine): Promise<number | null> {
  try {
    const [row] = await engine.snapshot(({ run }) => run(plain('select schema_version from store_info')))
    return row ? Number(row.schema_version) : null
  } catch (error) {
    if (/^(Catalog|Binder) Error/.test(String((error as Error).message))) return null
    throw error
  }
}
