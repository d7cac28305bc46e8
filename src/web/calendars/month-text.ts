import { userLocale } from '../texts/format.ts'

const MONTH = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/

/** Returns whether a text is a month `yyyy-MM`. */
export function isMonth(text: string): boolean {
  return MONTH.test(text)
}

/** Returns the month (`yyyy-MM`) of an instant in a time zone. */
export function monthOf(at: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', timeZone }).formatToParts(at)
  const part = (type: string) => parts.find(one => one.type === type)?.value ?? ''
  return `${part('year').padStart(4, '0')}-${part('month')}`
}

/** Returns the month that is `months` later. Stays within the years 1 to 9999. */
export function addMonths(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const all = Math.min(Math.max(year * 12 + number - 1 + months, 12), 9999 * 12 + 11)
  return `${String(Math.floor(all / 12)).padStart(4, '0')}-${String((all % 12) + 1).padStart(2, '0')}`
}

/** Formats a month in the locale of the user: `December 2024`. */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(userLocale(), format).format(Date.parse(`${month}-01T00:00:00Z`))
}

/** Formats a day of a shown month: `Mon 2`. */
export function dayText(date: string): string {
  const format = { weekday: 'short', day: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(userLocale(), format).format(Date.parse(`${date}T00:00:00Z`))
}

/** Formats a date with its year: `24 December 2024`. */
export function dateText(date: string): string {
  const at = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(at)) return date
  return new Intl.DateTimeFormat(userLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(at)
}
