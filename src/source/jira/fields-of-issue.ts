import type { FieldKind } from '../../fields/field.ts'
import type { FieldValue } from '../../history/model.ts'
import { isSameValue } from '../../history/stay.ts'
import { parseInstant } from '../../time/instant.ts'
import type { LogItem } from './changelog.ts'
import { type FieldShape, isOpaque, shapeOf } from './field-shape.ts'
import { fieldValue, type RawValue } from './field-value.ts'
import type { JsonObject } from './json.ts'
import { type Evidence, isCustomId, type KnownField, type KnownFields } from './known-fields.ts'
import { isBracketed, valuesOfSide } from './logged-values.ts'
import { valuesIn } from './present-values.ts'
import { isGeneratedUserId } from './read-person.ts'
import { importedFields, isComputed, isFieldChange, systemFieldOf } from './system-fields.ts'

/** A field in one issue. */
export interface FieldOfIssue {
  readonly id: string
  /** `null` when neither a declaration nor this issue has the name. */
  readonly name: string | null
  readonly kind: FieldKind
  readonly multi: boolean
  readonly evidence: Evidence
  readonly alias: string | null
  /** Its present values in `fields`; `null` when the export omits the field. */
  readonly present: readonly unknown[] | null
  readonly items: readonly LogItem[]
}

/** The data of a field before its kind is known. */
interface Gathered {
  readonly id: string
  readonly present: unknown[]
  readonly shapes: FieldShape[]
  readonly items: LogItem[]
  alias: string | null
}

/**
 * Collects the fields of one issue, by id, from its present values and its changelog.
 *
 * Ids and kinds depend only on Jira's system fields, on declarations, and on this issue, never on another issue.
 */
export function fieldsOfIssue(
  fields: JsonObject,
  items: readonly LogItem[],
  known: KnownFields,
): ReadonlyMap<string, FieldOfIssue> {
  const logged = items.filter(item => isFieldChange(item.name, item.isCustom))
  const sprintFields = sprintFieldsIn(fields, logged)
  const gathered = new Map<string, Gathered>()
  for (const [trackerId, value] of Object.entries(fields))
    gatherPresent(gathered, trackerId, value, known, sprintFields)
  const context = { known, sprintFields, names: namesIn(logged), matching: matchingNames(fields, logged, known) }
  for (const item of logged) {
    const field = gather(gathered, idOfItem(item, context))
    field.items.push(item)
    if (field.id === 'sprint') field.alias ??= item.fieldId
  }
  return new Map([...gathered].map(([id, field]) => [id, fieldOf(field, known)]))
}

/** Returns the tracker's ids of the fields that contain sprints, as far as this issue shows. */
function sprintFieldsIn(fields: JsonObject, items: readonly LogItem[]): ReadonlySet<string> {
  const found = new Set(['sprint', 'closedSprints'])
  for (const [id, value] of Object.entries(fields)) {
    if (isCustomId(id) && typeof value === 'object' && shapeOf(value)?.kind === 'sprint') found.add(id)
  }
  for (const { name, fieldId } of items) if (fieldId !== null && name.toLowerCase() === 'sprint') found.add(fieldId)
  return found
}

function namesIn(items: readonly LogItem[]): ReadonlyMap<string, string> {
  const named = new Map<string, string>()
  for (const { name, fieldId } of items) if (fieldId !== null) named.set(name.toLowerCase(), fieldId)
  return named
}

function gather(gathered: Map<string, Gathered>, id: string): Gathered {
  let field = gathered.get(id)
  if (!field) {
    field = { id, present: [], shapes: [], items: [], alias: null }
    gathered.set(id, field)
  }
  return field
}

function gatherPresent(
  gathered: Map<string, Gathered>,
  trackerId: string,
  value: unknown,
  known: KnownFields,
  sprintFields: ReadonlySet<string>,
): void {
  const isCustom = isCustomId(trackerId)
  if (isComputed(trackerId) || (isCustom && isOpaque(value))) return
  const shape = shapeOf(value)
  if (shape === null) return
  const field = gather(gathered, sprintFields.has(trackerId) ? 'sprint' : (known.byId.get(trackerId)?.id ?? trackerId))
  field.present.push(value)
  field.shapes.push(shape)
  if (field.id === 'sprint' && isCustom) field.alias = trackerId
}

/**
 * Returns the fields that log names mean, by name in lower case: the only one of the tracker with the name, or among several the
 * one whose present value is the last logged value.
 */
function matchingNames(fields: JsonObject, items: readonly LogItem[], known: KnownFields): ReadonlyMap<string, string> {
  const last = new Map(items.filter(({ fieldId }) => fieldId === null).map(item => [item.name.toLowerCase(), item.to]))
  const found = new Map<string, string>()
  for (const [name, value] of last) {
    const candidates = known.byName.get(name) ?? []
    const same =
      candidates.length === 1 ? candidates : candidates.filter(field => hasPresentValue(fields, field, value))
    if (same.length === 1) found.set(name, same[0]!.id)
  }
  return found
}

