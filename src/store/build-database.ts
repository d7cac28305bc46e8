import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UserError } from '../base/errors.ts'
import { claimDurably, renameDurably } from './durable-file.ts'
import { Engine, type EngineLimits } from './engine.ts'
import { copyFrom } from './live-files.ts'
import { migrations, SCHEMA_VERSION } from './schema.ts'
import { logOf, removeDatabase, removeLeftovers } from './store-files.ts'

/** Makes a new, empty database of this version's schema at `path`, unless another process makes one there meanwhile. */
export async function makeDatabase(path: string, limits: EngineLimits): Promise<void> {
  await besides(path, async beside => {
    await migrateDatabase(beside, 0, limits)
    // By renaming, the database would be replaced that another process made at the same time, and has written to.
    await claimDurably(beside, path)
  })
}

/**
 * Puts a copy of the database at `path` that is up to date in its place.
 *
 * It has to be open, without a log: so that no other process opens it until it is replaced.
 */
export async function rebuildDatabase(path: string, version: number, limits: EngineLimits): Promise<void> {
  // What is in a log would be lost, or worse, be replayed over the new database.
  if (existsSync(logOf(path))) throw new UserError('STORE_FAILED', { reason: 'its log cannot be taken over' })
  // Closed last, because the engine's lock goes when it is closed; see LiveFiles.
  const source = await open(path, 'r')
  try {
    await besides(path, async beside => {
      await copyFrom(source, beside)
      await migrateDatabase(beside, version, limits)
      await renameDurably(beside, path)
    })
  } finally {
    await source.close()
  }
}

/** Brings the database at `path`, of which there are other copies, from a version of the schema up to date. */
export async function migrateDatabase(path: string, version: number, limits: EngineLimits): Promise<void> {
  const engine = await Engine.open(path, limits, `${path}.tmp`)
  try {
    await engine.use(connection => migrate(connection, version))
  } finally {
    engine.close()
  }
}

async function migrate(connection: DuckDBConnection, version: number): Promise<void> {
  await connection.run('begin')
  for (const migration of migrations.filter(step => step.version > version)) {
    for (const statement of migration.statements) await connection.run(statement)
    await migration.finish?.(connection)
  }
  await connection.run(`update store_info set schema_version = ${SCHEMA_VERSION}`)
  await connection.run('commit')
  await connection.run('checkpoint')
}

/** Lets `work` make a database under another name, and put it in place when it is whole. */
async function besides(path: string, work: (beside: string) => Promise<void>): Promise<void> {
  const beside = `${path}.${process.pid}.new`
  removeLeftovers(dirname(path))
  removeDatabase(beside)
  try {
    await work(beside)
  } finally {
    removeDatabase(beside)
  }
}
