import { userLocale } from '../texts/format.ts'

/** Returns a function that formats instants in the locale of the user; `null` if the browser lacks the time zone. */
export function dateWriter(timeZone: string): ((instant: number) => string) | null {
  try {
    const format = new Intl.DateTimeFormat(userLocale(), { dateStyle: 'medium', timeStyle: 'short', timeZone })
    return instant => format.format(instant)
  } catch {
    return null
  }
}
