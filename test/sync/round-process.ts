// Runs one round of the connection `jira` over a store, in a process that kills itself at one of its writes.
//
// Its arguments are STORE ACCESS KILL_AT: ACCESS is JSON; KILL_AT counts writes from 1, in halves: 2.5 is after the second.

import { openJira } from '../../src/source/jira/live/open-jira.ts'
import { openStore } from '../../src/store/open-store.ts'
import { runRound } from '../../src/sync/run-round.ts'
import { type SyncStore, syncStore } from '../../src/sync/sync-store.ts'
import { SYSTEM_CLOCK } from '../../src/sync/system-clock.ts'

const [dir, access, killAt] = process.argv.slice(-3)
const READS = new Set(['scopes', 'entries', 'entriesOfProject', 'counts', 'suspects', 'due', 'countDue'])
const MINUTE = 60_000

type Call = (...values: never[]) => Promise<unknown>

let writes = 0

function killedAt(count: number): void {
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

/** Returns the store, which kills the process before or after one of its writes. */
function killing(store: SyncStore): SyncStore {
  return Object.fromEntries(
    Object.entries(store).map(([name, call]) => [
      name,
      async (...values: never[]) => {
        if (READS.has(name)) return (call as Call)(...values)
        const number = ++writes
        killedAt(number)
        const result = await (call as Call)(...values)
        killedAt(number + 0.5)
        return result
      },
    ]),
  ) as unknown as SyncStore
}

const store = await openStore(dir!, { create: false })
const tracker = openJira({ ...JSON.parse(access!), secret: async () => process.env.TOKEN!, clock: SYSTEM_CLOCK })
const settings = {
  everyMs: 5 * MINUTE,
  overlapMs: 5 * MINUTE,
  censusMs: 1440 * MINUTE,
  scrubDays: 30,
  listsMs: 60 * MINUTE,
}
const options = { clock: SYSTEM_CLOCK, census: true, acceptLoss: true }
const { state } = await runRound(tracker, killing(syncStore(store, 'jira')), settings, options)
await tracker.close()
await store.close()
console.log(JSON.stringify({ state, writes }))
