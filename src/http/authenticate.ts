import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Authenticate, Credentials } from '../access/authenticate.ts'
import { type Caller, LOCAL_CALLER } from '../access/caller.ts'
import { UserError } from '../base/errors.ts'

/** Whom a route lets in. */
export type Admits = 'anybody' | 'users' | 'administrators'

/**
 * Who asks. `authenticate` is `null` in access mode `open`, where everybody is the local user.
 *
 * Throws NOT_SIGNED_IN and FORBIDDEN, and the reason of `signal` when it is aborted.
 */
export async function callerOf(
  { headers }: FastifyRequest,
  admits: Admits,
  authenticate: Authenticate | null,
  signal: AbortSignal,
): Promise<Caller> {
  if (authenticate === null || admits === 'anybody') return LOCAL_CALLER
  const credentials = credentialsIn(headers)
  if (credentials === null) throw new UserError('NOT_SIGNED_IN')
  const caller = await authenticate(credentials, signal)
  if (admits === 'administrators' && !caller.isAdministrator) throw new UserError('FORBIDDEN')
  return caller
}

/** The cookie of a browser that signed in. */
export const SESSION_COOKIE = 'sojourn_session'

/** The secret of the session that a browser shows. */
export function sessionIn(cookies: string | undefined): string | null {
  const [, secret] = new RegExp(`(?:^|; *)${SESSION_COOKIE}=([\\w-]+)`).exec(cookies ?? '') ?? []
  return secret ?? null
}

function credentialsIn({ authorization, cookie }: IncomingHttpHeaders): Credentials | null {
  if (authorization !== undefined) return readCredentials(authorization)
  const session = sessionIn(cookie)
  return session === null ? null : { session }
}

/**
 * Refuses what another site might make a browser send. Browsers let no other site send a header of ours, nor hide that a
 * request is another site's. Throws FOREIGN_PAGE.
 */
export function refuseForeignPages({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'] ?? 'same-origin'
  if (headers['x-sojourn'] === undefined || site !== 'same-origin') throw new UserError('FOREIGN_PAGE')
}

const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i

/**
 * Refuses requests to other names than this machine's, where nobody signs in: the name of another site may have been
 * pointed at this machine to read what is here. Throws HOST_UNKNOWN.
 */
export function refuseOtherHosts({ headers }: FastifyRequest): void {
  if (!THIS_MACHINE.test(headers.host ?? '')) throw new UserError('HOST_UNKNOWN')
}

/** What the header `Authorization` shows: `Bearer` with a token (RFC 6750), or `Basic` with login and token (RFC 7617). */
export function readCredentials(header: string | undefined): Credentials | null {
  const [, scheme, value] = /^(\w+) +([\w.~+/=-]+) *$/.exec(header ?? '') ?? []
  if (scheme?.toLowerCase() === 'bearer') return { login: null, token: value! }
  if (scheme?.toLowerCase() !== 'basic') return null
  const [, login, token] = /^([^:]*):(.*)$/s.exec(Buffer.from(value!, 'base64').toString('utf8')) ?? []
  return login === undefined ? null : { login, token: token! }
}
