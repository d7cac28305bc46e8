import { type FieldKind, namedKinds } from '../fields/field.ts'
import { entityNamed } from './entity-named.ts'
import { fieldValue, hasIds } from './field-value.ts'
import { type Pairs, valuesOfSide } from './logged-values.ts'
import type { Entity, FieldValue, RawValue } from './model.ts'
import { personNamed } from './person-named.ts'

/** The two sides of an item of a log. */
export interface LoggedSides {
  readonly from: RawValue
  readonly to: RawValue
}

/** A field of an issue with its items in the log. */
export interface LoggedField {
  readonly kind: FieldKind
  readonly multi: boolean
  readonly items: readonly LoggedSides[]
  /** The present values; empty when the source omits the field. */
  readonly present: readonly RawValue[]
  /** Whether users of the log without another sign have account ids. */
  readonly isCloud: boolean
}

/** A value of a log, with what the log says about it. */
export interface LoggedValue {
  readonly value: FieldValue
  /** `null` for values by name only, and for those without a dictionary. */
  readonly entity: Entity | null
  /** Whether the name of the entity is only its id. */
  readonly isBare: boolean
}

/** Reads the values of a field in the log of an issue. */
export interface LoggedFieldReader {
  /** Returns the values of one side of an item. */
  readonly valuesOf: (side: RawValue) => readonly LoggedValue[]
  /** Completes a value that lacks its id or label, as far as the issue shows them. */
  readonly completed: (raw: RawValue) => RawValue
  /** Returns the value that a log has with this id or label. */
  readonly read: (raw: RawValue) => LoggedValue
}

const NAMED: ReadonlySet<FieldKind> = new Set(namedKinds)

/** Returns a reader of a field's values in the log of one issue. */
export function loggedField(field: LoggedField): LoggedFieldReader {
  let found: Pairs | null = null
  const pairs = () => (found ??= pairsIn(field))
  const completeCutText = cutTextsOf(field)
  const completed = (raw: RawValue) => completedBy(field, raw, pairs)
  const read = (raw: RawValue) => loggedValue(field, completed(raw))
  return {
    completed,
    read,
    valuesOf: side => {
      if (side.id === null && side.label === null) return []
      const raws = valuesOfSide(field, completeCutText(side), field.multi ? pairs() : undefined)
      return distinct(raws.map(raw => (isNamed(field.kind, raw) ? namedValue(field.kind, raw) : read(raw))))
    },
  }
}

/** Returns the values without those whose id an earlier one has; the last of them stays. */
function distinct(values: readonly LoggedValue[]): readonly LoggedValue[] {
  if (values.length < 2) return values
  return [...new Map(values.map(one => [one.value.id, one])).values()]
}

/** Returns whether only the store can find the id of a value. */
function isNamed(kind: FieldKind, { id, isFormer }: RawValue): boolean {
  return id === null && !isFormer && NAMED.has(kind)
}

function namedValue(kind: FieldKind, raw: RawValue): LoggedValue {
  return { value: { ...fieldValue(kind, raw), isNamed: true }, entity: null, isBare: false }
}

function loggedValue({ kind, isCloud }: LoggedField, raw: RawValue): LoggedValue {
  if (kind === 'user') {
    const spelled = raw.id ?? raw.label ?? ''
    const label = raw.label ?? spelled
    const value = { id: spelled.toLowerCase(), label }
    return { value, entity: personNamed(spelled, label, isCloud), isBare: false }
  }
  const value = fieldValue(kind, raw)
  return { value, entity: entityNamed(kind, value), isBare: raw.label === raw.id }
}

/** Returns a function that completes the truncated texts of a text field. Values of other fields stay as they are. */
function cutTextsOf({ kind, multi, items, present }: LoggedField): (side: RawValue) => RawValue {
  if (kind !== 'text' || multi || items.length === 0) return side => side
  const logged = items.flatMap(({ from, to }) => [from.label, to.label]).filter(text => text !== null)
  const complete = cutTextCompleter(present[0]?.label ?? null, logged)
  return ({ id, label }) => ({ id, label: id === null && label !== null ? complete(label) : label })
}

/** Completes a value that lacks its id or label, from the pairs in this issue. */
function completedBy({ kind, items }: LoggedField, raw: RawValue, pairs: () => Pairs): RawValue {
  const isWhole = raw.id !== null && raw.label !== null
  if (isWhole || !hasIds(kind) || items.length === 0) return raw
  if (raw.id === null) return { id: pairs().idByLabel.get(raw.label ?? '') ?? null, label: raw.label }
  return { id: raw.id, label: pairs().labelById.get(raw.id) ?? raw.id }
}

function pairsIn(field: LoggedField): Pairs {
  const idByLabel = new Map<string, string>()
  const labelById = new Map<string, string>()
  const labelsById = new Map<string, Set<string>>()
  const pairs = { idByLabel, labelById, labelsById }
  const learn = (raws: readonly RawValue[]) => {
    for (const { id, label } of raws) {
      if (id === null || label === null) continue
      if (!idByLabel.has(label)) idByLabel.set(label, id)
      if (!labelById.has(id)) labelById.set(id, label)
      labelsById.set(id, (labelsById.get(id) ?? new Set()).add(label))
    }
  }
  learn(field.present)
  const logged = field.items.flatMap(({ from, to }) => [from, to]).filter(side => side.id !== null)
  // Values are added or removed one by one, so each list is next to one whose labels are known.
  for (const side of logged) learn(valuesOfSide(field, side, pairs))
  if (field.multi) for (const side of logged.toReversed()) learn(valuesOfSide(field, side, pairs))
  return pairs
}

/** The maximum length of short text fields, such as summaries, in Jira's database. */
const COLUMN_WIDTH = 255

/**
 * Returns a function that completes truncated texts of the log: a truncated text becomes the present text if it is a
 * prefix of it.
 *
 * A text may be truncated when it ends in an ellipsis or has exactly 255 characters. If the log contains a longer
 * complete text of the field, that length was not a limit, so the text stays as it is.
 */
export function cutTextCompleter(present: string | null, logged: readonly string[]): (text: string) => string {
  if (present === null) return text => text
  const longestWhole = Math.max(0, ...logged.filter(text => beginning(text) === null).map(text => text.length))
  return text => {
    const begun = beginning(text)
    const isCut = begun !== null && longestWhole < text.length && present.length > begun.length
    return isCut && present.startsWith(begun) ? present : text
  }
}

/** Returns the part of a text before a possible truncation; `null` for a complete text. */
function beginning(text: string): string | null {
  if (text.length > 1 && text.endsWith('…')) return text.slice(0, -1)
  return text.length === COLUMN_WIDTH ? text : null
}
