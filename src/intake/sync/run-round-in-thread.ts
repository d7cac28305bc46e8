import { Worker } from 'node:worker_threads'
import { runInWorker, type WorkerPort } from '../../core/base/worker-job.ts'
import { batchServices } from '../../store/batches/remote-batch.ts'
import type { Store } from '../../store/engine/store.ts'
import type { RoundJob, RoundServices } from './round-messages.ts'
import type { HintSource, RoundProgress, RoundResult } from './round-settings.ts'
import { syncRows } from './sync-store.ts'

/** The callbacks of a round in another thread. */
export interface RoundListeners {
  /** Reads the secret of the connection. */
  readonly secret: () => Promise<string>
  readonly onProgress?: ((progress: RoundProgress) => void) | undefined
  /** The issues that webhooks name during the round. */
  readonly hintSource?: HintSource | undefined
  readonly signal?: AbortSignal | undefined
}

const NO_HINTS: HintSource = { next: async () => null, stop: async () => {} }

/** The threads of each store, by connection. A thread stays for the next round, with its tracker open. */
const threads = new WeakMap<Store, Map<string, WorkerPort>>()

/** Starts a thread that runs rounds. */
export function startRoundThread(): WorkerPort {
  return new Worker(new URL('./round-thread.js', import.meta.url))
}

/**
 * Runs one round over a store in the thread of its connection, which `start` starts for the first round; see runRound.
 * Rounds of a connection must not overlap. This thread only merges, so that it can go on answering.
 */
export async function runRoundInThread(
  store: Store,
  start: () => WorkerPort,
  job: RoundJob,
  { secret, onProgress, hintSource = NO_HINTS, signal }: RoundListeners,
): Promise<RoundResult> {
  const thread = threadOf(store, job.connection) ?? startThread(store, job.connection, start)
  const { close, ...batches } = batchServices(store)
  const services: RoundServices = {
    ...syncRows(store, job.connection),
    ...batches,
    secret,
    nextHints: hintSource.next,
    stopHints: hintSource.stop,
  }
  const onEvent = (progress: RoundProgress) => onProgress?.(progress)
  thread.ref()
  try {
    return (await runInWorker(thread, { name: 'round', job, services, onEvent, signal })) as RoundResult
  } finally {
    // A thread without a round does not keep the process alive.
    thread.unref()
    // A round that was aborted may still wait for hints, and must not take any.
    await hintSource.stop()
    await close()
  }
}

/** Ends the thread of a connection that has no more rounds. */
export function closeRoundThread(store: Store, connection: string): void {
  threadOf(store, connection)?.postMessage({ close: true })
  threads.get(store)?.delete(connection)
}

function threadOf(store: Store, connection: string): WorkerPort | undefined {
  return threads.get(store)?.get(connection)
}

function startThread(store: Store, connection: string, start: () => WorkerPort): WorkerPort {
  const thread = start()
  const own = threads.get(store) ?? new Map<string, WorkerPort>()
  threads.set(store, own.set(connection, thread))
  const forget = () => {
    if (own.get(connection) === thread) own.delete(connection)
  }
  thread.on('error', forget)
  thread.on('exit', forget)
  return thread
}
