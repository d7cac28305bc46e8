import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { driver } from '../engine/driver.ts'
import { storeFailure } from '../engine/store-failure.ts'
import { ImportBatch, type StagedBatch } from './import-batch.ts'
import { attach, DETACH, markFilled } from './staging-folder.ts'

/** The options for filling a batch, as plain data. */
export interface StagingOptions {
  readonly folder: string
  /** The limits of the staging database. */
  readonly memoryMegabytes: number
  readonly temporaryMegabytes: number
  readonly threads: number
}

/** Runs `work` to fill a batch in the staging database of `folder`. Throws the errors of `work`, and STORE_FAILED. */
export async function fillBatch(
  { folder, memoryMegabytes, temporaryMegabytes, threads }: StagingOptions,
  work: (batch: ImportBatch) => Promise<unknown>,
): Promise<StagedBatch> {
  const instance = await driver.DuckDBInstance.create(':memory:', {
    memory_limit: `${memoryMegabytes}MB`,
    max_temp_directory_size: `${temporaryMegabytes}MB`,
    threads: String(threads),
    temp_directory: join(folder, 'temporary'),
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    preserve_insertion_order: 'false',
  })
  let connection: DuckDBConnection | undefined
  try {
    connection = await instance.connect()
    await connection.run(`set timezone = 'UTC'`)
    await connection.run(attach(folder))
    const batch = await ImportBatch.begin(connection)
    await work(batch)
    const staged = await batch.finish()
    await connection.run(DETACH)
    markFilled(folder)
    return staged
  } catch (error) {
    const failure = storeFailure(error)
    if (failure === null) throw error
    failure.cause = error
    throw failure
  } finally {
    connection?.closeSync()
    instance.closeSync()
  }
}
