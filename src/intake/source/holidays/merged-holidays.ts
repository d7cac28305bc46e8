import type { Holiday } from '../../../core/time/calendar/working-calendar.ts'

/** A date with the name of a holiday. */
export interface NamedDate {
  /** `yyyy-MM-dd`. */
  readonly date: string
  readonly name: string
}

/** Merges dates into holidays, one per date, in chronological order. Several names of one date are joined by ` / `. */
export function mergedHolidays(dates: Iterable<NamedDate>): Holiday[] {
  const names = new Map<string, string[]>()
  for (const { date, name } of dates) {
    const plain = name.replace(/\s+/g, ' ').trim()
    const known = names.get(date) ?? []
    if (plain !== '' && !known.includes(plain)) known.push(plain)
    names.set(date, known)
  }
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, all]) => ({ date, name: all.join(' / '), recurring: false }))
}

/** Returns `count` dates, starting with `first`. */
export function datesFrom(first: string, count: number): string[] {
  const start = Date.parse(`${first}T00:00:00Z`)
  return Array.from({ length: count }, (_, i) => new Date(start + i * 86_400_000).toISOString().slice(0, 10))
}
