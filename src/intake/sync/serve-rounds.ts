import { type JobPort, serveJobs, type WorkerContext } from '../../core/base/worker-job.ts'
import { remoteBatchWriter } from '../../store/batches/remote-batch.ts'
import type { Tracker, TrackerClock } from '../source/tracker.ts'
import { trackers } from '../source/trackers.ts'
import type { UncountedIssues } from './round.ts'
import type { RoundJob, RoundServices } from './round-messages.ts'
import type { RoundProgress, RoundResult } from './round-settings.ts'
import { runRound } from './run-round.ts'
import type { SyncStore } from './sync-store.ts'

/** A tracker that stays open between rounds, so that its facts are read only once. */
interface OpenTracker {
  readonly tracker: Tracker
  /** The options that opened it, as text. */
  readonly access: string
  readonly abort: AbortController
}

/**
 * Runs the rounds that arrive at `port`, one after the other: fetches, parses and stages in this thread. The other thread
 * has the store. `clock` also measures the pauses between requests.
 */
export function serveRounds(port: JobPort, clock: TrackerClock): void {
  let open: OpenTracker | null = null
  const uncounted: UncountedIssues = new Map()
  const close = async () => {
    const closed = open
    open = null
    await closed?.tracker.close()
  }
  const trackerFor = async ({ kind, access }: RoundJob, services: RoundServices): Promise<OpenTracker> => {
    const text = JSON.stringify([kind, access])
    if (open?.access === text) return open
    await close()
    const abort = new AbortController()
    const { signal } = abort
    const openTracker = await trackers[kind].load()
    const tracker = openTracker({ ...access, secret: () => services.secret(), clock, signal })
    open = { tracker, access: text, abort }
    return open
  }
  const work = async (
    job: RoundJob,
    { services, emit, signal }: WorkerContext<RoundServices, RoundProgress>,
  ): Promise<RoundResult> => {
    const { tracker, abort } = await trackerFor(job, services)
    // Requests and their waits end at once; the next round opens the tracker again.
    const stop = () => {
      abort.abort(signal.reason)
      void close()
    }
    signal.addEventListener('abort', stop, { once: true })
    try {
      const hintSource = { next: services.nextHints, stop: services.stopHints }
      const options = { ...job.request, clock, onProgress: emit, hintSource, signal }
      return await runRound(tracker, storeOf(services), job.settings, options, uncounted)
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
  serveJobs(port, work, { isSingle: false })
}

/** Returns the store of the other thread. Batches are filled in this one. */
function storeOf(services: RoundServices): SyncStore {
  const { importBatch } = remoteBatchWriter(services)
  return new Proxy(services as RoundServices & SyncStore, {
    get: (target, name) => (name === 'importBatch' ? importBatch : target[name as keyof RoundServices]),
  })
}
