import type { SavedFilter } from '../catalogue.ts'

/** The saved filters that a text names: by their id, and by their name without regard to case. */
export interface NamedFilters {
  readonly byId: readonly SavedFilter[]
  readonly byName: readonly SavedFilter[]
}

/** Finds saved filters; looking one up takes as long however many there are. */
export function filtersNamed(text: string, filters: readonly SavedFilter[]): NamedFilters {
  const index = indices.get(filters) ?? indexOf(filters)
  indices.set(filters, index)
  return { byId: index.byId.get(text) ?? [], byName: index.byName.get(text.toLowerCase()) ?? [] }
}

interface Index {
  readonly byId: ReadonlyMap<string, readonly SavedFilter[]>
  readonly byName: ReadonlyMap<string, readonly SavedFilter[]>
}

const indices = new WeakMap<readonly SavedFilter[], Index>()

function indexOf(filters: readonly SavedFilter[]): Index {
  return {
    byId: grouped(filters, ({ id }) => id),
    byName: grouped(filters, ({ name }) => name.toLowerCase()),
  }
}

function grouped(filters: readonly SavedFilter[], keyOf: (filter: SavedFilter) => string): Map<string, SavedFilter[]> {
  const groups = new Map<string, SavedFilter[]>()
  for (const filter of filters) {
    const group = groups.get(keyOf(filter))
    if (group) group.push(filter)
    else groups.set(keyOf(filter), [filter])
  }
  return groups
}