/** Returns whether the present values of a field are those of one side of a log item. */
function hasPresentValue(fields: JsonObject, { id, alias, kind, multi }: KnownField, side: RawValue): boolean {
  const sent = [id, alias].map(one => (one === null ? undefined : fields[one])).find(one => one !== undefined)
  if (sent === undefined) return false
  const of = kind ?? shapeOf(sent)?.kind ?? 'option'
  const isList = multi || Array.isArray(sent)
  const present = valuesIn(sent, of).map(raw => fieldValue(of, raw))
  const logged = valuesOfSide({ kind: of, multi: isList }, side).map(raw => fieldValue(of, raw))
  const isIn = (one: FieldValue, others: readonly FieldValue[]) => others.some(other => isSameValue(one, other))
  return (
    present.length === logged.length &&
    present.every(one => isIn(one, logged)) &&
    logged.every(one => isIn(one, present))
  )
}

/** What identifies the field of a log item. */
interface ItemContext {
  readonly known: KnownFields
  readonly sprintFields: ReadonlySet<string>
  /** The ids that other items of the log have next to a name in lower case. */
  readonly names: ReadonlyMap<string, string>
  readonly matching: ReadonlyMap<string, string>
}

function idOfItem({ name, fieldId, isCustom }: LogItem, { known, sprintFields, names, matching }: ItemContext): string {
  const lower = name.toLowerCase()
  if (fieldId !== null) {
    if (sprintFields.has(fieldId)) return 'sprint'
    return known.byId.get(fieldId)?.id ?? (isCustomId(fieldId) ? fieldId : (systemFieldOf(fieldId) ?? fieldId))
  }
  const system = isCustom && lower !== 'sprint' ? null : systemFieldOf(name)
  return system ?? names.get(lower) ?? matching.get(lower) ?? name
}

function fieldOf({ id, present, shapes, items, alias }: Gathered, known: KnownFields): FieldOfIssue {
  const declared = known.byId.get(id)
  const name = declared?.name ?? importedFields.get(id)?.name ?? items[0]?.name ?? null
  return {
    id,
    name,
    ...kindOfField(id, name, shapes, items, known),
    alias: declared?.alias ?? alias,
    present: present.length > 0 ? present : null,
    items,
  }
}

function kindOfField(
  id: string,
  name: string | null,
  shapes: readonly FieldShape[],
  items: readonly LogItem[],
  known: KnownFields,
): Pick<FieldOfIssue, 'kind' | 'multi' | 'evidence'> {
  const system = importedFields.get(id)
  if (system) return { kind: system.kind, multi: system.multi, evidence: 2 }
  const isList = shapes.some(shape => shape.multi)
  const declared = known.byId.get(id)
  if (declared?.kind) return { kind: declared.kind, multi: declared.multi || isList, evidence: 2 }
  if (name?.toLowerCase() === 'epic link') return { kind: 'issue', multi: false, evidence: 2 }
  const shown = shapes.find(shape => shape.kind !== null)?.kind
  if (shown) return { kind: shown, multi: isList, evidence: 1 }
  return { ...guessKind(items, isList), evidence: 0 }
}

/** Guesses the kind of a field from its values in the changelog, when there is no other information. */
function guessKind(items: readonly LogItem[], isList: boolean): FieldShape & { kind: FieldKind } {
  const sides = items.flatMap(({ from, to }) => [from, to]).filter(({ id, label }) => id !== null || label !== null)
  const ids = sides.map(side => side.id).filter(id => id !== null)
  const multi = isList || ids.some(isBracketed) || (ids.length === 0 && all(sides, ({ label }) => isBracketed(label)))
  const texts = ids.length > 0 ? ids : sides.map(side => side.label ?? '')
  if (multi) return { kind: all(ids, isUserList) ? 'user' : 'option', multi }
  return { kind: ids.length > 0 ? kindOfIds(sides, ids) : kindOfTexts(texts), multi }
}

function kindOfIds(sides: readonly RawValue[], ids: readonly string[]): FieldKind {
  if (ids.length < sides.length) return 'option'
  if (all(ids, id => /^\d{4}-\d{2}-\d{2}$/.test(id))) return 'date'
  if (all(ids, id => parseInstant(id) !== null)) return 'datetime'
  return all(ids, isGeneratedUserId) ? 'user' : 'option'
}

function kindOfTexts(texts: readonly string[]): FieldKind {
  if (all(texts, text => /^-?\d+(?:\.\d+)?$/.test(text))) return 'number'
  return all(texts, text => /^\d{4}-\d{2}-\d{2}(?: 00:00:00\.0)?$/.test(text)) ? 'date' : 'text'
}

function isUserList(ids: string): boolean {
  return all(ids.replace(/^\[|\]$/g, '').split(/, ?/), isGeneratedUserId)
}

/** Returns whether there is at least one element, and all of them pass the test. */
function all<T>(elements: readonly T[], test: (element: T) => boolean): boolean {
  return elements.length > 0 && elements.every(test)
}
