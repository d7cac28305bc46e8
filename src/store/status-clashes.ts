/** A status as a tracker describes it. */
export interface DescribedStatus {
  readonly name: string
  readonly category: string | null
}

/** A status whose id stands for another status in the store. */
export interface StatusClash {
  readonly id: string
  readonly incoming: DescribedStatus
  readonly stored: DescribedStatus
}

/**
 * Collects the statuses that have another name and another category than in the store: they may be of another tracker.
 *
 * A renamed status keeps its category, and a status that moves to another category keeps its name: neither is collected.
 */
export class StatusClashes {
  readonly #stored: ReadonlyMap<string, DescribedStatus>
  readonly #found = new Map<string, StatusClash>()

  constructor(stored: ReadonlyMap<string, DescribedStatus>) {
    this.#stored = stored
  }

  /** Compares an incoming status with the one of the same id in the store. */
  compare({ id, name, category }: DescribedStatus & { readonly id: string }): void {
    const stored = this.#stored.get(id)
    if (!stored || this.#found.has(id) || category === null || stored.category === null) return
    if (name === stored.name || category === stored.category) return
    this.#found.set(id, { id, incoming: { name, category }, stored })
  }

  /** Returns the clashes in the order in which they came. */
  found(): readonly StatusClash[] {
    return [...this.#found.values()]
  }
}
