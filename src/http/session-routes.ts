import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { SESSION_LIFE } from '../access/sessions.ts'
import type { PageData } from '../service/page-data.ts'
import { SESSION_COOKIE, sessionIn } from './authenticate.ts'
import { jsonBody } from './json-body.ts'

/** Everybody may send a body here, and a token with a login is short. Bytes. */
const BODY_LIMIT = 4096

const signInBody = z.strictObject({ token: z.string().max(1000), login: z.string().max(1000).optional() })

/**
 * Adds `POST /api/session`, which takes `{"token": "..."}`, and the login if it is to be that of the token, and signs the
 * browser in; and `DELETE /api/session`, which signs it out.
 */
export function addSessionRoutes(server: FastifyInstance, { signIn, signOut }: PageData): void {
  const open = { admits: 'anybody', reads: 'application/json', changes: true } as const
  server.post('/api/session', { config: open, bodyLimit: BODY_LIMIT }, async ({ body, headers }, reply) => {
    const { token, login } = jsonBody(body, signInBody, '{"token": "sj_..."}')
    const secret = await signIn({ token, login: login ?? null })
    // Browsers tell in Origin how they reached us, which a proxy that speaks TLS does not change.
    return setCookie(reply, secret, SESSION_LIFE / 1000, headers.origin?.startsWith('https:') === true)
  })
  server.delete('/api/session', { config: { admits: 'anybody', changes: true } }, async ({ headers }, reply) => {
    const secret = sessionIn(headers.cookie)
    if (secret !== null) await signOut(secret)
    return setCookie(reply, '', 0, false)
  })
}

function setCookie(reply: FastifyReply, value: string, seconds: number, isSecure: boolean): FastifyReply {
  const parts = [`${SESSION_COOKIE}=${value}`, 'Path=/', 'HttpOnly', 'SameSite=Strict', `Max-Age=${seconds}`]
  return reply
    .code(204)
    .header('set-cookie', [...parts, ...(isSecure ? ['Secure'] : [])].join('; '))
    .send()
}
