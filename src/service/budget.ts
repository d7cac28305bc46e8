import { UserError } from '../base/errors.ts'
import { Semaphore } from '../store/semaphore.ts'
import { refuseSlowly } from './refuse-slowly.ts'
import { untilStopped } from './until-stopped.ts'

/** How much of one kind of work is taken on. */
export interface BudgetLimits {
  /** How many works go on at once. */
  readonly slots: number
  /** How many wait for that. */
  readonly queue: number
  /** How long a work may take, waiting included. Milliseconds. */
  readonly timeoutMs: number
  /** What a work is ended with then. */
  readonly timedOut: () => Error
  /** When one that is refused may come again. Seconds. */
  readonly retryAfter: number
}

/** How much is going on. */
export interface Load {
  readonly running: number
  readonly waiting: number
}

/** Works of one kind: a limited number at once, a limited number that wait, each for a limited time. */
export class Budget {
  readonly #limits: BudgetLimits
  readonly #room: Semaphore
  readonly #works = new Set<Promise<unknown>>()

  constructor(limits: BudgetLimits) {
    this.#limits = limits
    this.#room = new Semaphore(limits.slots, limits.queue)
  }

  /** What goes on and what waits. A work that was ended counts until it has let go of all it held. */
  get load(): Load {
    return { running: this.#room.running, waiting: this.#room.waiting }
  }

  /**
   * Runs `work` when it is its turn. Throws SERVER_BUSY when too many wait, and what `timedOut` gives when it takes too
   * long; rejects with the signal's reason when it is aborted.
   *
   * `work` is told by its signal when it is to end, and keeps its slot until it does; the answer does not wait for that.
   */
  async run<T>(work: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted()
    const { timeoutMs, timedOut, retryAfter } = this.#limits
    if (this.#room.isFull) await refuseSlowly(new UserError('SERVER_BUSY', { retryAfter }), signal)
    const stop = new AbortController()
    const hangUp = () => stop.abort(signal!.reason)
    const timer = setTimeout(() => stop.abort(timedOut()), timeoutMs)
    signal?.addEventListener('abort', hangUp, { once: true })
    const turn = this.#room.run(() => work(stop.signal), stop.signal)
    this.#works.add(turn)
    void turn.catch(() => {}).then(() => this.#works.delete(turn))
    try {
      return await untilStopped(turn, stop.signal)
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', hangUp)
    }
  }

  /** Resolves when all works that were taken on have let go of what they held, those too that were ended. */
  async idle(): Promise<void> {
    await Promise.allSettled(this.#works)
  }
}
