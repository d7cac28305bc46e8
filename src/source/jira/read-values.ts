import { namedKinds } from '../../fields/field.ts'
import type { FieldValue } from '../../history/model.ts'
import type { Instant } from '../../time/instant.ts'
import { cutTextCompleter } from './cut-text.ts'
import { entityIn, entityNamed } from './entity-of-value.ts'
import { fieldValue, hasIds, type RawValue } from './field-value.ts'
import type { FieldOfIssue } from './fields-of-issue.ts'
import { type IssueNotes, noteEntity, notePerson } from './issue-notes.ts'
import { listOf } from './json.ts'
import { type Pairs, valuesOfSide } from './logged-values.ts'
import { valueIn, valuesIn } from './present-values.ts'
import { personOf } from './read-person.ts'

/** Reads the values of a field of an issue. */
export interface FieldReader {
  readonly field: FieldOfIssue
  /** Returns the present values; `null` when the export omits the field. */
  readonly present: () => readonly FieldValue[] | null
  /** Returns the values of one side of a change at the instant `at`. */
  readonly side: (side: RawValue, at: Instant) => readonly FieldValue[]
}

/** Returns a reader of `field` that also collects the entities of its values in `notes`. */
export function fieldReader(field: FieldOfIssue, notes: IssueNotes): FieldReader {
  let found: Pairs | null = null
  const pairs = () => (found ??= pairsIn(field))
  const completeCutText = cutTextsOf(field)
  return {
    field,
    present: () => field.present && presentValues(field, field.present, notes, pairs),
    side: (side, at) => {
      if (side.id === null && side.label === null) return []
      const raws = valuesOfSide(field, completeCutText(side), field.multi ? pairs() : undefined)
      return distinct(raws.map(raw => loggedValue(field, raw, at, notes, pairs)))
    },
  }
}

/** Returns a function that completes the truncated texts of a text field. Values of other fields stay as they are. */
function cutTextsOf(field: FieldOfIssue): (side: RawValue) => RawValue {
  if (field.kind !== 'text' || field.multi || field.items.length === 0) return side => side
  const [present] = (field.present ?? []).flatMap(value => valuesIn(value, field.kind))
  const logged = field.items.flatMap(({ from, to }) => [from.label, to.label]).filter(text => text !== null)
  const complete = cutTextCompleter(present?.label ?? null, logged)
  return ({ id, label }) => ({ id, label: id === null && label !== null ? complete(label) : label })
}

function presentValues(
  field: FieldOfIssue,
  present: readonly unknown[],
  notes: IssueNotes,
  pairs: () => Pairs,
): readonly FieldValue[] {
  const values: FieldValue[] = []
  for (const value of present) {
    for (const element of listOf(value) ?? [value]) {
      const raw = valueIn(element, field.kind)
      if (!raw) continue
      const whole = completed(field, raw, pairs)
      values.push(
        field.kind === 'user' ? presentPerson(element, whole, notes) : presentThing(field, element, whole, notes),
      )
    }
  }
  return distinct(values)
}

function presentPerson(element: unknown, raw: RawValue, notes: IssueNotes): FieldValue {
  return notePerson(notes, element) ? fieldValue('user', raw) : loggedPerson(raw, notes.updated, notes)
}

function presentThing({ kind }: FieldOfIssue, element: unknown, raw: RawValue, notes: IssueNotes): FieldValue {
  const value = fieldValue(kind, raw)
  const entity = entityIn(element, kind, value, notes.projectId)
  if (entity) noteEntity(notes, entity, 'present', notes.updated)
  return value
}

function loggedValue(
  field: FieldOfIssue,
  raw: RawValue,
  at: Instant,
  notes: IssueNotes,
  pairs: () => Pairs,
): FieldValue {
  if (isNamed(field, raw)) return { ...fieldValue(field.kind, raw), isNamed: true }
  const whole = completed(field, raw, pairs)
  if (field.kind === 'user') return loggedPerson(whole, at, notes)
  const value = fieldValue(field.kind, whole)
  const entity = entityNamed(field.kind, value)
  // A name that is only an id yields to every other one.
  if (entity) noteEntity(notes, entity, 'history', whole.label === whole.id ? 0 : at)
  return value
}

const NAMED: ReadonlySet<FieldOfIssue['kind']> = new Set(namedKinds)

/** Returns whether only the store can find the id of a value. */
function isNamed({ kind }: FieldOfIssue, { id, isFormer }: RawValue): boolean {
  return id === null && !isFormer && NAMED.has(kind)
}

function loggedPerson(raw: RawValue, at: Instant, notes: IssueNotes): FieldValue {
  const spelled = raw.id ?? raw.label ?? ''
  const label = raw.label ?? spelled
  noteEntity(notes, personOf(spelled, label, notes.isCloud), 'history', at)
  return { id: spelled.toLowerCase(), label }
}

/** Completes a value that lacks its id or label, from the pairs in this issue. */
function completed(field: FieldOfIssue, raw: RawValue, pairs: () => Pairs): RawValue {
  const isWhole = raw.id !== null && raw.label !== null
  if (isWhole || !hasIds(field.kind) || field.items.length === 0) return raw
  if (raw.id === null) return { id: pairs().idByLabel.get(raw.label ?? '') ?? null, label: raw.label }
  return { id: raw.id, label: pairs().labelById.get(raw.id) ?? raw.id }
}

function pairsIn(field: FieldOfIssue): Pairs {
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
  learn((field.present ?? []).flatMap(value => valuesIn(value, field.kind)))
  const logged = field.items.flatMap(({ from, to }) => [from, to]).filter(side => side.id !== null)
  // Values are added or removed one by one, so each list is next to one whose labels are known.
  for (const side of logged) learn(valuesOfSide(field, side, pairs))
  if (field.multi) for (const side of logged.toReversed()) learn(valuesOfSide(field, side, pairs))
  return pairs
}

function distinct(values: readonly FieldValue[]): readonly FieldValue[] {
  if (values.length < 2) return values
  return [...new Map(values.map(value => [value.id, value])).values()]
}
