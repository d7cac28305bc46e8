// store/ keeps stays in an embedded database and runs the queries it is given. It is the only room that knows the driver,
// and must never know what a report is.

import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from '../base/errors.ts'
import { toQuery } from '../sql/sql.ts'
import { renameDurably } from './durable-file.ts'
import { Engine, type EngineLimits, type Row } from './engine.ts'
import { readMark } from './high-water-mark.ts'
import { migrations, SCHEMA_VERSION } from './schema.ts'
import { Store } from './store.ts'

/** How to open a store. */
export interface OpenOptions {
  /** Whether to make the store when there is none; else that is the error STORE_EMPTY. */
  readonly create: boolean
  readonly limits?: Partial<EngineLimits>
}

const FILE = 'sojourn.duckdb'
const LIMITS: EngineLimits = { memoryMegabytes: 256, threads: 2 }

/**
 * Opens the store in the folder `dir`, and makes or migrates it where needed.
 *
 * Throws STORE_EMPTY, STORE_BUSY, STORE_FOREIGN, STORE_NEWER, STORE_DAMAGED and STORE_OLDER_THAN_MARK. A new or
 * migrated store is built under another name and renamed, so that a store with half a schema is never there.
 */
export async function openStore(dir: string, options: OpenOptions): Promise<Store> {
  const folder = resolve(dir)
  const path = join(folder, FILE)
  const limits = { ...LIMITS, ...options.limits }
  if (!existsSync(path)) {
    refuseForeign(folder)
    if (!options.create) throw new UserError('STORE_EMPTY', { dir: folder })
    await makeStore(folder, path, limits)
  }
  let engine = await openEngine(folder, path, limits)
  try {
    const version = await schemaVersion(engine, folder)
    if (version > SCHEMA_VERSION) {
      throw new UserError('STORE_NEWER', { dir: folder, found: version, known: SCHEMA_VERSION })
    }
    if (version < SCHEMA_VERSION) {
      engine.close()
      await rebuild(path, limits, version)
      engine = await openEngine(folder, path, limits)
    }
    await refuseOlderThanMark(engine, folder)
    return new Store(folder, engine)
  } catch (error) {
    engine.close()
    throw error
  }
}

function refuseForeign(folder: string): void {
  if (!existsSync(folder)) return
  if (!statSync(folder).isDirectory())
    throw new UserError('STORE_FOREIGN', { dir: folder, reason: 'it is a file, not a folder' })
  const others = readdirSync(folder).filter(name => !name.startsWith(FILE))
  if (others.length > 0) {
    throw new UserError('STORE_FOREIGN', { dir: folder, reason: `it holds other files, such as ${others.sort()[0]}` })
  }
}

async function makeStore(folder: string, path: string, limits: EngineLimits): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await build(path, limits, 0, false)
}

async function rebuild(path: string, limits: EngineLimits, version: number): Promise<void> {
  await build(path, limits, version, true)
}

/** Brings a copy of the store, or a new one, up to date under another name, and puts it in place when it is whole. */
async function build(path: string, limits: EngineLimits, version: number, copy: boolean): Promise<void> {
  const beside = `${path}.${process.pid}.new`
  rmSync(beside, { force: true })
  if (copy) copyFileSync(path, beside)
  const engine = await Engine.open(beside, limits, `${beside}.tmp`)
  try {
    await engine.use(async connection => {
      await connection.run('begin')
      for (const migration of migrations.filter(step => step.version > version)) {
        for (const statement of migration.statements) await connection.run(statement)
        await migration.finish?.(connection)
      }
      await connection.run(`update store_info set schema_version = ${SCHEMA_VERSION}`)
      await connection.run('commit')
      await connection.run('checkpoint')
    })
  } finally {
    engine.close()
    rmSync(`${beside}.tmp`, { recursive: true, force: true })
  }
  renameDurably(beside, path)
}

async function openEngine(folder: string, path: string, limits: EngineLimits): Promise<Engine> {
  try {
    return await Engine.open(path, limits, join(folder, `${FILE}.tmp`))
  } catch (error) {
    const reason = firstLine(error)
    const holder = /Conflicting lock is held in (.*?)\. See/.exec(String(error))?.[1]
    if (holder) throw new UserError('STORE_BUSY', { dir: folder, holder })
    if (/could not set lock/i.test(reason))
      throw new UserError('STORE_BUSY', { dir: folder, holder: 'another process' })
    if (/newer|version number/i.test(reason) && /DuckDB/.test(reason)) {
      throw new UserError('STORE_DAMAGED', {
        dir: folder,
        reason: 'its file was written by another version of the engine',
      })
    }
    if (/not a valid DuckDB/i.test(reason))
      throw new UserError('STORE_FOREIGN', { dir: folder, reason: `${FILE} is no database` })
    throw new UserError('STORE_DAMAGED', { dir: folder, reason })
  }
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0]!.replace(/\.$/, '')
}

async function schemaVersion(engine: Engine, folder: string): Promise<number> {
  try {
    const row = await one(engine, 'select schema_version from store_info')
    return Number(row.schema_version)
  } catch {
    throw new UserError('STORE_FOREIGN', { dir: folder, reason: `${FILE} is another program's database` })
  }
}

async function refuseOlderThanMark(engine: Engine, folder: string): Promise<void> {
  const mark = readMark(folder)
  const found = Number((await one(engine, 'select batch from store_info')).batch)
  if (mark && found < mark.batch) throw new UserError('STORE_OLDER_THAN_MARK', { dir: folder, found, mark: mark.batch })
}

async function one(engine: Engine, text: string): Promise<Row> {
  const rows = await engine.snapshot(run => run(toQuery({ strings: [text], values: [] }, String)))
  if (!rows[0]) throw new Error(`no row: ${text}`)
  return rows[0]
}
