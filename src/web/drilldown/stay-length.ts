import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import { isAllHours } from '../builder/has-effect.ts'
import { elapsedText } from './duration-text.ts'
import { type ValueFormat, valueText } from './value-text.ts'

/** The length of a stay in words. */
export interface StayLength {
  /** The time that counts, as the cells of the report show it: `3.4 working days`. */
  readonly counted: string
  /** The elapsed time: `3 d 5 h`; `null` if all time counts. */
  readonly elapsed: string | null
}

/** Returns the length of a stay. `until` ends an ongoing one. Epoch milliseconds. */
export function stayLength({ entered, left, value }: TimelineBand, until: number, format: ValueFormat): StayLength {
  const elapsed = elapsedText((left ?? until) - entered)
  return isAllHours(format.calendar)
    ? { counted: elapsed, elapsed: null }
    : { counted: valueText(value, format), elapsed }
}
