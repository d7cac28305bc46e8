import type { ReadQuery } from '../queries/queries.ts'
import type { SettingValues } from '../settings/known-settings.ts'
import type { Settings } from '../settings/settings.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** A stream that words are written to. */
export interface Output {
  /** Resolves when the words have been handed over. */
  readonly write: (text: string) => Promise<void>
  readonly isTerminal: boolean
  /** How many letters a line holds. */
  readonly columns: number
}

/** How a command uses a store. */
export interface StoreUse {
  /** Whether to make the store when there is none. */
  readonly create: boolean
  /** Whether this process has to hold the store itself; else, while a server holds it, that server does the work. */
  readonly exclusive?: boolean
}

/** A store that was made of a backup. */
export interface RestoredStore {
  readonly dir: string
  readonly issues: number
  /** How many batches were imported. */
  readonly batch: number
  readonly bytes: number
  /** Where the store is that was there before; `null` when there was none. */
  readonly quarantine: string | null
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
  readonly machineZone: () => Zone
  readonly out: Output
  readonly err: Output
  /**
   * Puts a question that is answered with yes or no, and rejects with the signal's reason when it is aborted; `null`
   * without a terminal.
   */
  readonly confirm: ((question: string, signal: AbortSignal) => Promise<boolean>) | null
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly now: () => Instant
  /** Opens the store in a folder, or reaches the server that holds it; see openStore and connectWorkspace. */
  readonly open: (dir: string, use: StoreUse, settings: SettingValues) => Promise<Workspace>
  /** The tree of a query, for which no store is needed. Throws QUERY_INVALID. */
  readonly readQuery: (text: string) => Promise<ReadQuery>
  /** Makes a backup the store in a folder; see restoreStore. */
  readonly restore: (file: string, dir: string, options: { readonly replace: boolean }) => Promise<RestoredStore>
  readonly startServer: (workspace: Workspace, settings: SettingValues) => Promise<StartedServer>
  /**
   * A signal that Ctrl-C, or a request to end, aborts. Once it was asked for, the first of these no longer ends the
   * process by itself; a second one does.
   */
  readonly stopSignal: () => AbortSignal
}

/** What the commands know of the world outside: the same, under the settings of the command that runs. */
export interface CommandContext extends Omit<Outside, 'open'> {
  readonly open: (dir: string, use: StoreUse) => Promise<Workspace>
  /** The settings of the command that runs: it has to have the options of addStoreOption. */
  readonly settings: () => Settings
}
