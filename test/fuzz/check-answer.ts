import { homedir } from 'node:os'
import { z } from 'zod'
import { errorOutcomes } from '../../src/core/base/error-outcomes.ts'
import { securityHeaders } from '../../src/edge/http/security-headers.ts'
import { splitAddress } from '../../src/edge/http/split-address.ts'
import {
  aggregationRefusal,
  aggregationReport,
  listRefusal,
  listReport,
  reportError,
} from '../../src/reports/table/report-schema.ts'
import type { FuzzRequest } from './fuzz-request.ts'
import type { FuzzServerFacts } from './fuzz-server-facts.ts'
import type { FuzzAnswer } from './send.ts'

// The invariants of every response.

/** Returns which invariant a response violates; `null` for a valid response. */
export function violationIn(request: FuzzRequest, answer: FuzzAnswer, facts: FuzzServerFacts): string | null {
  if (answer.status === 0) return isCutShort(request) ? null : `the connection ended: ${answer.body}`
  return (
    leakIn(`${JSON.stringify(answer.headers)} ${answer.body}`, facts) ??
    headerViolation(answer) ??
    statusViolation(request, answer) ??
    bodyViolation(request, answer, facts)
  )
}

/** Returns whether a request may be cut off: it is rejected before it was read completely. */
function isCutShort({ url, headers, body }: FuzzRequest): boolean {
  return url.length + JSON.stringify(headers).length + (body?.length ?? 0) > 60_000
}

/** Files, packages and functions of DuckDB are internal; its name alone is a value of the parameter `engine`. */
const INSIDE =
  /\n\s+at |\.[jt]s:\d|\bselect\b.*\bfrom\b|[./@]duckdb|duckdb[._/]|(Type|Syntax|Range|Reference|Binder|Catalog|Conversion|Parser) ?Error|FST_ERR|node_modules|root:x:0/i

/** Returns an internal detail that a text reveals. */
export function leakIn(text: string, { secrets }: FuzzServerFacts): string | null {
  const found = [...secrets, process.cwd(), homedir()].find(secret => text.includes(secret)) ?? INSIDE.exec(text)?.[0]
  return found === undefined ? null : `it reveals internals: ${JSON.stringify(found)}`
}

const PAGES: readonly string[] = ['content-security-policy']

function headerViolation({ headers }: FuzzAnswer): string | null {
  if ('x-evil' in headers) return 'a header was made up by the client'
  for (const [name, value] of Object.entries(securityHeaders)) {
    const found = headers[name]
    if (found !== value && !(PAGES.includes(name) && found?.includes("default-src '"))) return `${name} is ${found}`
  }
  return headers['cache-control'] === undefined ? 'there is no Cache-Control' : null
}

/** The documented failures of a healthy server: too many requests at once, a query that is too large, no cluster. */
const DOCUMENTED = ['SERVER_BUSY', 'QUERY_TOO_LARGE', 'TRINO_MISSING']

function statusViolation({ isValid }: FuzzRequest, { status, headers, body }: FuzzAnswer): string | null {
  const code = headers['x-error-code'] as keyof typeof errorOutcomes | undefined
  if (status === 503 && DOCUMENTED.includes(String(code))) return null
  if (isValid && status !== 200) return `it is refused: ${status} ${body.slice(0, 500)}`
  if (status >= 200 && status < 300) return code === undefined ? null : `it is ${status} with the code ${code}`
  // The client has the page already.
  if (status === 304) return null
  if (status < 400 || status >= 500) return `its status is ${status} ${code}: ${body.slice(0, 500)}`
  return code !== undefined && errorOutcomes[code].status === status
    ? null
    : `its code is ${code}, its status ${status}`
}

const problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string().min(1),
  code: z.string(),
  messages: z.array(z.string()).optional(),
})

/** The longest error response; its messages are for people. */
const LONGEST_ERROR = 20_000

function bodyViolation(request: FuzzRequest, answer: FuzzAnswer, facts: FuzzServerFacts): string | null {
  const { status, headers, body } = answer
  if (status === 204 || status === 304 || request.method === 'HEAD') return body === '' ? null : 'it has a body'
  if (status >= 400 && body.length > LONGEST_ERROR) return `its error has ${body.length} letters`
  const type = headers['content-type'] ?? ''
  if (status < 400 && !type.includes('json'))
    return /^(text|application)\/(html|plain|csv|javascript)\b/.test(type) ? null : `its type is ${type}`
  const parsed = jsonOf(body)
  if (parsed === undefined) return `it is no JSON: ${body.slice(0, 500)}`
  const read = schemaOf(request, answer, facts).safeParse(parsed)
  return read.success ? null : `it has not the shape of its kind: ${z.prettifyError(read.error)}`
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Only an accepted request gets the endpoint's format. */
function schemaOf(
  { method, url }: FuzzRequest,
  { status, headers }: FuzzAnswer,
  { routes }: FuzzServerFacts,
): z.ZodType {
  const { path } = splitAddress(url)
  const route = routes.find(route => isOf(path, route.url) && route.methods.includes(method))
  const endpoint = route?.endpoint ?? null
  if (status < 400) {
    if (endpoint === 'aggregation') return aggregationReport
    return endpoint === 'list' || endpoint === 'issue' ? listReport : z.unknown()
  }
  if (endpoint === null || isUnread(headers)) return problem
  // A parameter that is too long or cannot be decoded leads to no route.
  if (route?.url.includes(':')) return z.union([problem, reportError, listRefusal])
  if (status !== 400) return reportError
  if (endpoint === 'file') return z.union([listRefusal, aggregationRefusal])
  return endpoint === 'aggregation' ? aggregationRefusal : listRefusal
}

/** Returns whether a path is one of a route, whose parameters are words after a colon. */
function isOf(path: string, route: string): boolean {
  const parts = route.split('/')
  const own = path.split('/')
  return own.length === parts.length && parts.every((part, i) => part.startsWith(':') || part === own[i])
}

/** Returns whether a request could not be parsed: the response then has no id. */
function isUnread(headers: FuzzAnswer['headers']): boolean {
  return headers['x-request-id'] === undefined
}
