import type { FieldKind } from '../../../core/fields/field.ts'
import { fieldValue } from '../../../core/history/field-value.ts'
import { type LoggedFieldReader, type LoggedValue, loggedField } from '../../../core/history/logged-field.ts'
import type { FieldValue, RawValue } from '../../../core/history/model.ts'
import type { Instant } from '../../../core/time/instant.ts'
import { entityIn } from './entity-of-value.ts'
import type { FieldOfIssue } from './fields-of-issue.ts'
import { type IssueNotes, noteEntity, notePerson } from './issue-notes.ts'
import { listOf } from './json.ts'
import { valueIn, valuesIn } from './present-values.ts'

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
  const { kind, multi, items } = field
  const present = (field.present ?? []).flatMap(value => valuesIn(value, kind))
  const logged = loggedField({ kind, multi, items, present, isCloud: notes.isCloud })
  return {
    field,
    present: () => field.present && presentValues(kind, field.present, notes, logged),
    side: (side, at) => logged.valuesOf(side).map(value => noted(value, at, notes)),
  }
}

/** Adds the entity of a logged value to `notes`. A name that is only an id yields to every other one. */
function noted({ value, entity, isBare }: LoggedValue, at: Instant, notes: IssueNotes): FieldValue {
  if (entity) noteEntity(notes, entity, 'history', isBare ? 0 : at)
  return value
}

function presentValues(
  kind: FieldKind,
  present: readonly unknown[],
  notes: IssueNotes,
  logged: LoggedFieldReader,
): readonly FieldValue[] {
  const values: FieldValue[] = []
  for (const value of present) {
    for (const element of listOf(value) ?? [value]) {
      const raw = valueIn(element, kind)
      if (!raw) continue
      const whole = logged.completed(raw)
      const isLogged = kind === 'user' && !notePerson(notes, element)
      values.push(isLogged ? noted(logged.read(raw), notes.updated, notes) : presentThing(kind, element, whole, notes))
    }
  }
  return distinct(values)
}

function presentThing(kind: FieldKind, element: unknown, raw: RawValue, notes: IssueNotes): FieldValue {
  const value = fieldValue(kind, raw)
  const entity = kind === 'user' ? null : entityIn(element, kind, value, notes.projectId)
  if (entity) noteEntity(notes, entity, 'present', notes.updated)
  return value
}

function distinct(values: readonly FieldValue[]): readonly FieldValue[] {
  if (values.length < 2) return values
  return [...new Map(values.map(value => [value.id, value])).values()]
}
