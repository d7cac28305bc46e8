/** Lets a limited number of works go on at once; the others wait in order of arrival. */
export class Semaphore {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(size: number) {
    this.#free = size
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting.length
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
    if (this.#free > 0) {
      this.#free--
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

  #leave(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
