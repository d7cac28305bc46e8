import { type Instant, parseInstant } from '../../../../core/time/instant.ts'
import { parseZone, type Zone } from '../../../../core/time/zone.ts'
import type { TrackerAccess, TrackerHello } from '../../tracker.ts'
import { type JsonObject, objectOf, textOf } from '../json.ts'
import { readPerson } from '../read-person.ts'
import type { JiraClient, JiraRequest, JiraResponse } from './jira-client.ts'
import { isEndpointMissing, JiraError } from './jira-error.ts'

/** The tries of a request for a batch: one that fails is halved, so few are enough. */
export const FEW_TRIES = { tries: 2 }

/** Which REST interface a tracker has, and where. */
export interface Site {
  readonly kind: 'cloud' | 'server'
  /** The address before `/rest`: of the site, or of the gateway. */
  readonly api: string
  /** The path of the REST interface, such as `/rest/api/3`. */
  readonly rest: string
  readonly cloudId: string | null
  /** The base address that users see. */
  readonly address: string
  /** The zone of the account; `null` when it is not known. */
  readonly zone: Zone | null
  /** Whether the account may administer the tracker. */
  readonly isAdministrator: boolean
  readonly permissions: KnownPermissions
  /** The tracker's clock minus ours, in milliseconds. */
  readonly clockOffset: number
}

/** The global permissions of the account, as they were at an instant of our clock; `null` when the tracker does not say. */
interface KnownPermissions {
  readonly granted: ReadonlySet<string> | null
  readonly at: Instant
}

/** Permissions of the account change rarely, so they are read this often only. Milliseconds. */
const PERMISSIONS_MS = 3_600_000

/** A request to the site; `path` comes after `/rest/api/N`, unless it begins with `/rest`. */
export type SiteRequest = Omit<JiraRequest, 'base' | 'method'>

/** A connection that knows its site. */
export interface Session {
  /** Asks the tracker who it is, and who the account is. */
  readonly hello: () => Promise<TrackerHello>
  /** Returns the site; asks the tracker at the first call. */
  readonly site: () => Promise<Site>
  /** Returns the site if it is known. */
  readonly knownSite: () => Site | null
  readonly get: (path: string, query?: SiteRequest['query'], options?: Pick<JiraRequest, 'tries'>) => Promise<unknown>
  readonly post: (path: string, body: unknown, options?: Pick<JiraRequest, 'tries'>) => Promise<unknown>
}

/** Atlassian's gateway for scoped tokens. */
export const GATEWAY = 'https://api.atlassian.com'

/** Opens a session. No request is sent before the first call. */
export function openSession(client: JiraClient, access: TrackerAccess): Session {
  const base = siteAddress(access.url)
  let known: Site | null = null
  let opening: Promise<Site> | null = null

  const hello = async (): Promise<TrackerHello> => {
    const introduction = await introduce(client, access, base, known)
    known = introduction.site
    return introduction.hello
  }

  const site = async (): Promise<Site> => {
    if (known) return known
    opening ??= hello()
      .then(() => known!)
      .finally(() => {
        opening = null
      })
    return opening
  }

  const send = async (method: JiraRequest['method'], path: string, rest: Partial<JiraRequest>): Promise<unknown> => {
    const { api, rest: prefix } = await site()
    const whole = path.startsWith('/rest/') ? path : `${prefix}${path}`
    return (await client.send({ ...rest, method, base: api, path: whole })).value
  }

  return {
    hello,
    site,
    knownSite: () => known,
    get: (path, query = {}, options = {}) => send('GET', path, { ...options, query }),
    post: (path, body, options = {}) => send('POST', path, { ...options, body }),
  }
}

/** Returns the base address of a tracker, from the address that a user typed. */
export function siteAddress(text: string): string {
  const { origin, hostname, pathname } = new URL(text)
  if (isCloudHost(hostname)) return origin
  return `${origin}${pathname.replace(/\/(?:secure|browse|projects|rest|login\.jsp)(?:\/.*)?$/, '').replace(/\/+$/, '')}`
}

function isCloudHost(hostname: string): boolean {
  return /\.(?:atlassian\.net|jira\.com)$/i.test(hostname)
}

interface Introduction {
  readonly hello: TrackerHello
  readonly site: Site
}

async function introduce(
  client: JiraClient,
  access: TrackerAccess,
  base: string,
  known: Site | null,
): Promise<Introduction> {
  if (known) {
    try {
      return await introduceAt(client, access, base, known.api, known.cloudId, known)
    } catch (error) {
      // A new token may be of the other kind, which is valid at another address of Cloud.
      if (!isUnauthorized(error) || known.kind !== 'cloud') throw error
    }
  }
  try {
    return await introduceAt(client, access, base, base, null, null)
  } catch (error) {
    if (!(error instanceof JiraError) || error.failure !== 'unauthorized' || access.kind === 'server') throw error
    const cloudId = await cloudIdOf(client, base)
    if (cloudId === null) throw error
    // A scoped token is valid only at the gateway.
    const gateway = `${(access.gateway ?? GATEWAY).replace(/\/+$/, '')}/ex/jira/${encodeURIComponent(cloudId)}`
    return introduceAt(client, access, base, gateway, cloudId, null).catch(failure => {
      throw isUnreachable(failure) ? alsoUnreachable(error, gateway, failure) : failure
    })
  }
}

