/** A status as described by a tracker. */
export interface DescribedStatus {
  readonly name: string
  readonly category: string | null
}

/** A status whose id belongs to a different status in the store. */
export interface StatusClash {
  readonly id: string
  readonly incoming: DescribedStatus
  readonly stored: DescribedStatus
}

/**
 * Collects the statuses whose name and category both differ from those in the store: they may belong to another
 * tracker.
 *
 * A renamed status keeps its category, and a status that moves to another category keeps its name, so neither is
 * collected.
 */
export class StatusClashes {
  readonly #stored: ReadonlyMap<string, DescribedStatus>
  readonly #found = new Map<string, StatusClash>()

  constructor(stored: ReadonlyMap<string, DescribedStatus>) {
    this.#stored = stored
  }

  /** Compares an incoming status with the stored status of the same id. */
  compare({ id, name, category }: DescribedStatus & { readonly id: string }): void {
    const stored = this.#stored.get(id)
    if (!stored || this.#found.has(id) || category === null || stored.category === null) return
    if (name === stored.name || category === stored.category) return
    this.#found.set(id, { id, incoming: { name, category }, stored })
  }

  /** Returns the clashes in order of occurrence. */
  found(): readonly StatusClash[] {
    return [...this.#found.values()]
  }
}
