import { readLakeRevisions } from '../store/lake-rows.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'
import { expiryOf, KEPT_MS } from './expire.ts'

/** Where the results of automatic work go. */
export interface LakeLog {
  readonly info: (fields: object, message: string) => void
  readonly warn: (fields: object, message: string) => void
}

/** The dependencies of automatic work on a lake. */
interface AutomaticDeps {
  readonly store: Store
  readonly log: LakeLog
  /** Returns whether the store is being closed: failures are expected then. */
  readonly isClosing: () => boolean
}

/** The pause between a change and its publishing, so that the batches of a round are published together. */
const PAUSE_MS = 10_000

/** The pause before another attempt to remove revisions: a report read one, or the place could not be reached. */
const RETRY_MS = 60_000

/** Publishes now, and after each import, round or removal, until the returned function is called. */
export function publishOnChanges({
  store,
  log,
  isClosing,
  publish,
}: AutomaticDeps & { readonly publish: () => Promise<object> }): () => void {
  let timer: NodeJS.Timeout | undefined
  const schedule = () => {
    timer ??= setTimeout(async () => {
      timer = undefined
      try {
        log.info({ ...(await publish()) }, 'published')
      } catch (error) {
        if (!isClosing()) log.warn({ err: error }, 'the store could not be published')
      }
    }, PAUSE_MS)
  }
  store.onBatch = schedule
  schedule()
  return () => {
    store.onBatch = null
    clearTimeout(timer)
  }
}

/** Removes revisions when they expire. */
export class ExpiryTimer {
  readonly #deps: AutomaticDeps & { readonly now: () => Instant; readonly expire: () => Promise<number> }
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(deps: AutomaticDeps & { readonly now: () => Instant; readonly expire: () => Promise<number> }) {
    this.#deps = deps
  }

  /** Sets the timer to the next expiry. Call it after each publish. */
  schedule(): void {
    void this.#set(PAUSE_MS)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  async #set(atLeast: number): Promise<void> {
    const { store, now } = this.#deps
    try {
      const expiries = (await store.snapshot(readLakeRevisions)).map(expiryOf).filter(expiry => expiry !== null)
      if (this.#isStopped || expiries.length === 0) return
      // The clock can have been set back.
      const left = Math.min(Math.max(atLeast, Math.min(...expiries) - now()), KEPT_MS)
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => void this.#expire(), left).unref()
    } catch (error) {
      this.#warn(error)
    }
  }

  async #expire(): Promise<void> {
    const { log, expire } = this.#deps
    try {
      const removed = await expire()
      if (removed > 0) log.info({ removed }, 'removed expired revisions of the lake')
    } catch (error) {
      this.#warn(error)
    }
    await this.#set(RETRY_MS)
  }

  #warn(error: unknown): void {
    const { log, isClosing } = this.#deps
    if (!isClosing()) log.warn({ err: error }, 'expired revisions of the lake could not be removed')
  }
}
