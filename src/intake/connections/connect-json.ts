import type { Zone } from '../../core/time/zone.ts'
import { trackerKinds } from '../source/trackers.ts'
import { ACCOUNT_ALLOWED, type ConnectRequest, isAccount, readConnectOptions } from './connect-request.ts'
import { REQUEST_WORDING } from './connect-wording.ts'
import { tokenVariable } from './connection-name.ts'
import type { Secret } from './secret.ts'
import { readSecretText } from './secret-files.ts'

/** A new connection as JSON, validated. */
export interface JsonConnection {
  readonly request: ConnectRequest
  readonly token: Secret
}

const TYPES = {
  text: { is: (value: unknown) => typeof value === 'string', allowed: 'a text' },
  flag: { is: (value: unknown) => typeof value === 'boolean', allowed: 'true or false' },
  keys: {
    is: (value: unknown) => Array.isArray(value) && value.every(key => typeof key === 'string'),
    allowed: REQUEST_WORDING.keys,
  },
} as const

const NEW_CONNECTION = {
  name: 'text',
  address: 'text',
  token: 'text',
  email: 'text',
  projects: 'keys',
  since: 'text',
  kind: 'text',
  permissions: 'text',
  allowHttp: 'flag',
  replaceDemo: 'flag',
} as const satisfies Fields

const CHANGE = { token: 'text', email: 'text' } as const satisfies Fields

const ROUND = { full: 'flag', census: 'flag', acceptLoss: 'flag' } as const satisfies Fields

type Fields = Readonly<Record<string, keyof typeof TYPES>>

interface Values {
  readonly text: string
  readonly flag: boolean
  readonly keys: readonly string[]
}

type Read<F extends Fields> = { readonly [Name in keyof F]?: Values[F[Name]] }

/**
 * Reads the JSON of a new connection; `null` leaves a member out. Throws CONNECTION_INVALID with all mistakes, each with
 * the member, the value and what is allowed. The value of the token is never in it.
 *
 * The token must be in the JSON: one of the server's own files or variables must not be sent to an address that a request
 * names.
 */
export function readConnectJson(
  json: unknown,
  { zone, env }: { readonly zone: Zone; readonly env: Readonly<Record<string, string | undefined>> },
): JsonConnection {
  const { values, problems } = readFields(json, NEW_CONNECTION)
  const { name, address, token, email, projects, since, kind, permissions, allowHttp, replaceDemo } = values
  const unread = new Set(problems.map(memberOf))
  const read = readConnectOptions(
    {
      tracker: trackerKinds[0],
      url: address ?? '',
      name,
      email,
      since,
      kind,
      permissions,
      allowHttp,
      projects: projects?.join(','),
      replaceDemo,
    },
    zone,
    REQUEST_WORDING,
  )
  if ('problems' in read) problems.push(...read.problems.filter(problem => !unread.has(memberOf(problem))))
  const secret = readToken(token, problems)
  const variable = tokenVariable(name ?? '')
  if (name !== undefined && env[variable])
    problems.push(
      `name: '${name}' is not allowed. Allowed: a name without a variable on the server; ${variable} has the token of another connection.`,
    )
  if (problems.length > 0 || 'problems' in read || secret === null) throw REQUEST_WORDING.invalid(problems)
  return { request: read.request, token: secret }
}

/** Reads the JSON that replaces the token of a connection. Throws as readConnectJson does. */
export function readTokenJson(json: unknown): { readonly token: Secret; readonly email: string | null } {
  const { values, problems } = readFields(json, CHANGE)
  const { token, email } = values
  if (email !== undefined && !isAccount(email))
    problems.push(`email: '${email}' is not allowed. Allowed: ${ACCOUNT_ALLOWED}.`)
  const secret = readToken(token, problems)
  if (problems.length > 0 || secret === null) throw REQUEST_WORDING.invalid(problems)
  return { token: secret, email: email ?? null }
}

/** Reads the JSON that starts a round. Throws as readConnectJson does. */
export function readRoundJson(json: unknown): Required<Read<typeof ROUND>> {
  const { values, problems } = readFields(json, ROUND)
  if (problems.length > 0) throw REQUEST_WORDING.invalid(problems)
  return { full: values.full ?? false, census: values.census ?? false, acceptLoss: values.acceptLoss ?? false }
}

/** Reads the JSON of an action without options: an empty object. Throws as readConnectJson does. */
export function readNoOptions(json: unknown): void {
  const { problems } = readFields(json, {})
  if (problems.length > 0) throw REQUEST_WORDING.invalid(problems)
}

/** Reads members of an object and adds what is wrong to the returned problems. */
function readFields<F extends Fields>(
  json: unknown,
  fields: F,
): { readonly values: Read<F>; readonly problems: string[] } {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    const members = Object.keys(fields).join(', ') || 'no members'
    throw REQUEST_WORDING.invalid([`The body is not allowed. Allowed: an object of JSON with ${members}.`])
  }
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(json)) {
    const type = Object.hasOwn(fields, name) ? TYPES[fields[name]!] : null
    if (type === null) {
      const allowed = Object.keys(fields).join(', ') || 'no members'
      problems.push(`${shownText(name)}: this member is not allowed. Allowed: ${allowed}.`)
    } else if (value === null) continue
    else if (type.is(value)) values[name] = value
    else {
      const shown = name === 'token' ? 'its value' : `'${shownText(JSON.stringify(value))}'`
      problems.push(`${name}: ${shown} is not allowed. Allowed: ${type.allowed}.`)
    }
  }
  return { values: values as Read<F>, problems }
}

function memberOf(problem: string): string {
  return /^\w*/.exec(problem)![0]
}

/** The most characters of a value in an error. */
const SHOWN = 100

function shownText(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}...` : text
}

function readToken(token: string | undefined, problems: string[]): Secret | null {
  if (token === undefined) {
    if (!problems.some(problem => memberOf(problem) === 'token'))
      problems.push('token is missing. Allowed: the token of the account.')
    return null
  }
  const read = readSecretText(token)
  if ('reason' in read) problems.push(`token: ${read.reason}.`)
  return 'reason' in read ? null : read.secret
}
