import { anyFieldCount, anyFieldDuration, fieldStays } from '../../measure/any-field.ts'
import { clipToWindow, lengthOf } from '../../measure/clip-to-window.ts'
import type { CellExplanation, ExplainedCell } from './cell-explanation.ts'

/** Explains a cell of a field value by the stays with this value. */
export function explainField({ plan, key, history, clock, names }: ExplainedCell): CellExplanation {
  const { field } = plan.historyFields.find(one => one.field.id === key.outer)!
  const isTimed = plan.type.kind === 'duration'
  const stays = clipToWindow(fieldStays(history.fields, field.id, history.created), plan.window)
  const none = field.kind === 'user' ? names.person(null) : 'None'
  return {
    raw: isTimed ? anyFieldDuration(stays, key.inner, clock) : anyFieldCount(stays, key.inner),
    rule: isTimed
      ? 'The sum of the times with this value.'
      : 'Each change to the value counts 1. Having the value at the creation or at the start of the window also counts 1.',
    parts: stays
      .filter(({ of }) => (of.value?.id ?? null) === key.inner)
      .map(stay => {
        const { of, entered, left, open } = stay
        const label = of.value === null ? none : (names.value(field.kind, of.value.id) ?? of.value.label)
        const actor = of.value === null && of.entered === history.created ? history.creator : of.actor
        const raw = isTimed ? lengthOf(stay, clock) : 1
        return { label, within: null, entered, left, open, actor, raw, why: null }
      }),
  }
}
