/** The kinds whose values have a dictionary of their own. */
const dictionaryKinds = [
  'status',
  'user',
  'project',
  'type',
  'priority',
  'resolution',
  'version',
  'component',
  'sprint',
] as const

export type DictionaryKind = (typeof dictionaryKinds)[number]

/**
 * What kind of values a field holds. It decides how two of them are compared and how they are shown.
 *
 * `option` and `label` values are named by themselves; `issue` is another issue's key.
 */
export type FieldKind = DictionaryKind | 'issue' | 'option' | 'label' | 'text' | 'number' | 'date' | 'datetime'

/**
 * What kind of values a field has in queries: it decides how they are resolved, and which operators suit.
 *
 * `duration` is a number of seconds of estimated or logged work; `key` the issue itself; `statusCategory`, `allText` and
 * `filter` can be queried, but no issue holds them.
 */
export type QueryFieldKind = FieldKind | 'key' | 'duration' | 'statusCategory' | 'allText' | 'filter'

/** Returns the dictionary of a kind of fields; `null` when it has none. */
export function dictionaryOf(kind: QueryFieldKind): DictionaryKind | null {
  return DICTIONARIES.has(kind) ? (kind as DictionaryKind) : null
}

const DICTIONARIES: ReadonlySet<QueryFieldKind> = new Set(dictionaryKinds)

/** A field of the tracker. */
export interface FieldDefinition<Kind extends QueryFieldKind = FieldKind> {
  /** The id clients ask for: `status`, `fixVersions`, `customfield_10020`. */
  readonly id: string
  readonly name: string
  readonly kind: Kind
  /** Whether an issue can hold several values at once. */
  readonly multi: boolean
}
