/** Limits the number of concurrent tasks. Others wait in order of arrival. */
export class Semaphore {
  readonly #size: number
  readonly #maxWaiting: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** Allows `size` concurrent tasks, and a queue of `maxWaiting`. */
  constructor(size: number, maxWaiting = Number.POSITIVE_INFINITY) {
    this.#size = size
    this.#maxWaiting = maxWaiting
  }

  /** The number of running tasks. */
  get running(): number {
    return this.#running
  }

  /** The number of waiting tasks. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether the queue is full. `run` does not check this. */
  get isFull(): boolean {
    return this.#running >= this.#size && this.#waiting.length >= this.#maxWaiting
  }

  /** Runs `work` when a slot is free. Rejects with the signal's reason if aborted while waiting. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(signal)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  #enter(signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    if (this.#running < this.#size) {
      this.#running++
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const enter = () => {
        signal?.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(signal!.reason)
      }
      this.#waiting.push(enter)
      signal?.addEventListener('abort', giveUp, { once: true })
    })
  }

  /** The slot is passed directly to the next task, so that later arrivals cannot overtake it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
