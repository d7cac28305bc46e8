import { existsSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { UserError } from '../../core/base/errors.ts'
import { claimDurably, renameDurably } from '../files/durable-file.ts'
import { copyFrom } from '../files/live-files.ts'
import { logOf, removeDatabase, removeLeftovers } from '../files/store-files.ts'
import { Engine, type EngineLimits } from './engine.ts'
import { migrations, SCHEMA_VERSION } from './schema.ts'

/** Creates an empty database with the current schema at `path`, unless another process creates one first. */
export async function makeDatabase(path: string, limits: EngineLimits): Promise<void> {
  await withTemporaryDatabase(path, async temporary => {
    await migrateDatabase(temporary, 0, limits)
    // A rename would replace a database that another process created, and wrote to, at the same time.
    await claimDurably(temporary, path)
  })
}

/**
 * Replaces the database at `path` with a migrated copy.
 *
 * The database must be open, without a log, so that no other process opens it before it is replaced.
 */
export async function rebuildDatabase(path: string, version: number, limits: EngineLimits): Promise<void> {
  // The content of a log would be lost, or replayed over the new database.
  if (existsSync(logOf(path)))
    throw new UserError('STORE_FAILED', { dir: null, reason: 'its log cannot be taken over' })
  // Closed last, because closing it releases DuckDB's lock; see LiveFiles.
  const source = await open(path, 'r')
  try {
    await withTemporaryDatabase(path, async temporary => {
      await copyFrom(source, temporary)
      await migrateDatabase(temporary, version, limits)
      await renameDurably(temporary, path)
    })
  } finally {
    await source.close()
  }
}

/** Migrates the database at `path` in place from a schema version to the current one. Other copies of it must exist. */
export async function migrateDatabase(path: string, version: number, limits: EngineLimits): Promise<void> {
  const engine = await Engine.open(path, limits, `${path}.tmp`)
  try {
    await engine.use(connection => migrate(connection, version))
  } finally {
    engine.close()
  }
}

async function migrate(connection: DuckDBConnection, version: number): Promise<void> {
  for (const migration of migrations.filter(step => step.version > version)) {
    // A transaction each: DuckDB cannot commit one that updates a table between two changes of its columns.
    await connection.run('begin')
    for (const statement of migration.statements) await connection.run(statement)
    await migration.finish?.(connection)
    await connection.run('commit')
  }
  await connection.run(`update store_info set schema_version = ${SCHEMA_VERSION}`)
  await connection.run('checkpoint')
}

/** Runs `work` to create a database under a temporary name and to put it in place when complete. */
async function withTemporaryDatabase(path: string, work: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${process.pid}.new`
  removeLeftovers(dirname(path))
  removeDatabase(temporary)
  try {
    await work(temporary)
  } finally {
    removeDatabase(temporary)
  }
}
