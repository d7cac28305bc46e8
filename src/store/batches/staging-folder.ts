import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from '../../core/base/errors.ts'
import { systemReason } from '../engine/system-reason.ts'
import { EXPORTS } from '../files/store-files.ts'

/** The SQL name of a staging database, both for filling and for merging. */
export const STAGED = 'incoming'

/**
 * The staging database while it is filled, and when it is filled. DuckDB refuses to attach a file again as long as any query on
 * another connection holds the detached database, which can take some milliseconds.
 */
const FILES = { batch: 'batch', filled: 'filled' }

/** Returns the folder of the staging database next to a store's database. Its engine can open no other files. */
export function stagingFolder(database: string): string {
  return `${database}.import`
}

/** Returns the folder in which DuckDB writes and reads the files of the lake. */
export function lakeFolder(database: string): string {
  return `${database}.lake`
}

/** Returns the folder of the files of exports. */
export function exportsFolder(database: string): string {
  return join(dirname(database), EXPORTS)
}

/** Returns the statement that attaches the staging database in a folder to fill it, and creates it if it is missing. */
export function attach(folder: string): string {
  return `attach ${literal(join(folder, FILES.batch))} as ${STAGED}`
}

/** Returns the statement that attaches the filled staging database in a folder to read it. */
export function attachFilled(folder: string): string {
  return `attach ${literal(join(folder, FILES.filled))} as ${STAGED} (read_only)`
}

/** The statement that detaches the staging database. It also flushes the data to disk. */
export const DETACH = `detach ${STAGED}`

/** Creates an empty staging folder, and removes leftovers of killed processes. Throws STORE_FAILED if the disk refuses it. */
export function makeStagingFolder(folder: string): void {
  removeStagingFolder(folder)
  try {
    mkdirSync(folder)
  } catch (error) {
    const reason = systemReason(error)
    throw reason === null ? error : new UserError('STORE_FAILED', { dir: null, reason })
  }
}

/** Gives the detached staging database in a folder its name as a filled one. */
export function markFilled(folder: string): void {
  renameSync(join(folder, FILES.batch), join(folder, FILES.filled))
}

/** Removes a staging folder with its content. */
export function removeStagingFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns a text as an SQL literal, for statements that do not accept parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
