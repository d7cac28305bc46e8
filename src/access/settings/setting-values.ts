import { isPatternProblem, parseDatePattern } from '../../core/time/date-pattern.ts'
import { parseZone, type Zone } from '../../core/time/zone.ts'

/** Reads the text of a value. */
export type ReadText<T = string> = (text: string) => ReadSetting<T>

/** The path of a file or folder. */
export const pathText: ReadText = matching(isPath)

/** The place of a lake: a folder or a bucket. */
export const lakePlace: ReadText = matching(text =>
  isBucket(text) ? /^s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w.=/-]*)?$/.test(text) : isPath(text),
)

/** An address or name of this machine. */
export const hostText: ReadText = matching(isHost)

/** A path segment of a URL. */
export const segmentText: ReadText = matching(isSegment)

/** The path before others in a URL: empty, or a path, whose trailing slashes are removed. */
export const basePath: ReadText = reading(text => {
  const value = text.replace(/\/+$/, '')
  const [first, ...segments] = value.split('/')
  return value === '' || (first === '' && segments.every(isSegment)) ? value : null
})

/** A time zone. */
export const zoneText: ReadText<Zone> = reading(parseZone)

/** A language tag, in its canonical form. */
export const localeText: ReadText = reading(text => {
  try {
    // For an unknown language the runtime would silently use the machine's.
    return Intl.DateTimeFormat.supportedLocalesOf(text)[0]
  } catch {
    return null
  }
})

/** A pattern of dates; an empty one becomes `null`. */
export const datePattern: ReadText<string | null> = text => {
  if (text.trim() === '') return { value: null }
  const read = parseDatePattern(text)
  return isPatternProblem(read) ? refused(read.problem) : { value: text }
}

/** The address of an HTTP server. */
export const httpUrl: ReadText = matching(text => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  const isPlain = username === '' && password === '' && search === '' && hash === ''
  return isPlain && (protocol === 'https:' || protocol === 'http:')
})

/** The address of a proxy. A password in it would be shown with the settings. */
export const proxyOrigin: ReadText = reading(text => {
  if (!URL.canParse(text)) return null
  const { protocol, username, password, pathname, search, hash, origin } = new URL(text)
  const isAddress = (protocol === 'http:' || protocol === 'https:') && pathname === '/' && search === '' && hash === ''
  return isAddress && username === '' && password === '' ? origin : null
})

/** Returns whether a host accepts connections from this machine only. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
}

/** Returns whether the place of a lake is a bucket, not a folder. */
export function isBucket(place: string): boolean {
  return /^s3:\/\//i.test(place)
}

/** Returns a function that reads the texts that match. */
export function matching(matches: (text: string) => boolean): ReadText {
  return text => (matches(text) ? { value: text } : refused())
}

/** Returns a function that reads the texts that become a value. */
function reading<T>(read: (text: string) => T | null | undefined): ReadText<T> {
  return text => {
    const value = read(text) ?? null
    return value === null ? refused() : { value }
  }
}

function isPath(text: string): boolean {
  return text.trim() !== '' && !text.includes('\0')
}

/**
 * Returns whether a text looks like a host name, an IPv4 address or an IPv6 address (with at least two colons). Binding
 * to it later shows whether it exists.
 */
function isHost(text: string): boolean {
  return /^[\w-]+(\.[\w-]+)*$/.test(text) || /^[\da-f.]*:[\da-f.]*:[\da-f.:]*(%\w+)?$/i.test(text)
}

/** Returns whether a text is a path segment. Clients remove `.` and `..` from URLs. */
function isSegment(text: string): boolean {
  return /^[\w.~-]+$/.test(text) && text !== '.' && text !== '..'
}

/** The parsed value of a setting, or the reason why it is invalid; `null` when the allowed values explain it. */
export type ReadSetting<T> = { readonly value: T } | { readonly why: string | null }

/** Returns that a value is invalid. */
export function refused(why: string | null = null): { readonly why: string | null } {
  return { why }
}
