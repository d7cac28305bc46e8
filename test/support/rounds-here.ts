import { MessageChannel } from 'node:worker_threads'
import type { TrackerDeps } from '../../src/app/workspace/workspace.ts'
import type { WorkerPort } from '../../src/core/base/worker-job.ts'
import type { TrackerClock } from '../../src/intake/source/tracker.ts'
import { trackers } from '../../src/intake/source/trackers.ts'
import { serveRounds } from '../../src/intake/sync/serve-rounds.ts'
import { SYSTEM_CLOCK } from '../../src/intake/sync/system-clock.ts'

/** The longest sleep of rounds in tests. Milliseconds. */
const MAX_SLEEP = 50

/** A clock with short sleeps: a failed request is otherwise repeated after up to two seconds. */
const HASTY_CLOCK: TrackerClock = {
  ...SYSTEM_CLOCK,
  sleep: (ms, signal) => SYSTEM_CLOCK.sleep(Math.min(ms, MAX_SLEEP), signal),
}

/** What connections need in tests. Rounds run in this thread, because another thread could only run the build. */
export const TRACKERS: TrackerDeps = {
  env: {},
  settings: {},
  loadTracker: async kind => {
    const open = await trackers[kind].load()
    return access => open({ ...access, clock: HASTY_CLOCK })
  },
  startRoundThread: roundHere,
}

function roundHere(): WorkerPort {
  const { port1, port2 } = new MessageChannel()
  serveRounds(port1, HASTY_CLOCK)
  return port2
}
