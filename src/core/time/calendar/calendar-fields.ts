import { didYouMean, nearNames } from '../../base/did-you-mean.ts'
import type { Steps } from '../../base/in-slices.ts'
import { DAY, localDateTime, localMillis } from '../local-time.ts'
import { formatTimeOfDay, parseTimeOfDay } from './time-of-day.ts'
import type { DayPeriod } from './working-calendar.ts'

/** The errors found so far. Each message starts with its location: `holidays[2].date '2026-02-29' is not a date yyyy-MM-dd`. */
export type CalendarMistakes = string[]

/** A value and its location in the file, such as `workingTimes[2]`. */
export interface Located<T> {
  readonly location: string
  readonly value: T
}

/** The keys that an object of the file may have. */
export interface Keys {
  readonly needed: readonly string[]
  readonly optional: readonly string[]
}

/**
 * Returns the fields of an object, or `null` if `json` is not an object. Adds an error for each missing or unknown key.
 */
export function fieldsOf(
  json: unknown,
  location: string,
  keys: Keys,
  problems: CalendarMistakes,
): Record<string, unknown> | null {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    problems.push(`${location || 'The calendar'} is not an object {...}: ${shownValue(json)}`)
    return null
  }
  const at = (key: string) => (location ? `${location}.${key}` : key)
  const known = [...keys.needed, ...keys.optional]
  for (const key of keys.needed) if (!Object.hasOwn(json, key)) problems.push(`${at(key)} is missing`)
  for (const key of Object.keys(json)) {
    if (!known.includes(key)) problems.push(`${at(shortened(key))} is not known.${suggestion(key, known)}`)
  }
  return { ...json }
}

function suggestion(key: string, known: readonly string[]): string {
  return didYouMean(nearNames(key, known)) || ` Allowed: ${known.join(', ')}.`
}

/** Returns the valid elements of a list with their locations. A missing list is empty. Each element is a step. */
export function* readList<T>(
  json: unknown,
  location: string,
  max: number,
  read: (element: unknown, location: string, problems: CalendarMistakes) => T | null,
  problems: CalendarMistakes,
): Steps<Located<T>[]> {
  if (json === undefined) return []
  if (!Array.isArray(json)) return addProblem(`${location} is not a list [...]: ${shownValue(json)}`, problems) ?? []
  if (json.length > max) problems.push(`${location} has ${json.length} entries: at most ${max} are allowed`)
  const values: Located<T>[] = []
  for (const [i, element] of json.slice(0, max).entries()) {
    const value = read(element, `${location}[${i}]`, problems)
    if (value !== null) values.push({ location: `${location}[${i}]`, value })
    yield
  }
  return values
}

/** The maximum length of the name of a calendar, holiday or exception. */
export const MAX_NAME_LENGTH = 200

/** Returns a name without surrounding white space; an empty string if it is missing. */
export function readName(json: unknown, location: string, problems: CalendarMistakes): string {
  if (json === undefined) return ''
  const name = typeof json === 'string' ? json.trim() : null
  if (name === null) problems.push(`${location} ${shownValue(json)} is not a string`)
  else if (name.length > MAX_NAME_LENGTH) problems.push(`${location} is longer than ${MAX_NAME_LENGTH} characters`)
  else if (/\p{Cc}/u.test(name)) problems.push(`${location} ${shownValue(name)} has line breaks or control characters`)
  return name ?? ''
}

/** Returns a date `yyyy-MM-dd`; `null` if it is missing, or invalid, which is an error. */
export function readDate(json: unknown, location: string, problems: CalendarMistakes): string | null {
  if (json === undefined) return null
  if (typeof json === 'string' && isDate(json)) return json
  return addProblem(`${location} ${shownValue(json)} is not a date yyyy-MM-dd`, problems)
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const read = localDateTime(localMillis({ year, month, day }))
  return year > 0 && read.month === month && read.day === day
}

/** Returns the period from `start` to `end` of an object. An end before the start is on the next day. */
export function readPeriod(
  fields: Record<string, unknown>,
  location: string,
  problems: CalendarMistakes,
): DayPeriod | null {
  const start = readTime(fields.start, `${location}.start`, problems)
  const end = readTime(fields.end, `${location}.end`, problems)
  if (start === DAY)
    return addProblem(`${location}.start '24:00' is the end of a day: write 00:00 of the next one`, problems)
  if (start === null || end === null) return null
  if (start === end) {
    const time = formatTimeOfDay(end)
    return addProblem(`${location}.end '${time}' is the same as its start: a whole day is 00:00 to 24:00`, problems)
  }
  return { start, end: end < start ? end + DAY : end }
}

function readTime(json: unknown, location: string, problems: CalendarMistakes): number | null {
  if (json === undefined) return null
  const time = typeof json === 'string' ? parseTimeOfDay(json) : null
  return time ?? addProblem(`${location} ${shownValue(json)} is not a time HH:mm`, problems)
}

/** Adds an error. Returns `null`, for a value that is invalid. */
export function addProblem(problem: string, problems: CalendarMistakes): null {
  problems.push(problem)
  return null
}

/** Returns a value as messages show it: strings in quotes, everything shortened to 60 characters. */
export function shownValue(json: unknown): string {
  return typeof json === 'string' ? `'${shortened(json)}'` : shortened(JSON.stringify(json) ?? String(json))
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}
