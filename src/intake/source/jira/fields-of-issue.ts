import type { FieldKind } from '../../../core/fields/field.ts'
import { fieldValue } from '../../../core/history/field-value.ts'
import { guessKind, hasLoggedValue } from '../../../core/history/guess-kind.ts'
import { basisOf, fieldOfName, isSideOf } from '../../../core/history/log-names.ts'
import type { LoggedName, RawValue } from '../../../core/history/model.ts'
import type { LogItem } from './changelog.ts'
import { type FieldShape, isOpaque, shapeOf } from './field-shape.ts'
import type { JsonObject } from './json.ts'
import { type FieldEvidence, isCustomId, type KnownField, type KnownFields } from './known-fields.ts'
import { valuesIn } from './present-values.ts'
import { importedFields, isComputed, isFieldChange, systemFieldOf } from './system-fields.ts'

/** A field in one issue. */
export interface FieldOfIssue {
  readonly id: string
  /** `null` when neither a declaration nor this issue has the name. */
  readonly name: string | null
  readonly kind: FieldKind
  readonly multi: boolean
  readonly evidence: FieldEvidence
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

/** The fields of an issue by id, and the names in its log that are not next to an id. */
export interface FieldsOfIssue {
  readonly fields: ReadonlyMap<string, FieldOfIssue>
  readonly names: readonly LoggedName[]
}

/**
 * Collects the fields of one issue from its present values and its changelog.
 *
 * Ids and kinds depend only on Jira's system fields, on declarations, and on this issue, never on another issue.
 */
export function fieldsOfIssue(fields: JsonObject, items: readonly LogItem[], known: KnownFields): FieldsOfIssue {
  const logged = items.filter(item => isFieldChange(item.name, item.isCustom))
  const sprintFields = sprintFieldsIn(fields, logged)
  const gathered = new Map<string, Gathered>()
  for (const [trackerId, value] of Object.entries(fields))
    gatherPresent(gathered, trackerId, value, known, sprintFields)
  const names = namesIn(logged)
  const named = logNamesIn(fields, logged, { names, known })
  for (const item of logged) {
    const field = gather(gathered, idOfItem(item, { known, sprintFields, names, named }))
    field.items.push(item)
    if (field.id === 'sprint') field.alias ??= item.fieldId
  }
  return {
    fields: new Map([...gathered].map(([id, field]) => [id, fieldOf(field, known)])),
    names: [...named.values()],
  }
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

/** Returns the names in the log that need a field, each with the one that it means. */
function logNamesIn(
  fields: JsonObject,
  items: readonly LogItem[],
  { names, known }: Pick<ItemContext, 'names' | 'known'>,
): ReadonlyMap<string, LoggedName> {
  const last = new Map(items.filter(item => isNameOnly(item, names)).map(item => [item.name.toLowerCase(), item.to]))
  return new Map(
    [...last].map(([name, value]) => {
      const candidates = known.byName.get(name) ?? []
      const match = { named: candidates.map(({ id }) => id), mapped: null }
      const field = fieldOfName(match, id => hasPresentValue(fields, known.byId.get(id)!, value))
      return [name, { name, field, basis: basisOf(match) }]
    }),
  )
}

/** Returns whether only its name says which field an item changes. */
function isNameOnly(item: LogItem, names: ItemContext['names']): boolean {
  return item.fieldId === null && systemFieldIn(item) === null && !names.has(item.name.toLowerCase())
}

function systemFieldIn({ name, isCustom }: LogItem): string | null {
  return isCustom && name.toLowerCase() !== 'sprint' ? null : systemFieldOf(name)
}

function hasPresentValue(fields: JsonObject, { id, alias, kind, multi }: KnownField, side: RawValue): boolean {
  const sent = [id, alias].map(one => (one === null ? undefined : fields[one])).find(one => one !== undefined)
  if (sent === undefined) return false
  const of = kind ?? shapeOf(sent)?.kind ?? 'option'
  const present = valuesIn(sent, of).map(raw => fieldValue(of, raw))
  return isSideOf({ kind: of, multi: multi || Array.isArray(sent) }, side, present)
}

/** What identifies the field of a log item. */
interface ItemContext {
  readonly known: KnownFields
  readonly sprintFields: ReadonlySet<string>
  /** The ids that other items of the log have next to a name in lower case. */
  readonly names: ReadonlyMap<string, string>
  readonly named: ReadonlyMap<string, LoggedName>
}

function idOfItem(item: LogItem, { known, sprintFields, names, named }: ItemContext): string {
  const { name, fieldId } = item
  const lower = name.toLowerCase()
  if (fieldId !== null) {
    if (sprintFields.has(fieldId)) return 'sprint'
    return known.byId.get(fieldId)?.id ?? (isCustomId(fieldId) ? fieldId : (systemFieldOf(fieldId) ?? fieldId))
  }
  return systemFieldIn(item) ?? names.get(lower) ?? named.get(lower)?.field ?? name
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
  return { ...guessKind(items, isList), evidence: hasLoggedValue(items) ? 0 : -1 }
}
