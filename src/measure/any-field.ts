import type { Stay } from '../history/stay.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { type ClippedStay, totalLength } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

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
