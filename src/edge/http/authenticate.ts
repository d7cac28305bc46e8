import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate, Credentials } from '../../access/permissions/authenticate.ts'
import { type Caller, LOCAL_CALLER } from '../../access/permissions/caller.ts'
import type { RouteAdmits } from '../../app/operations/operation.ts'
import { UserError } from '../../core/base/errors.ts'
import type { DelayFailures } from './failed-sign-ins.ts'
import { sessionIn } from './session-cookie.ts'

/** How a server authenticates requests. */
export interface Admission {
  /** `null` in access mode `open`, where every caller is the local user. */
  readonly authenticate: Authenticate | null
  /** Whether browsers may keep a session only over TLS. */
  readonly requiresTls: boolean
  /** Delays the response to failed sign-ins. */
  readonly delayFailures: DelayFailures
}

/**
 * Returns the caller of a request. Throws NOT_SIGNED_IN and FORBIDDEN, and the reason of `signal` when it is aborted.
 */
export async function callerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  admits: RouteAdmits,
  { authenticate, requiresTls, delayFailures }: Admission,
  signal: AbortSignal,
): Promise<Caller> {
  if (authenticate === null || admits === 'anybody') return LOCAL_CALLER
  const credentials = credentialsIn(request.headers, requiresTls)
  if (credentials === null) throw new UserError('NOT_SIGNED_IN')
  // An expired session is not a failed sign-in.
  const isSession = 'session' in credentials
  const work = () => authenticate(credentials, signal)
  const caller = await (isSession ? work() : delayFailures(request, reply, work))
  if (admits === 'administrators' && !caller.isAdministrator) throw new UserError('FORBIDDEN')
  return caller
}

function credentialsIn({ authorization, cookie }: IncomingHttpHeaders, requiresTls: boolean): Credentials | null {
  if (authorization !== undefined) return readCredentials(authorization)
  const session = sessionIn(cookie, requiresTls)
  return session === null ? null : { session }
}

/**
 * Rejects cross-site requests (CSRF). Browsers don't let another site send our header or forge `Sec-Fetch-Site`. Without
 * `fromPage`, the header may be missing, because other clients than browsers do not send it. Old browsers, and those
 * without TLS, send only `Origin`. Throws FOREIGN_PAGE.
 */
export function refuseForeignPages({ headers }: FastifyRequest, fromPage: boolean): void {
  const site = headers['sec-fetch-site']
  const isForeign = site === undefined ? !isOfHost(headers.origin, headers.host) : site !== 'same-origin'
  if ((fromPage && headers['x-sojourn'] === undefined) || isForeign) throw new UserError('FOREIGN_PAGE')
}

/** Returns whether an origin, if there is one, has the name of the host. A proxy may leave out the port of the host. */
function isOfHost(origin: string | undefined, host = ''): boolean {
  if (origin === undefined) return true
  const own = `http://${host}`
  return URL.canParse(origin) && URL.canParse(own) && new URL(origin).hostname === new URL(own).hostname
}

/** Rejects requests that another website makes in a browser, if nobody signs in. Throws FOREIGN_SITE. */
export function refuseForeignSites({ headers }: FastifyRequest): void {
  if (headers['sec-fetch-site'] === 'cross-site') throw new UserError('FOREIGN_SITE')
}

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Rejects requests with a host name other than this machine's if nobody signs in. This prevents DNS rebinding: another
 * site could point its name at this machine. Throws HOST_UNKNOWN.
 */
export function refuseOtherHosts({ headers }: FastifyRequest): void {
  if (!isThisMachine(headers.host ?? '')) throw new UserError('HOST_UNKNOWN')
}

function isThisMachine(host: string): boolean {
  return THIS_MACHINE.test(host)
}

const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/**
 * Rejects requests through a proxy in access mode `open`: it may serve other machines, and everybody is an administrator.
 * A proxy may replace the header Host, but browsers send the name that they opened in Origin. Throws CONNECTION_OPEN.
 */
export function refuseProxies({ headers }: FastifyRequest): void {
  const { origin } = headers
  const isLocal = origin === undefined || (URL.canParse(origin) && isThisMachine(new URL(origin).host))
  if (!isLocal || PROXY_HEADERS.some(name => headers[name] !== undefined)) throw new UserError('CONNECTION_OPEN')
}

/** Parses the header `Authorization`: `Bearer` with a token (RFC 6750), or `Basic` with login and token (RFC 7617). */
export function readCredentials(header: string | undefined): Credentials | null {
  const [, scheme, value] = /^(\w+) +([\w.~+/=-]+) *$/.exec(header ?? '') ?? []
  if (scheme?.toLowerCase() === 'bearer') return { login: null, token: value! }
  if (scheme?.toLowerCase() !== 'basic') return null
  const [, login, token] = /^([^:]*):(.*)$/s.exec(Buffer.from(value!, 'base64').toString('utf8')) ?? []
  return login === undefined ? null : { login, token: token! }
}
