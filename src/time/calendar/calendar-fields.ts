import { didYouMean, nearNames } from '../../base/did-you-mean.ts'
import { DAY, localDateTime, localMillis } from '../local-time.ts'
import { formatTimeOfDay, parseTimeOfDay } from './time-of-day.ts'
import type { DayPeriod } from './working-calendar.ts'

/** What was found wrong so far, in sentences that begin with the place: `holidays[2].date '2026-02-29' is no date`. */
export type Mistakes = string[]

/** A value and where in the file it stood, such as `workingTimes[2]`. */
export interface Located<T> {
  readonly location: string
  readonly value: T
}

/** The keys that an object of the file may have. */
export interface Keys {
  readonly needed: readonly string[]
  readonly optional: readonly string[]
}

/** The fields of an object; `null` for what is none. Keys that are missing, or that nobody knows, are mistakes. */
export function fieldsOf(
  json: unknown,
  location: string,
  keys: Keys,
  mistakes: Mistakes,
): Record<string, unknown> | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    mistakes.push(`${location || 'The calendar'} is not an object {...}: ${shownValue(json)}`)
    return null
  }
  const at = (key: string) => (location ? `${location}.${key}` : key)
  const known = [...keys.needed, ...keys.optional]
  for (const key of keys.needed) if (!Object.hasOwn(json, key)) mistakes.push(`${at(key)} is missing`)
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) mistakes.push(`${at(shortened(key))} is not known.${hint(key, known)}`)
  }
  return { ...json }
}

function hint(key: string, known: readonly string[]): string {
  return didYouMean(nearNames(key, known)) || ` Allowed: ${known.join(', ')}.`
}

/** The elements of a list that could be read, each with its place. A list that is left out is empty. */
export function readList<T>(
  json: unknown,
  location: string,
  most: number,
  read: (element: unknown, location: string, mistakes: Mistakes) => T | null,
  mistakes: Mistakes,
): Located<T>[] {
  if (json === undefined) return []
  if (!Array.isArray(json)) return refused(`${location} is not a list [...]: ${shownValue(json)}`, mistakes) ?? []
  if (json.length > most) mistakes.push(`${location} has ${json.length} entries: at most ${most} are allowed`)
  const values: Located<T>[] = []
  json.slice(0, most).forEach((element, i) => {
    const value = read(element, `${location}[${i}]`, mistakes)
    if (value !== null) values.push({ location: `${location}[${i}]`, value })
  })
  return values
}

/** The longest name of a calendar, holiday or exception. */
export const LONGEST_NAME = 200

/** A name, without the blanks around it; empty when it is left out. */
export function readName(json: unknown, location: string, mistakes: Mistakes): string {
  if (json === undefined) return ''
  const name = typeof json === 'string' ? json.trim() : null
  if (name === null) mistakes.push(`${location} ${shownValue(json)} is not a text`)
  else if (name.length > LONGEST_NAME) mistakes.push(`${location} is longer than ${LONGEST_NAME} characters`)
  else if (/\p{Cc}/u.test(name)) mistakes.push(`${location} ${shownValue(name)} has line breaks or control characters`)
  return name ?? ''
}

/** A date `yyyy-MM-dd` that exists. */
export function readDate(json: unknown, location: string, mistakes: Mistakes): string | null {
  if (json === undefined) return null
  if (typeof json === 'string' && isDate(json)) return json
  return refused(`${location} ${shownValue(json)} is not a date yyyy-MM-dd`, mistakes)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const read = localDateTime(localMillis({ year, month, day }))
  return year > 0 && read.month === month && read.day === day
}

/** The period that `start` and `end` of an object tell. An end before the start is on the next day. */
export function readPeriod(fields: Record<string, unknown>, location: string, mistakes: Mistakes): DayPeriod | null {
  const start = readTime(fields.start, `${location}.start`, mistakes)
  const end = readTime(fields.end, `${location}.end`, mistakes)
  if (start === DAY)
    return refused(`${location}.start '24:00' is the end of a day: write 00:00 of the next one`, mistakes)
  if (start === null || end === null) return null
  if (start === end) {
    const time = formatTimeOfDay(end)
    return refused(`${location}.end '${time}' is the same as its start: a whole day is 00:00 to 24:00`, mistakes)
  }
  return { start, end: end < start ? end + DAY : end }
}

function readTime(json: unknown, location: string, mistakes: Mistakes): number | null {
  if (json === undefined) return null
  const time = typeof json === 'string' ? parseTimeOfDay(json) : null
  return time ?? refused(`${location} ${shownValue(json)} is not a time HH:mm`, mistakes)
}

/** Notes a mistake; gives `null`, which stands for what could not be read. */
export function refused(mistake: string, mistakes: Mistakes): null {
  mistakes.push(mistake)
  return null
}

/** A value as messages show it: text between quotes, everything shortened. */
export function shownValue(json: unknown): string {
  return typeof json === 'string' ? `'${shortened(json)}'` : shortened(JSON.stringify(json) ?? String(json))
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
