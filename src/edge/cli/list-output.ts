import type { Command } from 'commander'
import { inColumns } from './in-columns.ts'

/** The options of a command that lists things. */
export interface ListOptions {
  readonly store: string
  readonly json?: true
}

/** Adds `--json` to a command that lists things. */
export function addJsonOption(command: Command): Command {
  return command.option('--json', 'as JSON')
}

/**
 * Formats each row as a line of cells, or with `--json` as an element of a JSON array. `object` converts a row to JSON;
 * the default is the row itself.
 */
export function listOutput<T>(
  rows: readonly T[],
  { json }: ListOptions,
  cells: (row: T) => readonly string[],
  object: (row: T) => object = row => row as object,
): string {
  return json ? `${JSON.stringify(rows.map(object), null, 2)}\n` : inColumns(rows.map(cells))
}
