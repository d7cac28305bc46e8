import type { SavedQuery } from '../../catalogue/model.ts'

/** The saved filters with an id, and those with a name; only the name ignores case. */
export interface NamedFilters {
  readonly byId: readonly SavedQuery[]
  readonly byName: readonly SavedQuery[]
}

/** Finds saved filters by id or name, in constant time. */
export function filtersNamed(text: string, filters: readonly SavedQuery[]): NamedFilters {
  const index = indexes.get(filters) ?? indexOf(filters)
  indexes.set(filters, index)
  return { byId: index.byId.get(text) ?? [], byName: index.byName.get(text.toLowerCase()) ?? [] }
}

interface Index {
  readonly byId: ReadonlyMap<string, readonly SavedQuery[]>
  readonly byName: ReadonlyMap<string, readonly SavedQuery[]>
}

const indexes = new WeakMap<readonly SavedQuery[], Index>()

function indexOf(filters: readonly SavedQuery[]): Index {
  return {
    byId: grouped(filters, ({ id }) => id),
    byName: grouped(filters, ({ name }) => name.toLowerCase()),
  }
}

function grouped(filters: readonly SavedQuery[], keyOf: (filter: SavedQuery) => string): Map<string, SavedQuery[]> {
  const groups = new Map<string, SavedQuery[]>()
  for (const filter of filters) {
    const group = groups.get(keyOf(filter))
    if (group) group.push(filter)
    else groups.set(keyOf(filter), [filter])
  }
  return groups
}
