import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { SESSION_LIFE } from '../../access/permissions/sessions.ts'
import type { TopicCalls } from '../../app/operations/topics.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Admission } from './authenticate.ts'
import { jsonBody } from './json-body.ts'
import { deletionHeaders, sessionHeader, sessionIn } from './session-cookie.ts'

/** The route is public, and a token with a login is short. Bytes. */
const BODY_LIMIT = 4096

const signInBody = z.strictObject({ token: z.string().max(1000), login: z.string().max(1000).optional() })

/** The dependencies of the session routes. */
export interface SessionRoutes extends Omit<Admission, 'authenticate'> {
  readonly pageData: Pick<TopicCalls['pageData'], 'signIn' | 'signOut'>
}

/**
 * Adds `POST /api/session`, which takes `{"token": "..."}`, optionally with the login of the token, and signs the
 * browser in; and `DELETE /api/session`, which signs it out.
 */
export function addSessionRoutes(
  server: FastifyInstance,
  { pageData, requiresTls, delayFailures }: SessionRoutes,
): void {
  const open = { admits: 'anybody', reads: 'application/json', changes: true } as const
  server.post('/api/session', { config: open, bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const { token, login } = jsonBody(request.body, signInBody, '{"token": "sj_..."}')
    const { origin } = request.headers
    if (requiresTls) refusePlainHttp(origin)
    const secret = await delayFailures(request, reply, () => pageData.signIn({ token, login: login ?? null }))
    // The header Origin has the scheme that the browser used, even behind a TLS proxy.
    const overTls = requiresTls || origin?.startsWith('https:') === true
    return reply
      .code(204)
      .header('set-cookie', sessionHeader(secret, SESSION_LIFE / 1000, overTls))
      .send()
  })
  server.delete('/api/session', { config: { admits: 'anybody', changes: true } }, async ({ headers }, reply) => {
    const secret = sessionIn(headers.cookie, requiresTls)
    if (secret !== null) await pageData.signOut(secret)
    return reply.code(204).header('set-cookie', deletionHeaders(requiresTls)).send()
  })
}

/**
 * Rejects a sign-in over plain HTTP: a browser would silently drop the cookie. Browsers trust localhost without TLS.
 */
function refusePlainHttp(origin: string | undefined): void {
  const isOfThisMachine = /^http:\/\/(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(origin ?? '')
  if (origin?.startsWith('http:') && !isOfThisMachine) throw new UserError('TLS_REQUIRED')
}
