import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The name that a staging database has in SQL, in the process that fills it as in the one that merges it. */
export const STAGED = 'incoming'

/** Returns the folder of the staging database beside a store's database: the only other files that its engine may open. */
export function stagingFolder(database: string): string {
  return `${database}.import`
}

/** Returns the statement that opens the staging database in a folder, and makes it when it is not there. */
export function attach(folder: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): string {
  return `attach ${literal(join(folder, 'batch'))} as ${STAGED}${readOnly ? ' (read_only)' : ''}`
}

/** The statement that closes the staging database. Nothing of it is only in memory then. */
export const DETACH = `detach ${STAGED}`

/** Makes an empty staging folder, in place of what a process that was killed has left. */
export function makeStagingFolder(folder: string): void {
  removeStagingFolder(folder)
  mkdirSync(folder)
}

/** Removes a staging folder with all that is in it. */
export function removeStagingFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** Returns a text as SQL writes it, for statements that take no parameters. */
export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
