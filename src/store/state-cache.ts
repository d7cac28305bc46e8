import type { Run } from './run-query.ts'

type Read = (run: Run) => Promise<unknown>

interface Entry {
  revision: number
  readonly value: Promise<unknown>
}

/** Keeps what was read from a state of the store, until another state is read. States are told apart by revision. */
export class StateCache {
  readonly #entries = new Map<Read, Entry>()
  #writes = 0
  #current: number | null = null

  /** How many writes have ended: a snapshot that began before one of them may see an older state. */
  get writes(): number {
    return this.#writes
  }

  /** Notes the revision that a snapshot found, which began after `writes` writes. */
  observe(revision: number, writes: number): void {
    if (writes === this.#writes) this.#current = revision
  }

  /** Notes that a write has ended, whatever it changed. */
  invalidate(): void {
    this.#writes++
    this.#current = null
  }

  /** Notes that a write made `revision`, and changed nothing that is cached. */
  advance(revision: number): void {
    this.#writes++
    this.#current = revision
    for (const entry of this.#entries.values()) if (entry.revision === revision - 1) entry.revision = revision
  }

  /** Returns what `read` returned for the present state; `undefined` when it has not been read, or may have changed. */
  latest<T>(read: (run: Run) => Promise<T>): Promise<T> | undefined {
    const entry = this.#entries.get(read)
    return entry && entry.revision === this.#current ? (entry.value as Promise<T>) : undefined
  }

  /** Returns what `read` returns for the state `revision`, which `run` sees. */
  async get<T>(revision: number, read: (run: Run) => Promise<T>, run: Run): Promise<T> {
    const known = this.#entries.get(read)
    if (known?.revision === revision) {
      // Another request reads it. When that one is cancelled, this one reads by itself.
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
