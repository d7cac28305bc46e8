// Runs one round of the connection `jira` over a store, in a process that kills itself at one of its writes.
//
// node round-process.js STORE ACCESS KILL_AT: ACCESS is JSON; KILL_AT counts writes from 1, in halves: 2.5 is after the second.

import { openJira } from '../../dist/source/jira/live/open-jira.js'
import { openStore } from '../../dist/store/open-store.js'
import { runRound } from '../../dist/sync/run-round.js'
import { syncStore } from '../../dist/sync/sync-store.js'
import { SYSTEM_CLOCK } from '../../dist/sync/system-clock.js'

const [dir, access, killAt] = process.argv.slice(2)
const READS = new Set(['scopes', 'entries', 'entriesOfProject', 'counts', 'suspects', 'due', 'countDue'])
const MINUTE = 60_000

let writes = 0

function killedAt(count) {
  if (count === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}

/** Returns the store, which kills the process before or after one of its writes. */
function killing(store) {
  return Object.fromEntries(
    Object.entries(store).map(([name, call]) => [
      name,
      async (...values) => {
        if (READS.has(name)) return call(...values)
        const number = ++writes
        killedAt(number)
        const result = await call(...values)
        killedAt(number + 0.5)
        return result
      },
    ]),
  )
}

const store = await openStore(dir, { create: false })
const tracker = openJira({ ...JSON.parse(access), secret: async () => process.env.TOKEN, clock: SYSTEM_CLOCK })
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
