import type { SettingValues } from '../service/known-settings.ts'
import type { ReadQuery } from '../service/queries.ts'
import type { Settings } from '../service/settings.ts'
import type { Workspace } from '../service/workspace.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'

/** A stream that words are written to. */
export interface Output {
  /** Resolves when the words have been handed over. */
  readonly write: (text: string) => Promise<void>
  readonly isTerminal: boolean
  /** How many letters a line holds. */
  readonly columns: number
}

/** A server that was started. */
export interface StartedServer {
  readonly port: number
  /** Lets running requests finish, then stops. */
  readonly stop: () => Promise<void>
}

/** All that the program knows of the world outside; main.ts makes the real one. */
export interface Outside {
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder in which the file of settings is looked for. */
  readonly folder: string
  readonly machineZone: Zone
  readonly out: Output
  readonly err: Output
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly now: () => Instant
  /** Opens the store in a folder; see openStore for `create` and for what it throws. */
  readonly open: (dir: string, options: { readonly create: boolean }, settings: SettingValues) => Promise<Workspace>
  /** The tree of a query, for which no store is needed. Throws QUERY_INVALID. */
  readonly readQuery: (text: string) => ReadQuery
  readonly startServer: (workspace: Workspace, settings: SettingValues) => Promise<StartedServer>
  /**
   * A signal that Ctrl-C, or a request to end, aborts. Once it was asked for, the first of these no longer ends the
   * process by itself; a second one does.
   */
  readonly stopSignal: () => AbortSignal
}

/** What the commands know of the world outside: the same, under the settings of the command that runs. */
export interface World extends Omit<Outside, 'open'> {
  readonly open: (dir: string, options: { readonly create: boolean }) => Promise<Workspace>
  /** The settings of the command that runs: it has to have the options of addStoreOption. */
  readonly settings: () => Settings
}
