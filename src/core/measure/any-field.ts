import type { Stay } from '../history/stay.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { type ClippedStay, clipToWindow, lengthOf, totalLength } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import type { CellPart, ExplainCell, ExplainedCell } from './explanation.ts'

/** Returns the stays of one field; a single one without a value for a field that never had any. */
export function fieldStays(stays: readonly Stay[], field: string, created: Instant): readonly Stay[] {
  const existing = stays.filter(stay => stay.field === field)
  if (existing.length > 0) return existing
  return [{ field, seq: 1, value: null, entered: created, left: null, from: null, actor: null, visitNumber: 1 }]
}

/**
 * Returns the time during which a field had a value, or none (`null`); `null` if it never did.
 *
 * Takes the clipped stays of the field. Unit: milliseconds on `clock`. Law: in a single-valued field, all values and no
 * value sum up to the time in the window.
 */
export function anyFieldDuration(
  stays: readonly ClippedStay<Stay>[],
  value: string | null,
  clock: Clock,
): Millis | null {
  return totalLength(staysOf(stays, value), clock)
}

/** Returns the number of stays with a value, or with none (`null`); `null` for no stays. Unit: stays. */
export function anyFieldCount(stays: readonly ClippedStay<Stay>[], value: string | null): number | null {
  return staysOf(stays, value).length || null
}

function staysOf(stays: readonly ClippedStay<Stay>[], value: string | null): ClippedStay<Stay>[] {
  return stays.filter(({ of }) => (of.value?.id ?? null) === value)
}

/** Explains a cell of time with a field value. */
export const explainFieldDuration: ExplainCell = cell => {
  const { column, clock } = cell
  return {
    raw: anyFieldDuration(staysOfField(cell), column.value.id, clock),
    rule: 'The sum of the times with this value.',
    parts: partsOf(cell, stay => lengthOf(stay, clock)),
  }
}

/** Explains a cell of the number of times that a field had a value. */
export const explainFieldCount: ExplainCell = cell => ({
  raw: anyFieldCount(staysOfField(cell), cell.column.value.id),
  rule: 'Each change to the value counts 1. Having the value at the creation or at the start of the window also counts 1.',
  parts: partsOf(cell, () => 1),
})

function staysOfField({ history, window, column }: ExplainedCell): ClippedStay<Stay>[] {
  return clipToWindow(fieldStays(history.fields, column.value.field, history.created), window)
}

/** Explains the stays with the value of a column. */
function partsOf(cell: ExplainedCell, rawOf: (stay: ClippedStay<Stay>) => number): CellPart[] {
  const { history, column } = cell
  return staysOf(staysOfField(cell), column.value.id).map(stay => {
    const { of, entered, left, open } = stay
    const actor = of.value === null && of.entered === history.created ? history.creator : of.actor
    const label = column.value.nameOf(of.value)
    const isCarried = of.entered < entered
    return { label, within: null, entered, left, open, isCarried, actor, raw: rawOf(stay), why: null }
  })
}
