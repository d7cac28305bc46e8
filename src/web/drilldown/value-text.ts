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

/** Appends the unit to a formatted value if the format has none: `3.4 working days`. */
export function valueText(value: string, { kind, viewFormat, dayLength, calendar }: ValueFormat): string {
  const { values } = texts.drilldown
  if (kind === 'date') return value
  if (kind === 'count') return values.times(value)
  switch ((viewFormat ?? 'minutes').toLowerCase()) {
    case 'days': {
      return !isAllHours(calendar) && /^businessdays$/i.test(dayLength ?? '')
        ? values.workingDays(value)
        : values.days(value)
    }
    case 'hours':
      return values.hours(value)
    case 'minutes':
      return values.minutes(value)
    case 'seconds':
      return values.seconds(value)
    case 'milliseconds':
      return values.milliseconds(value)
    default:
      return localizeNumbers(value)
  }
}
