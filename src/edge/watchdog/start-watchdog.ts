import { Worker } from 'node:worker_threads'
import type { LevelWithSilentOrString, Logger } from 'pino'
import { type Beats, createBeats, startBeats } from './beats.ts'
import { SILENCE_LIMIT, type SilenceLimit } from './watch-loop.ts'

/** The data of the watchdog's thread. */
export interface Watched {
  readonly beats: Beats
  readonly limit: SilenceLimit
  readonly logLevel: LevelWithSilentOrString
}

/**
 * Starts a thread that ends this process if its event loop is silent for too long. It also sends the messages that the
 * service manager expects while the loop responds. The result stops it.
 */
export function startWatchdog(log: Logger): () => Promise<void> {
  const watched: Watched = { beats: createBeats(), limit: SILENCE_LIMIT, logLevel: log.level }
  const stopBeats = startBeats(watched.beats)
  const thread = new Worker(new URL('./watchdog-thread.js', import.meta.url), { workerData: watched })
  thread.unref()
  thread.on('error', error => log.error({ err: error }, 'defect'))
  return async () => {
    stopBeats()
    await thread.terminate()
  }
}
