import { MessageChannel } from 'node:worker_threads'
import type { WorkerPort } from '../../src/base/worker-job.ts'
import { trackers } from '../../src/source/trackers.ts'
import { serveRounds } from '../../src/sync/serve-rounds.ts'
import type { TrackerDeps } from '../../src/workspace/workspace.ts'

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
