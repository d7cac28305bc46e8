import type { ImportSummary } from '../../intake/imports/import-histories.ts'
import type { Answer } from './wire.ts'

/** The calls that are answered with events, one JSON value per line; the last line is an Answer. */
export const IMPORT_CALLS: readonly string[] = ['workspace.importFiles', 'workspace.importDemo']

/**
 * An event that a server sends to the command of a running import.
 *
 * `stop` is the path at which a DELETE stops the import. `open` requests the bytes of a file, by its position, as the
 * body of a PUT to `path`; this gives both sides backpressure.
 */
export type ImportEvent =
  | { readonly stop: string }
  | { readonly open: { readonly file: number; readonly path: string } }
  | { readonly progress: { readonly file: number; readonly issues: number } }
  | { readonly file: { readonly file: number; readonly summary: ImportSummary } }

/** A line of the response. */
export type ImportLine = { readonly event: ImportEvent } | Answer

/** The trailer of a PUT whose file could not be read completely: its error as JSON, percent-encoded. */
export const READ_ERROR = 'x-read-error'