/** Returns whether there was no response at all. */
function isUnreachable(error: unknown): error is JiraError {
  return error instanceof JiraError && error.failure === 'unavailable' && error.status === null
}

/** Adds to a rejected token that the gateway, where it may be valid, cannot be reached. */
function alsoUnreachable(rejected: JiraError, gateway: string, { message }: JiraError): JiraError {
  const { origin } = new URL(gateway)
  const answer = rejected.message.replace(/\.$/, '')
  const detail = `${answer}; if the token has scopes, it needs ${origin}, which cannot be reached: ${message}`
  return new JiraError('unauthorized', rejected.request, detail, rejected)
}

async function introduceAt(
  client: JiraClient,
  access: TrackerAccess,
  base: string,
  api: string,
  knownCloudId: string | null,
  known: Site | null,
): Promise<Introduction> {
  const clock = createTrackerClock()
  const get = async (path: string, query: NonNullable<JiraRequest['query']> = {}): Promise<unknown> => {
    const response = await client.send({ method: 'GET', base: api, path, query })
    clock.record(response)
    return response.value
  }
  const info = await serverInfo(get, known?.rest ?? (access.kind === 'cloud' ? '/rest/api/3' : '/rest/api/2'))
  const kind = known?.kind ?? access.kind ?? kindOf(info, base)
  // Both products have this version, so the account is asked for before an unknown kind is an error.
  const rest = kind === 'cloud' ? '/rest/api/3' : '/rest/api/2'
  const own = await ownAccount(get, rest)
  if (kind === null) throw own === null ? notJira() : unknownKind()
  if (known === null && access.kind === null && own === null && lacksJiraFields(info)) throw notJira()
  const account = own ?? {
    id: access.email?.toLowerCase() ?? 'unknown',
    name: access.email ?? 'unknown',
    timeZone: null,
  }
  const ourTime = access.clock.now()
  const isRecent = known !== null && ourTime - known.permissions.at < PERMISSIONS_MS
  const permissions = isRecent
    ? known.permissions
    : { granted: await globalPermissions(get, rest, own !== null), at: ourTime }
  const { granted } = permissions
  const serverTime = parseInstant(textOf(info?.serverTime) ?? '')
  const cloudId = knownCloudId ?? (kind === 'cloud' ? await cloudIdOf(client, base) : null)
  const address = addressIn(info) ?? known?.address ?? base
  const isAdministrator = granted !== null && (granted.has('ADMINISTER') || granted.has('SYSTEM_ADMIN'))
  const trackerTime = serverTime ?? clock.now()
  const now = trackerTime ?? access.clock.now()
  const hasClock = trackerTime !== null
  const limitations = limitationsOf({
    info,
    hasClock,
    timeZone: account.timeZone,
    permissions: granted,
    isAdministrator,
  })
  return {
    hello: {
      product: kind === 'cloud' ? 'Jira Cloud' : 'Jira Data Center',
      version: textOf(info?.version),
      address,
      identity: cloudId ?? address,
      account: { id: account.id, name: account.name },
      timeZone: account.timeZone,
      now,
      isAdministrator,
      limitations,
    },
    site: {
      kind,
      api,
      rest,
      cloudId,
      address,
      zone: account.timeZone === null ? null : parseZone(account.timeZone),
      isAdministrator,
      permissions,
      clockOffset: now - access.clock.now(),
    },
  }
}

type Get = (path: string, query?: NonNullable<JiraRequest['query']>) => Promise<unknown>

/** Returns `serverInfo`; `null` when the tracker has none, or does not accept the credentials for it. */
async function serverInfo(get: Get, rest: string): Promise<JsonObject | null> {
  try {
    for (const prefix of new Set([rest, '/rest/api/2', '/rest/api/3'])) {
      const info = objectOf(await orNull(get(`${prefix}/serverInfo`)))
      if (info) return info
    }
  } catch (error) {
    // Each attempt may count as a failed login, so other addresses are not tried.
    if (!isUnauthorized(error)) throw error
  }
  return null
}

/** Returns which product the tracker is; `null` when it does not say. */
function kindOf(info: JsonObject | null, base: string): Site['kind'] | null {
  const deployment = textOf(info?.deploymentType)?.toLowerCase()
  if (deployment === 'cloud') return 'cloud'
  if (deployment === 'server' || deployment === 'data center') return 'server'
  // Versions of Cloud begin with 1001.
  if (info) return Number.parseInt(textOf(info.version) ?? '', 10) >= 1000 ? 'cloud' : 'server'
  return isCloudHost(new URL(base).hostname) ? 'cloud' : null
}

