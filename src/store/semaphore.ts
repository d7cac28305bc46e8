/** Lets a limited number of works go on at once; the others wait in order of arrival. */
export class Semaphore {
  readonly #size: number
  readonly #most: number
  #running = 0
  readonly #waiting: (() => void)[] = []

  /** Room for `size` works, and for `most` that wait. */
  constructor(size: number, most = Number.POSITIVE_INFINITY) {
    this.#size = size
    this.#most = most
  }

  /** How many go on. */
  get running(): number {
    return this.#running
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
  }

  /** Whether one more would have to wait, and may not: ask before `run`, which does not. */
  get isFull(): boolean {
    return this.#running >= this.#size && this.#waiting.length >= this.#most
  }

  /** Runs `work` when there is room. Rejects with the signal's reason when it is aborted while waiting. */
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

  /** The place goes to the next one at once, so that nobody who comes later takes it. */
  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#running--
  }
}
