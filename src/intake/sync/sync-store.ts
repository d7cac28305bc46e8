import type { Instant } from '../../core/time/instant.ts'
import type { BatchWriter } from '../../store/batches/remote-batch.ts'
import type { Run } from '../../store/engine/run-query.ts'
import type { Store } from '../../store/engine/store.ts'
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
  markAllDue,
  markListed,
  postponeEntries,
  readDue,
  readEntries,
  readEntriesOfProject,
  readSuspects,
  removeGone,
  requestCensus,
  resetLists,
  scrubProject,
  updateEntries,
  updateListsRead,
  updateProjects,
  updateScope,
} from '../../store/rows/ledger-rows.ts'
import { countUnread, retryFailed } from '../../store/rows/unread-issues.ts'

/** What a round finds in the store when it begins: its number, and the rows of its connection. */
export type RoundStart = Awaited<ReturnType<SyncRows['start']>>

/** The queries and updates of a connection's rows. Arguments and results are plain data, for calls between threads. */
export type SyncRows = ReturnType<typeof syncRows>

/** The part of the store that a round uses: the rows of its connection, and batches. */
export type SyncStore = SyncRows & BatchWriter

/** Returns the rows of the connection `name` in a store. */
export function syncRows(store: Store, name: string) {
  const through =
    (transaction: Store['snapshot']) =>
    <Args extends readonly unknown[], T>(work: (run: Run, connection: string, ...args: Args) => Promise<T>) =>
    (...args: Args): Promise<T> =>
      transaction(run => work(run, name, ...args))
  const read = through(work => store.snapshot(work))
  // Nothing is cached from the ledger, so reports keep their caches.
  const change = through(work => store.transactKeepingCache(work))
  const transact = through(work => store.transact(work))
  const remove = through(work => store.remove(work))
  const insert = change(insertRound)
  return {
    /** Begins a round. */
    start: async (kind: string, at: Instant) => {
      const round = await insert(kind, at)
      return store.snapshot(async run => {
        const connection = await readConnection(run, name)
        if (!connection) throw new Error(`the connection ${name} was removed`)
        return {
          round,
          connection,
          scopes: await readScopes(run, name),
          lists: await readTrackerLists(run, name),
          /** The projects of other connections, each with the name of its connection. */
          others: await readOtherScopes(run, name),
        }
      })
    },
    scopes: read(readScopes),
    updateProjects: transact(updateProjects),
    /** Writes when the hourly lists were read. */
    saveListsRead: change(updateListsRead),
    resetLists: change(resetLists),
    entries: read(readEntries),
    entriesOfProject: read(readEntriesOfProject),
    markListed: change(markListed),
    markAllDue: change(markAllDue),
    updateEntries: change(updateEntries),
    updateScope: change(updateScope),
    requestCensus: change(requestCensus),
    counts: read(readScopeCounts),
    suspects: read(readSuspects),
    /** Counts the issues of a project that were removed since then without an approval. */
    countRemoved: read(countRemoved),
    approveRemovals: change(approveRemovals),
    countMissing: change(countMissing),
    postpone: change(postponeEntries),
    hideIssues: remove(hideIssues),
    removeGone: remove(removeGone),
    scrub: change(scrubProject),
    due: read(readDue),
    /** Makes failed issues due at once. */
    retryFailed: change(retryFailed),
    /** Counts the issues that could not be read. */
    countUnread: read(countUnread),
    countDue: read(countDue),
    /** Ends a round. Returns the state of the connection. */
    finish: transact(finishRound),
  }
}

/** Returns the part of a store that a round of the connection `name` uses. */
export function syncStore(store: Store, name: string): SyncStore {
  return { ...syncRows(store, name), importBatch: (...work) => store.importBatch(...work) }
}
