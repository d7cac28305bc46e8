/** Formats a number in the locale of the user. */
export function formatNumber(value: number): string {
  return numberFormat({}).format(value)
}

/** Returns a number with a noun: `1 issue`, `2 issues`. */
export function countOf(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatNumber(count)} ${noun}s`
}

/** Formats a number with one decimal in the locale of the user, so that numbers below each other are aligned. */
export function formatDecimal(value: number): string {
  return withDecimals(1).format(value)
}

/** Formats a number in a few characters, if the locale of the user has a way: `15K`. */
export function formatCompactNumber(value: number): string {
  return numberFormat({ notation: 'compact' }).format(value)
}

/**
 * Formats the numbers of a value in the locale of the user, with the same decimals: `1,387.5`, `1,044 d 5 h`. The server
 * writes them as `1387.5` and `1044 d 5 h`. Clocks such as `44:05:02:35` stay.
 */
export function localizeNumbers(text: string): string {
  if (text.includes(':')) return text
  // As a text the number keeps all of its digits.
  return text.replace(/\d+(?:\.(\d+))?/g, (number, fraction = '') =>
    withDecimals(fraction.length).format(number as Intl.StringNumericLiteral),
  )
}

function withDecimals(count: number): Intl.NumberFormat {
  return numberFormat({ minimumFractionDigits: count, maximumFractionDigits: count })
}

/** The formats by locale and style. Creating one takes longer than using it a hundred times. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function numberFormat(style: Intl.NumberFormatOptions): Intl.NumberFormat {
  const locale = userLocale()
  return cached(numbers, keyOf(locale, style), () => new Intl.NumberFormat(locale, style))
}

/** Returns a format of dates in the locale of the user. Throws a RangeError if the browser lacks the time zone. */
export function dateFormat(style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const locale = userLocale()
  return cached(dates, keyOf(locale, style), () => new Intl.DateTimeFormat(locale, style))
}

function keyOf(locale: string | undefined, style: object): string {
  return `${locale} ${JSON.stringify(style)}`
}

function cached<T>(known: Map<string, T>, key: string, make: () => T): T {
  const format = known.get(key) ?? make()
  known.set(key, format)
  return format
}

/** Formats `2025-04-07` or `2025-04-07 13:05` in the locale of the user. Other texts stay. */
export function localizeDate(text: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)(?: (\d\d:\d\d))?$/.exec(text) ?? []
  if (day === undefined) return text
  const clock = time === undefined ? {} : ({ timeStyle: 'short' } as const)
  const at = Date.parse(`${day}T${time ?? '00:00'}Z`)
  return Number.isNaN(at) ? text : dateFormat({ dateStyle: 'medium', timeZone: 'UTC', ...clock }).format(at)
}

/**
 * Formats a day or a month that groups rows in the locale of the user: `2025-04-07` as `7 Apr 2025`, `2025-04` as `Apr 2025`.
 * Other texts stay, such as `2025-Q2`.
 */
export function localizePeriod(text: string): string {
  if (!/^\d{4}-\d\d$/.test(text)) return localizeDate(text)
  const at = Date.parse(`${text}-01T00:00Z`)
  return Number.isNaN(at) ? text : dateFormat({ month: 'short', year: 'numeric', timeZone: 'UTC' }).format(at)
}

/** Formats the days and months in a sentence of the server as localizePeriod does. */
export function localizePeriods(sentence: string): string {
  return sentence.replaceAll(/(?<![\w-])\d{4}-\d\d(-\d\d)?(?![\w-])/g, localizePeriod)
}

/** Formats an instant in the locale of the user and a time zone: `21 Nov 2026, 05:00`. */
export function formatDateTime(instant: number, timeZone: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short', timeZone }).format(instant)
}

/** Returns the text of formatDateTime in two parts, between which it can wrap: `21 Nov 2026,` and `05:00`. */
export function dateTimeParts(instant: number, timeZone: string): readonly [date: string, time: string] {
  const text = formatDateTime(instant, timeZone)
  const time = dateFormat({ timeStyle: 'short', timeZone }).format(instant)
  return text.endsWith(time) ? [text.slice(0, -time.length).trimEnd(), time] : [text, '']
}

/** Formats the time of day of an instant, with its date if that is not the day of `now`. */
export function formatTimeOfDay(instant: number, now: number, timeZone: string): string {
  const day = dateFormat({ dateStyle: 'medium', timeZone })
  if (day.format(instant) !== day.format(now)) return formatDateTime(instant, timeZone)
  return dateFormat({ timeStyle: 'short', timeZone }).format(instant)
}

/** Returns the locale of the user's browser. */
export function userLocale(): string | undefined {
  return (globalThis as { readonly navigator?: { readonly language: string } }).navigator?.language
}

const ORDINALS: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Formats a whole number as an English ordinal: `1st`, `85th`. */
export function formatOrdinal(value: number): string {
  return `${value}${ORDINALS[new Intl.PluralRules('en', { type: 'ordinal' }).select(value)] ?? 'th'}`
}

/** Returns a text with a capital first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toLocaleUpperCase(userLocale()) + text.slice(1)
}

/** Returns a name in lower case, as inside a sentence; keeps abbreviations. */
export function inSentence(name: string): string {
  return name.replace(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, letter => letter.toLowerCase())
}