/** Returns whether a response of serverInfo has no member that a Jira sends. */
function lacksJiraFields(info: JsonObject | null): boolean {
  return info !== null && textOf(info.version) === null && textOf(info.deploymentType) === null
}

function notJira(): JiraError {
  const detail = 'the server does not answer like a Jira. If it is a Jira without serverInfo, give --kind'
  return new JiraError('not-found', 'GET /rest/api/2/serverInfo', detail)
}

function unknownKind(): JiraError {
  const next = 'Give --kind cloud or --kind server.'
  return new JiraError(
    'rejected',
    'GET /rest/api/2/serverInfo',
    `the tracker does not say which product it is. ${next}`,
  )
}

/** Returns the account of the credentials; `null` when the tracker does not say. Throws `unauthorized`. */
async function ownAccount(
  get: Get,
  rest: string,
): Promise<{ readonly id: string; readonly name: string; readonly timeZone: string | null } | null> {
  try {
    const person = readPerson(await get(`${rest}/myself`))
    if (person) return { id: person.id, name: person.displayName, timeZone: person.timeZone }
  } catch (error) {
    if (!(error instanceof JiraError) || !isEndpointMissing(error)) throw error
    // Without the right to read its own account, a scoped token is of no use.
    if (error.failure === 'forbidden') throw new JiraError('unauthorized', error.request, error.message, error)
  }
  return null
}

/**
 * Returns the global permissions of the account; `null` when the tracker does not say. `isSignedIn` says whether the
 * credentials were accepted before, so that a refusal says nothing about them.
 */
async function globalPermissions(get: Get, rest: string, isSignedIn: boolean): Promise<ReadonlySet<string> | null> {
  const query = { permissions: 'ADMINISTER,SYSTEM_ADMIN,USER_PICKER' }
  const answer = await orNull(get(`${rest}/mypermissions`, query)).catch(error => {
    if (!isSignedIn || !isUnauthorized(error)) throw error
    return null
  })
  const permissions = objectOf(objectOf(answer)?.permissions)
  if (!permissions) return null
  const granted = Object.entries(permissions).filter(([, value]) => objectOf(value)?.havePermission === true)
  return new Set(granted.map(([key]) => key))
}

/** Returns the id of a site of Jira Cloud, which is public; `null` for other trackers. */
async function cloudIdOf(client: JiraClient, base: string): Promise<string | null> {
  const origin = new URL(base).origin
  try {
    const request = { method: 'GET', base: origin, path: '/_edge/tenant_info', anonymous: true, tries: 2 } as const
    return textOf(objectOf((await client.send(request)).value)?.cloudId)
  } catch (error) {
    if (error instanceof JiraError && error.failure !== 'throttled' && error.failure !== 'unavailable') return null
    throw error
  }
}

/** Returns the base address of a response, without a slash at its end; `null` when it has none. */
function addressIn(info: JsonObject | null): string | null {
  const address = textOf(info?.baseUrl)
  if (address === null || !URL.canParse(address)) return null
  return /^https?:/i.test(address) ? address.replace(/\/+$/, '') : null
}

function limitationsOf(found: {
  readonly info: JsonObject | null
  /** Whether the tracker reports its time. */
  readonly hasClock: boolean
  readonly timeZone: string | null
  readonly permissions: ReadonlySet<string> | null
  readonly isAdministrator: boolean
}): readonly string[] {
  const limitations: string[] = []
  if (!found.info) {
    const time = found.hasClock ? ', and the date of its responses is its time' : ''
    limitations.push(`The tracker does not describe itself, so its address identifies it${time}.`)
  }
  if (!found.hasClock) {
    limitations.push(
      'The tracker does not report its time, so the clock of this computer counts: if that clock is fast, changes may be missed.',
    )
  }
  if (found.timeZone === null || parseZone(found.timeZone) === null) {
    limitations.push('The time zone of the account is unknown, so changes may be requested from a longer period.')
  }
  if (found.permissions === null) {
    limitations.push('The tracker does not say what the account may do, so it counts as no administrator.')
  } else if (!found.isAdministrator) {
    limitations.push('The account does not administer the tracker, so permissions of other users cannot be read.')
  }
  if (found.permissions?.has('USER_PICKER') === false && !found.isAdministrator) {
    limitations.push('The account may not browse users and groups, so queries by group find no users.')
  }
  return limitations
}

function isUnauthorized(error: unknown): boolean {
  return error instanceof JiraError && error.failure === 'unauthorized'
}

async function orNull(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request
  } catch (error) {
    if (isEndpointMissing(error) || (error instanceof JiraError && error.failure === 'rejected')) return null
    throw error
  }
}

/** The tracker's clock, as far as its responses show it. */
interface TrackerClock {
  readonly record: (response: JiraResponse) => void
  /** Returns the time of the last response; `null` when none had a date. */
  readonly now: () => number | null
}

function createTrackerClock(): TrackerClock {
  let last: number | null = null
  return {
    record: ({ date }) => {
      last = date ?? last
    },
    now: () => last,
  }
}
