import type { SettingValues } from '../../access/settings/known-settings.ts'
import type { ConnectionsInFile, Settings } from '../../access/settings/settings.ts'
import type { ReadQuery } from '../../app/queries/queries.ts'
import type { Workspace } from '../../app/workspace/workspace.ts'
import type { Instant } from '../../core/time/instant.ts'
import { formatReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'

/** A stream for text. */
export interface Output {
  /** Resolves when the text was handed over. */
  readonly write: (text: string) => Promise<void>
  readonly isTerminal: boolean
  /** Characters per line. */
  readonly columns: number
}

/** The settings with which a store is opened. */
export type OpenSettings = SettingValues & { readonly connections: ConnectionsInFile }

/** How a command uses a store. */
export interface StoreUse {
  /** Whether to create the store if it does not exist. */
  readonly create: boolean
  /** Whether this process must open the store itself. Otherwise a running server does the work. */
  readonly exclusive?: boolean
}

/** A store that was restored from a backup. */
export interface RestoredStore {
  readonly dir: string
  readonly issues: number
  /** Number of imported batches. */
  readonly batch: number
  readonly bytes: number
  /** Path of the previous store; `null` without one. */
  readonly quarantine: string | null
  /** The names of its connections, which are paused. */
  readonly paused: readonly string[]
}

/** A running server. */
export interface StartedServer {
  readonly port: number
  /** Lets running requests finish, then stops. */
  readonly stop: () => Promise<void>
}

/** The environment of the program: everything outside it; main.ts makes the real one. */
export interface Environment {
  readonly version: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** The default folder of the settings file. */
  readonly folder: string
  readonly machineZone: () => Zone
  readonly out: Output
  readonly err: Output
  /** Asks a yes-or-no question; rejects with the signal's reason when it is aborted. `null` without a terminal. */
  readonly confirm: ((question: string, signal: AbortSignal) => Promise<boolean>) | null
  readonly stdin: () => AsyncIterable<Uint8Array>
  readonly now: () => Instant
  /** Opens the store in a folder, or connects to the server that has it open; see openStore and connectWorkspace. */
  readonly open: (dir: string, use: StoreUse, settings: OpenSettings) => Promise<Workspace>
  /** Parses a query without a store. Throws QUERY_INVALID. */
  readonly readQuery: (text: string) => Promise<ReadQuery>
  /** Restores a backup into a folder; see restoreStore. */
  readonly restore: (file: string, dir: string, options: { readonly replace: boolean }) => Promise<RestoredStore>
  readonly startServer: (workspace: Workspace, settings: SettingValues) => Promise<StartedServer>
  /**
   * Returns a signal that Ctrl-C or SIGTERM aborts. From then on, the first Ctrl-C no longer ends the process by
   * itself; the second one does.
   */
  readonly stopSignal: () => AbortSignal
}

/** The environment of a command, with its settings. */
export interface CommandContext extends Omit<Environment, 'open'> {
  readonly open: (dir: string, use: StoreUse) => Promise<Workspace>
  /** Returns the settings of the running command, which must have the options of addStoreOption. */
  readonly settings: () => Settings
}

/** Formats an instant in the time zone of the settings. */
export function shownInstant(at: Instant, context: CommandContext): string {
  return formatReportDate(at, context.settings().values.timeZone)
}
