import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { isUserError, UserError } from '../../core/base/errors.ts'
import { lostSince, readMark } from '../batches/high-water-mark.ts'
import { refuseForeign } from '../batches/refuse-foreign.ts'
import { replaceFile } from '../files/durable-file.ts'
import { databaseAlone, lastQuarantine, moveToQuarantine } from '../files/quarantine.ts'
import { DATABASE, databaseIn, removeLeftovers } from '../files/store-files.ts'
import { copiedFrom, writeHome } from '../files/store-home.ts'
import { deleteReplacedCalendars, hasReplacedCalendars } from '../rows/calendars.ts'
import { pauseConnections, readConnections } from '../rows/connection-rows.ts'
import { readEverything, readFacts } from '../rows/store-facts.ts'
import { makeDatabase, rebuildDatabase } from './build-database.ts'
import { driverFailure } from './driver-failure.ts'
import { type Engine, type EngineLimits, LIMITS } from './engine.ts'
import { openDatabase, schemaVersion } from './open-database.ts'
import { SCHEMA_VERSION } from './schema.ts'
import { Store } from './store.ts'
import { StoreDamage } from './store-damage.ts'
import { systemReason } from './system-reason.ts'

/** Options for opening a store. */
export interface OpenOptions {
  /** Whether to create a missing store. Otherwise a missing store is the error STORE_EMPTY. */
  readonly create: boolean
  readonly limits?: Partial<EngineLimits>
}

/**
 * Opens the store in the folder `dir`, and creates or migrates it if necessary.
 *
 * A store that is damaged, or older than its high-water mark, is moved to quarantine: STORE_QUARANTINED. Also throws
 * STORE_EMPTY, STORE_BUSY, STORE_FOREIGN, STORE_NEWER, STORE_DAMAGED and STORE_UNREACHABLE; these leave the files
 * unchanged. A new or migrated store is built under a temporary name and renamed, so that an incomplete schema is never
 * visible.
 */
export async function openStore(dir: string, options: OpenOptions): Promise<Store> {
  const folder = resolve(dir)
  const limits = { ...LIMITS, ...options.limits }
  try {
    return await openSound(folder, options.create, limits)
  } catch (error) {
    const reason = damageIn(error)
    if (reason !== null) throw await quarantined(folder, reason, limits)
    const hindrance = hindranceIn(error)
    throw hindrance === null ? error : new UserError('STORE_UNREACHABLE', { dir: folder, reason: hindrance })
  }
}

async function openSound(folder: string, create: boolean, limits: EngineLimits): Promise<Store> {
  const path = databaseIn(folder)
  if (!existsSync(path)) {
    refuseForeign(folder)
    if (!create) throw new UserError('STORE_EMPTY', { dir: folder, quarantine: lastQuarantine(folder) })
    mkdirSync(folder, { recursive: true })
    await makeDatabase(path, limits)
  }
  const engine = await openMigrated(folder, path, limits)
  try {
    removeLeftovers(folder)
    await rejectLoss(engine, folder)
    await readIfSuspect(engine, folder)
    const store = new Store(folder, engine)
    await settle(store)
    if (await store.snapshot(hasReplacedCalendars)) await store.transactKeepingCache(deleteReplacedCalendars)
    return store
  } catch (error) {
    engine.close()
    throw error
  }
}

/**
 * Stores the location of a store. Treats a copied store like a restored backup, because its original may be in use: pauses its
 * connections, and forgets the lake, which belongs to the original.
 */
async function settle(store: Store): Promise<void> {
  const origin = copiedFrom(store.dir)
  if (origin === null) return writeHome(store.dir).catch(() => {})
  const hasConnections = (await store.snapshot(readConnections)).length > 0
  if (hasConnections) await store.transact(run => pauseConnections(run, `the store was copied from ${origin}`))
  rmSync(store.lakeFolder, { recursive: true, force: true })
  await writeHome(store.dir)
}

async function openMigrated(folder: string, path: string, limits: EngineLimits): Promise<Engine> {
  const engine = await openDatabase(path, limits)
  try {
    const version = await schemaVersion(engine)
    if (version === null)
      throw new UserError('STORE_FOREIGN', { dir: folder, reason: `${DATABASE} is another program's database` })
    if (version > SCHEMA_VERSION)
      throw new UserError('STORE_NEWER', { dir: folder, found: version, known: SCHEMA_VERSION })
    if (version === SCHEMA_VERSION) return engine
    await engine.use(connection => connection.run('checkpoint'))
    await rebuildDatabase(path, version, limits)
    engine.close()
  } catch (error) {
    engine.close()
    throw error
  }
  return openDatabase(path, limits)
}

async function rejectLoss(engine: Engine, folder: string): Promise<void> {
  const mark = readMark(folder)
  const lost = mark && lostSince(mark, await engine.snapshot(({ run }) => readFacts(run)))
  if (lost) throw new StoreDamage(lost)
}

/** Reads a store completely if damage was found while it was last open. Records damage for the next time. */
async function readIfSuspect(engine: Engine, folder: string): Promise<void> {
  const note = `${databaseIn(folder)}.suspect`
  if (existsSync(note)) {
    await readEverything(engine)
    rmSync(note)
  }
  // If this file cannot be written, the damage is found again when it is read.
  engine.onDamage = () =>
    replaceFile(note, 'Read this store whole when it is opened next: something in it was damaged.\n').catch(() => {})
}

/** Returns why a store must not be used; `null` for other errors. */
function damageIn(error: unknown): string | null {
  if (error instanceof StoreDamage) return error.message
  if (!isUserError(error, 'STORE_DAMAGED') || error.parameters.dir !== null) return null
  const { reason } = driverFailure(error.cause) as { readonly reason?: string }
  return reason ?? 'a part of its file is damaged'
}

/** Returns why the system prevented opening the store; `null` for other errors. */
function hindranceIn(error: unknown): string | null {
  if (isUserError(error)) return null
  const failure = driverFailure(error)
  if (failure.kind === 'hindered') return failure.reason
  return failure.kind === 'ended' ? 'its files cannot be read or written' : systemReason(error)
}

async function quarantined(folder: string, damage: string, limits: EngineLimits): Promise<UserError> {
  try {
    const alone = await databaseAlone(folder, limits)
    const reason = alone === null ? damage : `${damage}; ${alone}`
    const quarantine = await moveToQuarantine(folder, Date.now())
    return new UserError('STORE_QUARANTINED', { dir: folder, reason, quarantine })
  } catch (error) {
    const hindrance = systemReason(error)
    if (hindrance === null) throw error
    const reason = `${damage}; and it cannot be moved to quarantine: ${hindrance}`
    return new UserError('STORE_DAMAGED', { dir: folder, reason })
  }
}
