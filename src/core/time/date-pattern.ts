import type { Instant } from './instant.ts'
import { dayOfWeek, dayOfYear } from './local-time.ts'
import { type LocaleNames, localeNames, type NameWidth, zoneName } from './locale-names.ts'
import { padded } from './padded.ts'
import { localeWeeks, type WeekRule, weekOfMonth, weekOfYear } from './week.ts'
import { formatOffset, type LocalParts, wallClock, type Zone } from './zone.ts'

/** A date format, parsed from a text such as `dd/MMM/yy`. */
export interface DatePattern {
  /** The original text. */
  readonly pattern: string
  /** Literal texts and fields of the date, in order. */
  readonly parts: readonly (string | DateField)[]
}

/** A pattern letter, and how often it is repeated. */
export interface DateField {
  readonly letter: PatternLetter
  readonly count: number
}

/** The reason why a text is not a date pattern. */
export interface PatternProblem {
  readonly problem: string
}

/** Returns whether the result of `parseDatePattern` is an error. */
export function isPatternProblem(read: DatePattern | PatternProblem): read is PatternProblem {
  return 'problem' in read
}

/** The maximum length of a pattern: more than any date needs, and too short to make a report huge. */
export const MAX_PATTERN_LENGTH = 200

/**
 * Parses a pattern in the letters of Java's SimpleDateFormat. Returns the pattern or an error.
 *
 * Letters in single quotes are literal text, and `''` is a quote, also within quotes. Errors: letters without a
 * meaning, unclosed quotes, `XXXX`, and patterns of more than LONGEST_PATTERN characters.
 *
 * Source: https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/text/SimpleDateFormat.html
 */
export function parseDatePattern(pattern: string): DatePattern | PatternProblem {
  if (pattern.length > MAX_PATTERN_LENGTH) return { problem: `It is longer than ${MAX_PATTERN_LENGTH} characters.` }
  const parts: (string | DateField)[] = []
  for (const token of pattern.matchAll(TOKEN)) {
    const part = readToken(token as unknown as Token)
    if (typeof part !== 'string' && 'problem' in part) return part
    parts.push(part)
  }
  return { pattern, parts: withMonthAlone(parts) }
}

/** Returns the parts of a pattern; a month that is the only field uses the stand-alone form. */
function withMonthAlone(parts: readonly (string | DateField)[]): readonly (string | DateField)[] {
  if (parts.filter(part => typeof part !== 'string').length > 1) return parts
  return parts.map(part => (typeof part !== 'string' && part.letter === 'M' ? { ...part, letter: 'L' } : part))
}

// A quote, an unclosed quote, quoted text, a repeated letter, anything else.
const TOKEN = /''|'(?:[^']|'')*$|'((?:[^']|'')+)'|([A-Za-z])\2*|[^A-Za-z']+/g

interface Token {
  readonly index: number
  readonly 0: string
  readonly 1?: string
  readonly 2?: string
}

function readToken({ index, 0: token, 1: quoted, 2: letter }: Token): string | DateField | PatternProblem {
  if (token === "''") return "'"
  if (quoted !== undefined) return quoted.replaceAll("''", "'")
  if (token.startsWith("'")) return { problem: `The quote at character ${index + 1} has no end.` }
  if (letter === undefined) return token
  if (!isPatternLetter(letter)) {
    const allowed = Object.keys(fields).join(' ')
    return { problem: `'${letter}' is not a pattern letter. Allowed: ${allowed}; other letters between quotes.` }
  }
  if (letter === 'X' && token.length > 3) return { problem: `'${token}' has more than three X.` }
  return { letter, count: token.length }
}

function isPatternLetter(letter: string): letter is PatternLetter {
  return Object.hasOwn(fields, letter)
}

/**
 * Returns an instant on the zone's wall clock in a pattern. `locale` is a BCP 47 tag.
 *
 * All locales and years use Western digits and the Gregorian calendar. Weeks (`Y`, `w`, `W`) are those of the locale:
 * in en-US they start on Sunday, and week 1 is that of 1 January.
 */
export function formatDate(instant: Instant, zone: Zone, { parts }: DatePattern, locale: string): string {
  const local = wallClock(instant, zone)
  const formatContext = { instant, zone, locale, names: localeNames(locale), weeks: localeWeeks(locale) }
  let text = ''
  for (const part of parts)
    text += typeof part === 'string' ? part : fields[part.letter](local, part.count, formatContext)
  return text
}

/** The input of a field, besides the wall-clock time. */
interface FormatContext {
  readonly instant: Instant
  readonly zone: Zone
  readonly locale: string
  readonly names: LocaleNames
  readonly weeks: WeekRule
}

/** How each letter is formatted, for `count` repetitions, in the order of the Java documentation. */
const fields = {
  G: ({ year }, _count, { names }) => names.eras[year > 0 ? 1 : 0]!,
  y: ({ year }, count) => yearText(year > 0 ? year : 1 - year, count),
  Y: (local, count, { weeks }) => yearText(weekOfYear(local, weeks).year, count),
  M: ({ month }, count, { names }) => (count > 2 ? names.months[widthOf(count)][month - 1]! : padded(month, count)),
  L: ({ month }, count, { names }) =>
    count > 2 ? names.monthsAlone[widthOf(count)][month - 1]! : padded(month, count),
  w: (local, count, { weeks }) => padded(weekOfYear(local, weeks).week, count),
  W: (local, count, { weeks }) => padded(weekOfMonth(local, weeks), count),
  D: (local, count) => padded(dayOfYear(local), count),
  d: ({ day }, count) => padded(day, count),
  F: ({ day }, count) => padded(Math.ceil(day / 7), count),
  E: (local, count, { names }) => names.weekdays[widthOf(count)][dayOfWeek(local) - 1]!,
  u: (local, count) => padded(dayOfWeek(local), count),
  a: ({ hour }, _count, { names }) => names.dayPeriods[hour < 12 ? 0 : 1]!,
  H: ({ hour }, count) => padded(hour, count),
  k: ({ hour }, count) => padded(hour || 24, count),
  K: ({ hour }, count) => padded(hour % 12, count),
  h: ({ hour }, count) => padded(hour % 12 || 12, count),
  m: ({ minute }, count) => padded(minute, count),
  s: ({ second }, count) => padded(second, count),
  S: ({ millisecond }, count) => padded(millisecond, count),
  z: (_local, count, { instant, zone, locale }) => zoneName(instant, zone, locale, widthOf(count)),
  Z: ({ offset }) => formatOffset(offset).replace(':', ''),
  X: ({ offset }, count) => isoOffset(offset, count),
} satisfies Record<string, (local: LocalParts, count: number, formatContext: FormatContext) => string>

/** A pattern letter. */
export type PatternLetter = keyof typeof fields

function widthOf(count: number): NameWidth {
  return count > 3 ? 'long' : 'short'
}

function yearText(year: number, count: number): string {
  return count === 2 ? padded(year % 100, 2) : padded(year, count)
}

function isoOffset(offset: number, count: number): string {
  if (offset === 0) return 'Z'
  const text = formatOffset(offset)
  return count === 1 ? text.slice(0, 3) : count === 2 ? text.replace(':', '') : text
}
