import type { LedgerEntry } from '../../store/rows/ledger-rows.ts'

/** Returns whether the store has the newest known state of an issue. */
export function isCurrent({ stored, listed, isOutdated }: LedgerEntry): boolean {
  // An issue that no list of changes named has no newer known state.
  return stored !== null && stored >= (listed ?? stored) && !isOutdated
}
