import type { Run } from './run-query.ts'

type Read = (run: Run) => Promise<unknown>

interface Entry {
  revision: number
  readonly value: Promise<unknown>
}

/** Caches data that was read from the store, by revision, until the store changes. */
export class StateCache {
  readonly #entries = new Map<Read, Entry>()
  #writes = 0
  #running = 0
  #current: number | null = null

  /** The number of completed writes. A snapshot that began before a write may have an older state. */
  get writes(): number {
    return this.#writes
  }

  /** Records the revision of a snapshot that began after `writes` writes. */
  observe(revision: number, writes: number): void {
    if (writes === this.#writes) this.#current = revision
  }

  /**
   * Returns the revision of a snapshot that began after `writes` writes, and whose state is fixed by now; `null` if it is unknown,
   * because a write is running or has ended since.
   */
  revisionSince(writes: number): number | null {
    return writes === this.#writes && this.#running === 0 ? this.#current : null
  }

  /** Runs a write. It calls `invalidate` or `advance` after it committed anything. */
  async writing<T>(write: () => Promise<T>): Promise<T> {
    this.#running++
    try {
      return await write()
    } catch (error) {
      this.invalidate()
      throw error
    } finally {
      this.#running--
    }
  }

  /** Records a write that may have changed anything. */
  invalidate(): void {
    this.#writes++
    this.#current = null
  }

  /** Records that a write created `revision` and changed no cached data. */
  advance(revision: number): void {
    this.#writes++
    this.#current = revision
    for (const entry of this.#entries.values()) if (entry.revision === revision - 1) entry.revision = revision
  }

  /** Returns the result of `read` for the current state; `undefined` if it is not cached or may have changed. */
  latest<T>(read: (run: Run) => Promise<T>): Promise<T> | undefined {
    const entry = this.#entries.get(read)
    return entry && entry.revision === this.#current ? (entry.value as Promise<T>) : undefined
  }

  /** Returns the result of `read` for the state `revision`, using `run`. */
  async get<T>(revision: number, read: (run: Run) => Promise<T>, run: Run): Promise<T> {
    const known = this.#entries.get(read)
    if (known?.revision === revision) {
      // Another request is reading it. If that one is cancelled, this one reads it itself.
      const shared = await known.value.then(
        value => ({ value }),
        () => null,
      )
      if (shared) return shared.value as T
    }
    const value = read(run)
    const entry: Entry = { revision, value }
    const present = this.#entries.get(read)
    if (!present || present.revision <= revision) this.#entries.set(read, entry)
    try {
      return await value
    } catch (error) {
      if (this.#entries.get(read) === entry) this.#entries.delete(read)
      throw error
    }
  }
}
