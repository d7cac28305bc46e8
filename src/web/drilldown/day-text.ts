import { dateFormat } from '../texts/format.ts'

/** Formats a calendar day such as `2024-03-01` in the locale of the user: `Fri, 1 Mar 2024`. */
export function day(date: string): string {
  const style = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return dateFormat(style).format(Date.parse(`${date}T00:00:00Z`))
}
