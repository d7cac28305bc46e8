import type { Command } from 'commander'
import { inColumns } from './in-columns.ts'

/** What a command that lists things can be told. */
export interface ListOptions {
  readonly store: string
  readonly json?: true
}

/** Adds `--json` to a command that lists things. */
export function addJsonOption(command: Command): Command {
  return command.option('--json', 'as JSON')
}

/** A line of cells for each row; with `--json` a JSON array of what `object` makes of each row: itself, when it is absent. */
export function listOutput<T>(
  rows: readonly T[],
  { json }: ListOptions,
  cells: (row: T) => readonly string[],
  object: (row: T) => object = row => row as object,
): string {
  return json ? `${JSON.stringify(rows.map(object), null, 2)}\n` : inColumns(rows.map(cells))
}
