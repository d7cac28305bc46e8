import type { FieldDefinition, FieldKind } from '../../fields/field.ts'
import type { Entity } from '../../history/model.ts'

/** What was declared about a field: by the tracker's own list of fields, or its name only by the `names` of a page. */
export interface KnownField {
  /** Our id: `sprint` for the field of sprints, else the tracker's. */
  readonly id: string
  readonly name: string
  /** `null` when only the name was declared. */
  readonly kind: FieldKind | null
  readonly multi: boolean
  /** The tracker's id where ours differs. */
  readonly alias: string | null
}

/** What the issues read so far tell about a field. */
export interface FieldDescription {
  readonly entity: Extract<Entity, { kind: 'field' }>
  readonly isNamed: boolean
  readonly evidence: Evidence
}

/** Where a field's kind is known from: a change's looks, a present value's shape, or a declaration. */
export type Evidence = 0 | 1 | 2

/**
 * What is known of a tracker beside the issue that is read.
 *
 * Only what was *declared* (`byId`, `byName`) decides how an issue is read, so that the order of issues never
 * matters, and a second import gives the same ids. `words` is learned from issues and only serves a field's description.
 */
export interface KnownFields {
  /** By our id and by the tracker's. */
  readonly byId: Map<string, KnownField>
  /** Custom fields by their name in lower case; `null` for a name that several of them have: it tells nothing. */
  readonly byName: Map<string, KnownField | null>
  readonly descriptions: Map<string, FieldDescription>
}

/** A field of the tracker's own list, with the tracker's id as `alias` where ours differs. */
export type ListedField = FieldDefinition & { readonly alias?: string | null }

/** What is known of a tracker whose own list of fields is `list`: nothing else yet. */
export function knownFields(list: Iterable<ListedField>): KnownFields {
  const known: KnownFields = { byId: new Map(), byName: new Map(), descriptions: new Map() }
  for (const field of list) declare(known, { ...field, alias: field.alias ?? null })
  return known
}

/** Adds the names of fields that an export carries; a declared field keeps its own. */
export function learnNames(known: KnownFields, names: Readonly<Record<string, string>>): void {
  for (const [id, name] of Object.entries(names)) {
    if (known.byId.has(id)) continue
    declare(known, { id, name, alias: null, ...kindByName(name, id) })
  }
}

/** Whether `id` is the tracker's id of a custom field. */
export function isCustomId(id: string): boolean {
  return id.startsWith('customfield_')
}

function declare(known: KnownFields, field: KnownField): void {
  known.byId.set(field.id, field)
  if (field.alias !== null) known.byId.set(field.alias, field)
  if (!isCustomId(field.id)) return
  const name = field.name.toLowerCase()
  const namesake = known.byName.get(name)
  known.byName.set(name, namesake === undefined || namesake?.id === field.id ? field : null)
}

/** Jira's two own custom fields are known by their names. */
function kindByName(name: string, id: string): Partial<KnownField> & Pick<KnownField, 'kind' | 'multi'> {
  const lower = isCustomId(id) ? name.toLowerCase() : ''
  if (lower === 'sprint') return { id: 'sprint', kind: 'sprint', multi: true, alias: id }
  if (lower === 'epic link') return { kind: 'issue', multi: false }
  return { kind: null, multi: false }
}
