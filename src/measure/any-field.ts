import type { Stay } from '../history/stay.ts'
import type { Instant, Millis } from '../time/instant.ts'
import { type ClippedStay, totalLength } from './clip-to-window.ts'
import type { Clock } from './clock.ts'

/** The stays of one field: those made, or a single one without a value for a field that never held any. */
export function fieldStays(stays: readonly Stay[], field: string, created: Instant): readonly Stay[] {
  const made = stays.filter(stay => stay.field === field)
  if (made.length > 0) return made
  return [{ field, seq: 1, value: null, entered: created, left: null, from: null, actor: null, visitNumber: 1 }]
}

/**
 * The time a field held a value, or none (`null`), over the seen stays of the field; `null` when it never did.
 *
 * Unit: milliseconds on `clock`. Law: in a single-valued field the values and no value add up to the time seen.
 */
export function anyFieldDuration(
  stays: readonly ClippedStay<Stay>[],
  value: string | null,
  clock: Clock,
): Millis | null {
  return totalLength(staysOf(stays, value), clock)
}

/** How many stays of a value, or of none (`null`), a field made; `null` when it made none. Unit: stays. */
export function anyFieldCount(stays: readonly ClippedStay<Stay>[], value: string | null): number | null {
  return staysOf(stays, value).length || null
}

function staysOf(stays: readonly ClippedStay<Stay>[], value: string | null): ClippedStay<Stay>[] {
  return stays.filter(({ of }) => (of.value?.id ?? null) === value)
}
