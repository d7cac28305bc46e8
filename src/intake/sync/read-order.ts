/**
 * The order of the reads of a round. While a round reads issues, webhooks may name some of them, and these are read at the
 * same time. Then the read that began last counts, whichever ends last.
 */
export class ReadOrder {
  #last = 0
  /** By issue that a webhook named in this round: the newest read that was stored, or its removal. */
  readonly #newest = new Map<string, number>()

  /** Begins a read, and returns its place in the order. */
  begin(): number {
    return ++this.#last
  }

  /** Watches issues that a webhook named. */
  watch(ids: readonly string[]): void {
    for (const id of ids) if (!this.#newest.has(id)) this.#newest.set(id, 0)
  }

  /** Whether a webhook named the issue in this round. */
  isWatched(id: string): boolean {
    return this.#newest.has(id)
  }

  /** Notes that a read is stored. Returns `false` if a later one was stored before; then this one must not be. */
  store(id: string, read: number): boolean {
    const newest = this.#newest.get(id)
    if (newest === undefined) return true
    if (newest > read) return false
    this.#newest.set(id, read)
    return true
  }

  /** Notes that an issue was removed: reads that began before are not stored. */
  remove(id: string): void {
    if (this.#newest.has(id)) this.#newest.set(id, this.begin())
  }
}
