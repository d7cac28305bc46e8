interface Waiting {
  readonly exclusive: boolean
  readonly enter: () => void
}

/** Runs any number of shared tasks together, or one exclusive task alone, in order of arrival. */
export class SharedLock {
  #running = 0
  #isExclusive = false
  readonly #waiting: Waiting[] = []

  /** The number of running tasks. */
  get running(): number {
    return this.#running
  }

  /** Runs `work` together with other shared tasks. Rejects with the signal's reason if aborted while waiting. */
  shared<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#run(false, work, signal)
  }

  /** Runs `work` alone: after all earlier tasks, and before all later ones. */
  exclusive<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#run(true, work, signal)
  }

  async #run<T>(exclusive: boolean, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.#enter(exclusive, signal)
    try {
      return await work()
    } finally {
      this.#running--
      this.#isExclusive = false
      this.#admit()
    }
  }

  #enter(exclusive: boolean, signal?: AbortSignal): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason)
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(signal!.reason)
        // Tasks behind an exclusive task may be able to start without it.
        this.#admit()
      }
      const waiting: Waiting = {
        exclusive,
        enter: () => {
          signal?.removeEventListener('abort', giveUp)
          resolve()
        },
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiting)
      this.#admit()
    })
  }

  #admit(): void {
    for (;;) {
      const next = this.#waiting[0]
      if (!next || this.#isExclusive || (next.exclusive && this.#running > 0)) return
      this.#waiting.shift()
      this.#running++
      this.#isExclusive = next.exclusive
      next.enter()
    }
  }
}
