import type { Report } from '../api/report.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Returns the length of a day in a report. Milliseconds. */
export function dayLengthOf({ calendar }: Report, isWorkingTime: boolean): number {
  return isWorkingTime ? Math.round(calendar.dailyWorkingHours * HOUR) : 24 * HOUR
}

/**
 * Formats a sum of durations as the server formats durations (formatDuration in src/core/time). Milliseconds, not negative;
 * `day` is the length of a day.
 */
export function durationValue(duration: number, format: string, day: number): string {
  switch (format) {
    case 'days':
      return oneDecimal(duration / day)
    case 'hours':
      return oneDecimal(duration / HOUR)
    case 'minutes':
      return oneDecimal(duration / MINUTE)
    case 'seconds':
      return String(Math.round(duration / SECOND))
    case 'milliseconds':
      return String(Math.round(duration))
    case 'hhmmss':
      return clock(parts(duration))
    case 'ddhhmmss':
      return clock([Math.floor(duration / day), ...parts(duration % day)])
    default:
      return inWords([Math.floor(duration / day), ...parts(duration % day)])
  }
}

function oneDecimal(value: number): string {
  return (Math.round(value * 10) / 10).toFixed(1)
}

/** Splits a duration into hours, minutes and seconds; fractions of a second are dropped. */
function parts(duration: number): number[] {
  return [Math.floor(duration / HOUR), Math.floor((duration % HOUR) / MINUTE), Math.floor((duration % MINUTE) / SECOND)]
}

function clock(numbers: readonly number[]): string {
  return numbers.map(part => String(part).padStart(2, '0')).join(':')
}

function inWords(numbers: readonly number[]): string {
  const largest = numbers.findIndex(part => part !== 0)
  const texts = numbers.map((part, i) => `${part} ${['d', 'h', 'm', 's'][i]}`)
  return texts.slice(largest === -1 ? 3 : largest).join(' ')
}
