import { openJira } from '../../../src/intake/source/jira/live/open-jira.ts'
import type { RoundResult } from '../../../src/intake/sync/round-settings.ts'
import { runRound } from '../../../src/intake/sync/run-round.ts'
import { type SyncStore, syncStore } from '../../../src/intake/sync/sync-store.ts'
import { SYSTEM_CLOCK } from '../../../src/intake/sync/system-clock.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { insertConnection } from '../../../src/store/rows/connection-rows.ts'

/** The name of the connection. */
const NAME = 'jira'

const READS = new Set(['scopes', 'entries', 'entriesOfProject', 'counts', 'suspects', 'due', 'countDue'])
const MINUTE = 60_000

const SETTINGS = {
  everyMs: 5 * MINUTE,
  overlapMs: 5 * MINUTE,
  censusMs: 1440 * MINUTE,
  scrubDays: 30,
  listsMs: 60 * MINUTE,
}

/** Called before and after each write; it counts writes from 1, in halves: 2.5 is after the second. */
export type AtWrite = (location: number) => void

type Call = (...values: never[]) => Promise<unknown>

/** Adds a connection to the tracker at `url`. */
export async function connect(store: Store, url: string): Promise<void> {
  const setup = { name: NAME, kind: 'server', url, email: null, tokenFile: null, projects: null, since: null }
  await store.transact(run => insertConnection(run, { ...setup, permissions: 'manual', created: 0 }))
}

/** Runs a round that lists all issues and accepts all losses, with the clock of this machine. */
export async function censusRound(
  store: Store,
  { url, token }: { readonly url: string; readonly token: string },
  atWrite: AtWrite = () => {},
): Promise<RoundResult> {
  const tracker = openJira({
    name: NAME,
    url,
    kind: null,
    email: null,
    secret: async () => token,
    clock: SYSTEM_CLOCK,
    requestsPerSecond: 1000,
    concurrency: 4,
    batchIssues: 10,
    answerMb: 8,
    timeoutSeconds: 60,
    ca: null,
    proxy: null,
  })
  try {
    const options = { clock: SYSTEM_CLOCK, census: true, acceptLoss: true }
    return await runRound(tracker, observed(syncStore(store, NAME), atWrite), SETTINGS, options)
  } finally {
    await tracker.close()
  }
}

function observed(store: SyncStore, atWrite: AtWrite): SyncStore {
  let writes = 0
  const calls = Object.entries(store).map(([name, call]) => [
    name,
    async (...values: never[]) => {
      if (READS.has(name)) return (call as Call)(...values)
      const number = ++writes
      atWrite(number)
      const result = await (call as Call)(...values)
      atWrite(number + 0.5)
      return result
    },
  ])
  return Object.fromEntries(calls) as SyncStore
}
