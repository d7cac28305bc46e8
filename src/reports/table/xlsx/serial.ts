import { DAY, type LocalMillis } from '../../../core/time/local-time.ts'

const EPOCH: LocalMillis = Date.UTC(1899, 11, 30)
const FIRST: LocalMillis = Date.UTC(1900, 2, 1)
const END: LocalMillis = Date.UTC(10000, 0, 1)

/**
 * Returns the number of a date in spreadsheets, the days since 1899-12-30; `null` if they have none.
 *
 * They start at 1900-03-01, because Excel has a day 1900-02-29, and end at 9999-12-31.
 */
export function serialOf(local: LocalMillis): number | null {
  return local >= FIRST && local < END ? (local - EPOCH) / DAY : null
}
