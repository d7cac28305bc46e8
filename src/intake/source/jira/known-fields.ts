import type { FieldKind } from '../../../core/fields/field.ts'
import type { Entity } from '../../../core/history/model.ts'
import type { ListedField } from '../source.ts'

/** The declaration of a field: in the tracker's list of fields, or only its name in the `names` of a page. */
export interface KnownField {
  /** Our id: `sprint` for the sprint field, otherwise the tracker's id. */
  readonly id: string
  readonly name: string
  /** `null` when only the name was declared. */
  readonly kind: FieldKind | null
  readonly multi: boolean
  /** The tracker's id when it differs from ours. */
  readonly alias: string | null
}

/** The description of a field that the issues so far give. */
export interface FieldDescription {
  readonly entity: Extract<Entity, { kind: 'field' }>
  readonly isNamed: boolean
  readonly evidence: FieldEvidence
}

/** The evidence for a field's kind: none, values in the changelog, a present value, or a declaration. */
export type FieldEvidence = -1 | 0 | 1 | 2

/**
 * What is known of a tracker in addition to the current issue.
 *
 * Only *declarations* (`byId`, `byName`) affect how an issue is read. So the order of issues never matters, and
 * importing again gives the same ids. `descriptions` is collected from issues and only describes fields.
 */
export interface KnownFields {
  /** By our id and by the tracker's. */
  readonly byId: Map<string, KnownField>
  /** Custom fields by their present and their untranslated names, in lower case. */
  readonly byName: Map<string, readonly KnownField[]>
  readonly descriptions: Map<string, FieldDescription>
}

/** Returns what is known of a tracker with this list of fields. */
export function knownFields(list: Iterable<ListedField>): KnownFields {
  const known: KnownFields = { byId: new Map(), byName: new Map(), descriptions: new Map() }
  for (const { untranslatedName = null, ...field } of list)
    declare(known, { ...field, alias: field.alias ?? null }, untranslatedName)
  return known
}

/** Adds the names of fields from an export. Does not change fields that are already declared. */
export function learnNames(known: KnownFields, names: Readonly<Record<string, string>>): void {
  for (const [id, name] of Object.entries(names)) {
    if (known.byId.has(id)) continue
    declare(known, { id, name, alias: null, ...kindByName(name, id) })
  }
}

/** Returns whether `id` is the tracker's id of a custom field. */
export function isCustomId(id: string): boolean {
  return id.startsWith('customfield_')
}

function declare(known: KnownFields, field: KnownField, untranslatedName: string | null = null): void {
  known.byId.set(field.id, field)
  if (field.alias !== null) known.byId.set(field.alias, field)
  if (!isCustomId(field.id)) return
  for (const name of new Set([field.name, untranslatedName ?? field.name].map(one => one.toLowerCase()))) {
    const namesakes = (known.byName.get(name) ?? []).filter(({ id }) => id !== field.id)
    known.byName.set(name, [...namesakes, field])
  }
}

/** Recognizes Jira's two built-in custom fields by their names. */
function kindByName(name: string, id: string): Partial<KnownField> & Pick<KnownField, 'kind' | 'multi'> {
  const lower = isCustomId(id) ? name.toLowerCase() : ''
  if (lower === 'sprint') return { id: 'sprint', kind: 'sprint', multi: true, alias: id }
  if (lower === 'epic link') return { kind: 'issue', multi: false }
  return { kind: null, multi: false }
}
