/** The kinds of fields whose values have a dictionary. */
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

/** The kind of a value with its own dictionary. */
export type DictionaryKind = (typeof dictionaryKinds)[number]

/** The kinds of fields whose values logs may give by name only. The store finds out which id such a name means. */
export const namedKinds = [
  'status',
  'user',
  'type',
  'priority',
  'resolution',
  'version',
  'component',
] as const satisfies readonly DictionaryKind[]

/**
 * The kind of a field's values. It determines how they are compared and shown.
 *
 * `option` and `label` values are their own names; an `issue` value is the key of another issue.
 */
export type FieldKind = DictionaryKind | 'issue' | 'option' | 'label' | 'text' | 'number' | 'date' | 'datetime'

/**
 * The kind of a field in queries. It determines how values are resolved, and which operators are allowed.
 *
 * `duration` is estimated or logged work in seconds; `key` is the issue itself; `statusCategory`, `allText` and
 * `filter` exist in queries only.
 */
export type QueryFieldKind = FieldKind | 'key' | 'duration' | 'statusCategory' | 'allText' | 'filter'

/** Returns the dictionary of a kind of fields; `null` if it has none. */
export function dictionaryOf(kind: QueryFieldKind): DictionaryKind | null {
  return DICTIONARIES.has(kind) ? (kind as DictionaryKind) : null
}

const DICTIONARIES: ReadonlySet<QueryFieldKind> = new Set(dictionaryKinds)

/** A field of the tracker. */
export interface FieldDefinition<Kind extends QueryFieldKind = FieldKind> {
  /** The id in requests: `status`, `fixVersions`, `customfield_10020`. */
  readonly id: string
  readonly name: string
  readonly kind: Kind
  /** Whether an issue can have several values at once. */
  readonly multi: boolean
}
