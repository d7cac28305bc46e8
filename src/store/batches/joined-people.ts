import { type DictionaryRow, NAME_ONLY } from '../rows/dictionary.ts'

/** Ranks how well a person is known: only from a history, by login, by key, or by account id. */
function rankOf(row: DictionaryRow): number {
  if (row.authority === 1) return 0
  if (row.account_id !== null) return 3
  return row.key !== null ? 2 : 1
}

/**
 * Returns the ids that are names of one other, better known person, with the id of that person.
 *
 * A history may identify a user by login while the id of the user is the key, and one export may contain logins where
 * another contains keys as well. `ids` are further ids of people. Names shared by several people are ignored.
 */
export function joinedPeople(people: Iterable<DictionaryRow>, ids: Iterable<string>): ReadonlyMap<string, string> {
  // resolveNames decides which person a name means.
  const known = [...people]
    .filter(({ authority }) => authority !== NAME_ONLY)
    .map(row => ({ id: String(row.id), rank: rankOf(row), row }))
  const named = new Map<string, { readonly id: string; readonly rank: number }[]>()
  for (const { id, rank, row } of known) {
    if (rank === 0) continue
    const names = [row.name, row.key, row.account_id]
      .filter(name => name !== null)
      .map(name => String(name).toLowerCase())
    for (const name of new Set(names)) named.set(name, [...(named.get(name) ?? []), { id, rank }])
  }
  const own = new Set(known.map(({ id }) => id))
  const others = [...new Set(ids)].filter(id => !own.has(id)).map(id => ({ id, rank: 0 }))
  const joined = new Map<string, string>()
  // The best known people come first, so that the target of a join is already resolved.
  for (const { id, rank } of [...known, ...others].toSorted((a, b) => b.rank - a.rank)) {
    const better = (named.get(id) ?? []).filter(other => other.rank > rank && other.id !== id)
    const found = new Set(better.map(other => joined.get(other.id) ?? other.id))
    const [only] = found
    if (only !== undefined && found.size === 1) joined.set(id, only)
  }
  return joined
}
