import type { ImportSummary } from '../imports/import-histories.ts'
import type { Answer } from './wire.ts'

/** The calls whose answers are events, one JSON value a line; the last line is an Answer. */
export const IMPORT_CALLS: readonly string[] = ['workspace.importFiles', 'workspace.importDemo']

/**
 * What a server tells the command of a running import.
 *
 * `stop` is the path that a DELETE ends the import at. `open` asks for the bytes of a file, by its position, as the body of
 * a PUT to `path`; so both sides can wait for each other.
 */
export type ImportEvent =
  | { readonly stop: string }
  | { readonly open: { readonly file: number; readonly path: string } }
  | { readonly progress: { readonly file: number; readonly issues: number } }
  | { readonly file: { readonly file: number; readonly summary: ImportSummary } }

/** A line of the answer. */
export type ImportLine = { readonly event: ImportEvent } | Answer

/** The trailer of a PUT whose file could not be read to its end: its error as JSON, percent-encoded. */
export const READ_ERROR = 'x-read-error'
