import type { Instant } from '../../core/time/instant.ts'
import type { BatchWriter } from '../../store/batches/remote-batch.ts'
import type { Store } from '../../store/engine/store.ts'
import type {
  Connection,
  ConnectionState,
  ProjectScope,
  ScopeCounts,
  TrackerListRow,
} from '../../store/rows/connection-rows.ts'
import {
  readConnection,
  readOtherScopes,
  readScopeCounts,
  readScopes,
  readTrackerLists,
} from '../../store/rows/connection-rows.ts'
import {
  approveRemovals,
  countDue,
  countMissing,
  countRemoved,
  finishRound,
  hideIssues,
  insertRound,
  type LedgerEntry,
  type ListedEntry,
  type ListResult,
  markAllDue,
  markListed,
  type Postponement,
  type ProjectChanges,
  postponeEntries,
  type Removal,
  type RoundEnd,
  readDue,
  readEntries,
  readEntriesOfProject,
  readSuspects,
  removeGone,
  requestCensus,
  resetLists,
  type SuspectsQuery,
  scrubProject,
  updateEntries,
  updateListsRead,
  updateProjects,
  updateScope,
} from '../../store/rows/ledger-rows.ts'
import { countUnread, retryFailed } from '../../store/rows/unread-issues.ts'

/** The rows of a connection at the start of a round. */
export interface RoundStart {
  readonly round: number
  readonly connection: Connection
  readonly scopes: readonly ProjectScope[]
  readonly lists: readonly TrackerListRow[]
  /** The projects of other connections, each with the name of its connection. */
  readonly others: ReadonlyMap<string, string>
}

/** The queries and updates of a connection's rows. Arguments and results are plain data, for calls between threads. */
export interface SyncRows {
  /** Begins a round. */
  readonly start: (kind: string, at: Instant) => Promise<RoundStart>
  readonly scopes: () => Promise<readonly ProjectScope[]>
  readonly updateProjects: (changes: ProjectChanges) => Promise<void>
  /** Writes when the hourly lists were read. */
  readonly saveListsRead: (at: Instant) => Promise<void>
  readonly resetLists: () => Promise<void>
  readonly entries: (ids: readonly string[]) => Promise<readonly LedgerEntry[]>
  readonly entriesOfProject: (project: string, after: string, limit: number) => Promise<readonly LedgerEntry[]>
  readonly markListed: (entries: readonly ListedEntry[]) => Promise<void>
  readonly markAllDue: (as: 'read' | 'unread') => Promise<void>
  readonly updateEntries: (
    ids: readonly string[],
    update: Pick<LedgerEntry, 'state' | 'suspectSince'> & { readonly reason: string | null },
  ) => Promise<void>
  readonly updateScope: (project: string, result: ListResult) => Promise<void>
  readonly requestCensus: (project: string) => Promise<void>
  readonly counts: () => Promise<readonly ScopeCounts[]>
  readonly suspects: (project: string, query: SuspectsQuery) => Promise<readonly LedgerEntry[]>
  /** Counts the issues of a project that were removed since then without an approval. */
  readonly countRemoved: (project: string, since: Instant) => Promise<number>
  readonly approveRemovals: (project: string) => Promise<void>
  readonly countMissing: (ids: readonly string[]) => Promise<void>
  readonly postpone: (ids: readonly string[], postponement: Postponement) => Promise<void>
  readonly hideIssues: (ids: readonly string[], postponement: Postponement) => Promise<void>
  readonly removeGone: (removal: Removal) => Promise<void>
  readonly scrub: (
    project: string,
    how: { readonly at: Instant; readonly before: Instant; readonly days: number },
  ) => Promise<void>
  readonly due: (of: {
    readonly round: number
    readonly now: Instant
    readonly limit: number
  }) => Promise<readonly LedgerEntry[]>
  /** Makes failed issues due at once. */
  readonly retryFailed: (at: Instant) => Promise<void>
  /** Counts the issues that could not be read. */
  readonly countUnread: () => Promise<number>
  readonly countDue: (of: { readonly round: number; readonly now: Instant }) => Promise<number>
  /** Ends a round. Returns the state of the connection. */
  readonly finish: (end: RoundEnd) => Promise<ConnectionState>
}

/** The part of the store that a round uses: the rows of its connection, and batches. */
export type SyncStore = SyncRows & BatchWriter

/** Returns the rows of the connection `name` in a store. */
export function syncRows(store: Store, name: string): SyncRows {
  // Nothing is cached from the ledger, so reports keep their caches.
  const change: Store['transactKeepingCache'] = work => store.transactKeepingCache(work)
  return {
    start: async (kind, at) => {
      const round = await change(run => insertRound(run, name, kind, at))
      return store.snapshot(async run => {
        const connection = await readConnection(run, name)
        if (!connection) throw new Error(`the connection ${name} was removed`)
        return {
          round,
          connection,
          scopes: await readScopes(run, name),
          lists: await readTrackerLists(run, name),
          others: await readOtherScopes(run, name),
        }
      })
    },
    scopes: () => store.snapshot(run => readScopes(run, name)),
    updateProjects: changes => store.transact(run => updateProjects(run, name, changes)),
    saveListsRead: at => change(run => updateListsRead(run, name, at)),
    resetLists: () => change(run => resetLists(run, name)),
    entries: ids => store.snapshot(run => readEntries(run, name, ids)),
    entriesOfProject: (project, after, limit) =>
      store.snapshot(run => readEntriesOfProject(run, name, project, after, limit)),
    markListed: entries => change(run => markListed(run, name, entries)),
    markAllDue: as => change(run => markAllDue(run, name, as)),
    updateEntries: (ids, update) => change(run => updateEntries(run, name, ids, update)),
    updateScope: (project, result) => change(run => updateScope(run, name, project, result)),
    requestCensus: project => change(run => requestCensus(run, name, project)),
    counts: () => store.snapshot(run => readScopeCounts(run, name)),
    suspects: (project, query) => store.snapshot(run => readSuspects(run, name, project, query)),
    countRemoved: (project, since) => store.snapshot(run => countRemoved(run, name, project, since)),
    approveRemovals: project => change(run => approveRemovals(run, name, project)),
    countMissing: ids => change(run => countMissing(run, name, ids)),
    postpone: (ids, postponement) => change(run => postponeEntries(run, name, ids, postponement)),
    hideIssues: (ids, postponement) => store.remove(run => hideIssues(run, name, ids, postponement)),
    removeGone: removal => store.remove(run => removeGone(run, name, removal)),
    scrub: (project, how) => change(run => scrubProject(run, name, project, how)),
    due: of => store.snapshot(run => readDue(run, name, of)),
    retryFailed: at => change(run => retryFailed(run, name, at)),
    countUnread: () => store.snapshot(run => countUnread(run, name)),
    countDue: of => store.snapshot(run => countDue(run, name, of)),
    finish: end => store.transact(run => finishRound(run, name, end)),
  }
}

/** Returns what a round needs of a store, for a round in the same thread. */
export function syncStore(store: Store, name: string): SyncStore {
  return { ...syncRows(store, name), importBatch: (...work) => store.importBatch(...work) }
}
