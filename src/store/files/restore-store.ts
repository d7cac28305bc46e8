import { accessSync, constants, existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { isUserError, UserError } from '../../core/base/errors.ts'
import { formatInstant } from '../../core/time/instant.ts'
import { writeMark } from '../batches/high-water-mark.ts'
import { refuseForeign } from '../batches/refuse-foreign.ts'
import { migrateDatabase } from '../engine/build-database.ts'
import { driverFailure } from '../engine/driver-failure.ts'
import { Engine, type EngineLimits, LIMITS } from '../engine/engine.ts'
import { schemaVersion } from '../engine/open-database.ts'
import { openStore } from '../engine/open-store.ts'
import { readProbe } from '../engine/probe.ts'
import type { Run } from '../engine/run-query.ts'
import { SCHEMA_VERSION } from '../engine/schema.ts'
import { StoreDamage } from '../engine/store-damage.ts'
import { systemReason } from '../engine/system-reason.ts'
import { pauseConnections } from '../rows/connection-rows.ts'
import { readFacts, type StoreFacts } from '../rows/store-facts.ts'
import { plain } from '../sql/sql.ts'
import { makeOneFile } from './backup.ts'
import { renameDurably } from './durable-file.ts'
import { moveToQuarantine } from './quarantine.ts'
import { databaseIn, logOf, markIn, removeDatabase, removeLeftovers } from './store-files.ts'
import { writeHome } from './store-home.ts'

/** Options of a restore. */
export interface RestoreOptions {
  /** Whether a store with issues may be moved to quarantine. */
  readonly replace: boolean
  readonly limits?: Partial<EngineLimits>
}

/** A restored store. */
export interface Restored extends StoreFacts {
  /** The absolute path of the store's folder. */
  readonly dir: string
  readonly bytes: number
  /** The path of the previous store; `null` if there was none. */
  readonly quarantine: string | null
  /** The names of its connections, which are paused. */
  readonly paused: readonly string[]
}

/**
 * Restores a backup to the folder `dir`. No process may have that store open.
 *
 * The file is copied, migrated and read completely before anything else changes. Throws BACKUP_INVALID,
 * FILE_UNREADABLE, RESTORE_REFUSED, and the errors of openStore for the existing store, which is then unchanged. A
 * replaced store is moved to quarantine, never deleted.
 */
export async function restoreStore(file: string, dir: string, options: RestoreOptions): Promise<Restored> {
  const folder = resolve(dir)
  const limits = { ...LIMITS, ...options.limits }
  const copy = `${databaseIn(folder)}.${process.pid}.restore`
  const isNew = !existsSync(folder)
  try {
    rejectForeignTarget(folder)
    mkdirSync(folder, { recursive: true })
    removeLeftovers(folder)
    const { facts, paused } = await soundCopy(file, copy, limits)
    const quarantine = await prepareTarget(folder, options.replace, limits)
    await renameDurably(copy, databaseIn(folder))
    await writeMark(folder, facts)
    await writeHome(folder)
    return { ...facts, dir: folder, bytes: statSync(databaseIn(folder)).size, quarantine, paused }
  } catch (error) {
    const reason = systemReason(error)
    throw reason === null ? error : new UserError('STORE_UNREACHABLE', { dir: folder, reason })
  } finally {
    removeDatabase(copy)
    if (isNew) removeIfEmpty(folder)
  }
}

function rejectForeignTarget(folder: string): void {
  try {
    if (!existsSync(databaseIn(folder))) refuseForeign(folder)
  } catch (error) {
    // The files of a store without its database are moved to quarantine later.
    if (!(error instanceof StoreDamage)) throw error
  }
}

function removeIfEmpty(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

/** A copy of a backup. */
interface SoundCopy {
  readonly facts: StoreFacts
  /** The names of its connections. */
  readonly paused: readonly string[]
}

/** Copies a backup, migrates the copy and pauses its connections. Throws BACKUP_INVALID and FILE_UNREADABLE. */
async function soundCopy(file: string, copy: string, limits: EngineLimits): Promise<SoundCopy> {
  refuseUnreadable(file)
  removeDatabase(copy)
  await copyFile(file, copy, constants.COPYFILE_FICLONE)
  try {
    const version = await versionOf(copy, file, limits)
    if (version < SCHEMA_VERSION) await migrateDatabase(copy, version, limits)
    let paused: readonly string[] = []
    const facts = await makeOneFile(copy, limits, async run => {
      paused = await pauseConnections(run, `restored from a backup of ${await dateOf(run, file)}`)
    })
    return { facts, paused }
  } catch (error) {
    throw backupRefusal(error, file, copy)
  }
}

/**
 * Returns when a backup was made, such as `2026-11-27 08:15 UTC`. Older ones only have the times of imports and tests, or
 * that of their file.
 */
async function dateOf(run: Run, file: string): Promise<string> {
  const [row] = await run(plain('select max(finished_ms) as imported from batch'))
  const at = Math.max(await readProbe(run), Number(row?.imported ?? 0)) || statSync(file).mtimeMs
  return `${formatInstant(at).slice(0, 16).replace('T', ' ')} UTC`
}

function refuseUnreadable(file: string): void {
  try {
    if (!statSync(file).isFile()) throw new UserError('BACKUP_INVALID', { file, reason: 'it is not a file' })
    accessSync(file, constants.R_OK)
  } catch (error) {
    const reason = systemReason(error)
    throw reason === null ? error : new UserError('FILE_UNREADABLE', { file, reason })
  }
  // Without its log, a database silently opens in an earlier state.
  if (existsSync(logOf(resolve(file)))) {
    const reason = `its log ${logOf(file)} is next to it, so it is the database of a store; without the log, the last imports may be missing. To restore it anyway, move the log away first`
    throw new UserError('BACKUP_INVALID', { file, reason })
  }
}

async function versionOf(copy: string, file: string, limits: EngineLimits): Promise<number> {
  const engine = await Engine.open(copy, limits, `${copy}.tmp`)
  try {
    const version = await schemaVersion(engine)
    if (version === null) throw new UserError('BACKUP_INVALID', { file, reason: "it is another program's database" })
    if (version <= SCHEMA_VERSION) return version
    const reason = `a newer Sojourn wrote it (schema ${version}; this one knows up to ${SCHEMA_VERSION})`
    throw new UserError('BACKUP_INVALID', { file, reason })
  } finally {
    engine.close()
  }
}

function backupRefusal(error: unknown, file: string, copy: string): unknown {
  const isDrivers = !(error instanceof UserError) || error.cause !== undefined
  const failure = driverFailure(error instanceof UserError ? error.cause : error)
  if (!isDrivers || failure.kind === 'busy') return error
  if (failure.kind === 'hindered') return new UserError('STORE_FAILED', { dir: dirname(copy), reason: failure.reason })
  const reasons = { noDatabase: 'it is no database', otherVersion: 'another version of the engine wrote it' } as const
  const reason =
    failure.kind === 'noDatabase' || failure.kind === 'otherVersion' ? reasons[failure.kind] : failure.reason
  return new UserError('BACKUP_INVALID', { file, reason })
}

/** Moves an existing store to quarantine. Returns its new path. */
async function prepareTarget(folder: string, replace: boolean, limits: EngineLimits): Promise<string | null> {
  if (existsSync(databaseIn(folder))) {
    const moved = await rejectUnlessReplaceable(folder, replace, limits)
    if (moved !== null) return moved
  }
  const isStore = [databaseIn(folder), logOf(databaseIn(folder)), markIn(folder)].some(path => existsSync(path))
  return isStore ? moveToQuarantine(folder, Date.now()) : null
}

/** Throws RESTORE_REFUSED if the store has issues. Returns its path if it was damaged and has already been moved. */
async function rejectUnlessReplaceable(folder: string, replace: boolean, limits: EngineLimits): Promise<string | null> {
  try {
    const store = await openStore(folder, { create: false, limits })
    const { issues } = await store.snapshot(readFacts).finally(() => store.close())
    if (issues > 0 && !replace) throw new UserError('RESTORE_REFUSED', { dir: folder, issues })
    return null
  } catch (error) {
    if (isUserError(error, 'STORE_QUARANTINED')) return error.parameters.quarantine
    throw error
  }
}
