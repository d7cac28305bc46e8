import { MessageChannel } from 'node:worker_threads'
import type { TrackerDeps } from '../../src/app/workspace/workspace.ts'
import type { WorkerPort } from '../../src/core/base/worker-job.ts'
import { trackers } from '../../src/intake/source/trackers.ts'
import { serveRounds } from '../../src/intake/sync/serve-rounds.ts'

/** What connections need in tests. Rounds run in this thread, because another thread could only run the build. */
export const TRACKERS: TrackerDeps = {
  env: {},
  settings: {},
  loadTracker: kind => trackers[kind].load(),
  startRoundThread: roundHere,
}

function roundHere(): WorkerPort {
  const { port1, port2 } = new MessageChannel()
  serveRounds(port1)
  return port2
}
