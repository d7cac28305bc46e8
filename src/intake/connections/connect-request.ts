import type { Deployment } from '../../access/settings/connection-settings.ts'
import { isLoopback } from '../../access/settings/setting-values.ts'
import type { Instant } from '../../core/time/instant.ts'
import { parseReportDate } from '../../core/time/report-date.ts'
import type { Zone } from '../../core/time/zone.ts'
import type { PermissionMode } from '../../store/rows/connection-rows.ts'
import { type TrackerKind, trackerKinds } from '../source/trackers.ts'
import type { ConnectWording } from './connect-wording.ts'
import { isConnectionName, NAME_ALLOWED } from './connection-name.ts'

/** Who may see the issues of a connection: as in the tracker, as the account of the connection, or as set by hand. */
export const permissionModes = ['tracker', 'account', 'manual'] as const satisfies readonly PermissionMode[]

/** The options of a new connection, as they were typed. */
export interface ConnectOptions {
  /** The kind of tracker. */
  readonly tracker: string
  readonly url: string
  readonly name?: string | undefined
  /** An absolute path. */
  readonly tokenFile?: string | undefined
  /** Whether the token comes from the standard input. */
  readonly tokenStdin?: boolean | undefined
  readonly email?: string | undefined
  readonly projects?: string | undefined
  readonly all?: boolean | undefined
  readonly since?: string | undefined
  readonly kind?: string | undefined
  readonly permissions?: string | undefined
  readonly allowHttp?: boolean | undefined
  /** Whether the connection may replace the demo. */
  readonly replaceDemo?: boolean | undefined
}

/** The options of a new connection, validated. */
export interface ConnectRequest {
  readonly tracker: TrackerKind
  readonly name: string
  readonly address: string
  readonly email: string | null
  readonly tokenFile: string | null
  /** Keys of projects in upper case; `null` for all that the account may browse, also later. */
  readonly projects: readonly string[] | null
  readonly since: Instant | null
  readonly kind: Deployment | null
  readonly permissions: PermissionMode | null
  /** Whether the demo is removed from a store that has it. */
  readonly replaceDemo: boolean
}

/** The allowed accounts of a token, as the end of a sentence. */
export const ACCOUNT_ALLOWED = 'an email address or a login'

/** Returns whether a token may belong to this account. */
export function isAccount(text: string): boolean {
  return /^[^\s:]+$/.test(text)
}

const KINDS: readonly Deployment[] = ['cloud', 'server']

/**
 * Validates the options of a new connection. Dates are in `zone`. Returns the request, or all problems; each begins with
 * the label of its option in `wording`.
 */
export function readConnectOptions(
  options: ConnectOptions,
  zone: Zone,
  { labels, keys: keysAllowed }: Pick<ConnectWording, 'labels' | 'keys'>,
): { readonly request: ConnectRequest } | { readonly problems: readonly string[] } {
  const problems: string[] = []
  const refuse = (option: keyof ConnectWording['labels'], value: string, allowed: string): null => {
    problems.push(`${labels[option]}: '${value}' is not allowed. Allowed: ${allowed}.`)
    return null
  }
  const among = <T extends string>(
    option: keyof ConnectWording['labels'],
    value: string | undefined,
    allowed: readonly T[],
  ): T | null =>
    value === undefined
      ? null
      : (allowed.find(one => one === value.toLowerCase()) ?? refuse(option, value, allowed.join(', ')))
  const { tracker, url, name, email, since, projects } = options
  const kindOfTracker = among('tracker', tracker, trackerKinds)
  const address = readTrackerAddress(url, options.allowHttp ?? false, labels.allowHttp)
  if ('allowed' in address) refuse('url', shownAddress(url), address.allowed)
  if (name === undefined) problems.push(`${labels.name} is missing. Allowed: ${NAME_ALLOWED}.`)
  else if (!isConnectionName(name)) refuse('name', name, NAME_ALLOWED)
  if (options.tokenFile !== undefined && options.tokenStdin)
    problems.push('--token-file and --token-stdin: give only one of them.')
  if (email !== undefined && !isAccount(email)) refuse('email', email, ACCOUNT_ALLOWED)
  if (projects !== undefined && options.all) problems.push('--projects and --all: give only one of them.')
  const keys = projects === undefined ? null : readKeys(projects)
  if (keys?.length === 0) refuse('projects', projects!, keysAllowed)
  const from = since === undefined ? null : parseReportDate(since, zone)
  if (since !== undefined && from === null) refuse('since', since, 'a date such as 2024-01-31')
  const kind = among('kind', options.kind, KINDS)
  const permissions = among('permissions', options.permissions, permissionModes)
  if (problems.length > 0 || kindOfTracker === null || name === undefined || 'allowed' in address) return { problems }
  const rest = { email: email ?? null, tokenFile: options.tokenFile ?? null, projects: keys, since: from }
  const { replaceDemo = false } = options
  return {
    request: { tracker: kindOfTracker, name, address: address.address, ...rest, kind, permissions, replaceDemo },
  }
}

/** Reads keys of projects; none if one is invalid. */
function readKeys(text: string): readonly string[] {
  const keys = text.split(',').map(key => key.trim().toUpperCase())
  return keys.every(key => /^[A-Z][A-Z0-9_]*$/.test(key)) ? [...new Set(keys)] : []
}

/** The address of a tracker, or what is allowed in its place. */
export type ReadAddress = { readonly address: string } | { readonly allowed: string }

const EXAMPLE = 'the address of a tracker, such as https://jira.example.org'

/**
 * Reads the base address of a tracker, without a slash at its end.
 *
 * The token is sent to this address, so it must be HTTPS. Plain HTTP is allowed on this machine, and for other hosts with
 * `allowHttp`, whose name for the user is `allowHttpLabel`.
 */
export function readTrackerAddress(text: string, allowHttp: boolean, allowHttpLabel: string): ReadAddress {
  if (!URL.canParse(text)) return { allowed: EXAMPLE }
  const { protocol, hostname, username, password, search, hash, origin, pathname } = new URL(text)
  if (username !== '' || password !== '') return { allowed: `${EXAMPLE}, without a user name or a token in it` }
  if (search !== '' || hash !== '' || (protocol !== 'https:' && protocol !== 'http:')) return { allowed: EXAMPLE }
  if (protocol === 'http:' && !allowHttp && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')))
    return { allowed: `an address with https; ${allowHttpLabel} sends the token without encryption` }
  const path = pathname.replace(/\/+$/, '')
  if (hostname.endsWith('.atlassian.net') && path !== '') return { allowed: `${origin}, without a path` }
  return { address: `${origin}${path}` }
}

/** Returns a text for an error message, without what may be a secret. */
export function shownAddress(text: string): string {
  return text.replace(/\/\/.*@/s, '//***@')
}
