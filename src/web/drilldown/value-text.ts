import { isAllHours } from '../builder/has-effect.ts'
import { texts } from '../texts/en.ts'
import { localizeNumbers } from '../texts/format.ts'

/** The parameters that decide the unit of values. */
export interface ValueFormat {
  readonly kind: 'duration' | 'count' | 'date'
  /** The parameters of the report. */
  readonly viewFormat: string | undefined
  readonly dayLength: string | undefined
  readonly calendar: string | undefined
}

type Unit = 'workingDays' | 'days' | 'hours' | 'minutes' | 'seconds' | 'milliseconds'

/** Returns the unit of durations; `null` if each value names its own, as `3 d 4 h`, or is a clock. */
function unitOf({ viewFormat = 'minutes', dayLength = '', calendar }: Omit<ValueFormat, 'kind'>): Unit | null {
  const format = viewFormat.toLowerCase()
  switch (format) {
    case 'days':
      return !isAllHours(calendar) && /^businessdays$/i.test(dayLength) ? 'workingDays' : 'days'
    case 'hours':
    case 'minutes':
    case 'seconds':
    case 'milliseconds':
      return format
    default:
      return null
  }
}

/** Returns the unit of a report, such as `in days`; `null` if values name their own or have none. */
export function unitText({ kind, ...format }: ValueFormat): string | null {
  const unit = kind === 'duration' ? unitOf(format) : null
  return unit && texts.drilldown.inUnit[unit]
}

/** Appends the unit to a formatted value if the format has none: `3.4 working days`. */
export function valueText(value: string, { kind, ...format }: ValueFormat): string {
  const { values } = texts.drilldown
  if (kind === 'date') return value
  if (kind === 'count') return values.times(value)
  const unit = unitOf(format)
  return unit === null ? localizeNumbers(value) : values[unit](value)
}
