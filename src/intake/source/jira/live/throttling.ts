import { parseInstant } from '../../../../core/time/instant.ts'

/** Returns a response header by its name in lower case; `null` when it is missing. */
export type Headers = (name: string) => string | null

/** The headers with the end of a limit, in the order of trust. */
const RESET_HEADERS = ['x-ratelimit-reset', 'x-beta-ratelimit-reset', 'ratelimit-reset']

/** Below this share of remaining requests, the limit counts as nearly reached if the tracker does not say so. */
const NEAR_LIMIT = 0.2

/**
 * Returns how long the tracker wants us to wait, in milliseconds; `null` when it does not say.
 *
 * `Retry-After` is a number of seconds or a date. Data Center sends `retry-after: 0` with every response, so 0 is
 * ignored. The reset headers of Cloud are ISO 8601 texts; numbers are seconds, epoch seconds or epoch milliseconds. Dates are compared with
 * the tracker's own clock.
 */
export function requestedWait(headers: Headers, now: number): number | null {
  const trackerNow = httpDate(headers('date')) ?? now
  const after = headers('retry-after')
  if (after !== null) {
    const seconds = number(after)
    const wait = seconds === null ? untilDate(httpDate(after), trackerNow) : seconds * 1000
    if (wait !== null && wait > 0) return wait
  }
  for (const name of RESET_HEADERS) {
    const wait = untilReset(headers(name), trackerNow)
    if (wait !== null && wait > 0) return wait
  }
  return null
}

/** Returns whether only the endpoint is throttled, and not the whole connection. */
export function isEndpointLimit(headers: Headers): boolean {
  const reason = headers('ratelimit-reason') ?? headers('x-ratelimit-reason') ?? headers('x-beta-ratelimit-reason')
  return reason?.includes('burst') === true
}

/** Returns whether the tracker says that its limit is nearly reached. */
export function isNearLimit(headers: Headers): boolean {
  const flag = headers('x-ratelimit-nearlimit') ?? headers('x-beta-ratelimit-nearlimit')
  if (flag !== null) return flag.trim().toLowerCase() === 'true'
  const [limit, remaining] = [number(headers('x-ratelimit-limit')), number(headers('x-ratelimit-remaining'))]
  return limit !== null && remaining !== null && limit > 0 && remaining < limit * NEAR_LIMIT
}

/** Returns the instant of an HTTP date such as `Sun, 06 Nov 1994 08:49:37 GMT`; `null` for other text. */
export function httpDate(text: string | null): number | null {
  const parts = /^[A-Za-z]{3,9}, (\d{2}) ([A-Za-z]{3}) (\d{4}) (\d{2}:\d{2}:\d{2}) GMT$/.exec(text?.trim() ?? '')
  const month = MONTHS.indexOf(parts?.[2]?.toLowerCase() ?? '')
  if (!parts || month < 0) return null
  return parseInstant(`${parts[3]}-${String(month + 1).padStart(2, '0')}-${parts[1]}T${parts[4]}Z`)
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function untilReset(text: string | null, now: number): number | null {
  const value = number(text)
  if (value === null) return untilDate(text === null ? null : parseInstant(text), now)
  if (value < LEAST_EPOCH_SECONDS) return value * 1000
  return (value < LEAST_EPOCH_MILLIS ? value * 1000 : value) - now
}

/** Smaller numbers are seconds to wait: as an epoch time they would be before 1973-03-03. */
const LEAST_EPOCH_SECONDS = 1e8

/** Smaller numbers are epoch seconds; greater ones would be after the year 5000. */
const LEAST_EPOCH_MILLIS = 1e11

function untilDate(date: number | null, now: number): number | null {
  return date === null ? null : date - now
}

function number(text: string | null): number | null {
  return text !== null && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : null
}
