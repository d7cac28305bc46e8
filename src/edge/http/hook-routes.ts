import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ReceiveHook } from '../../intake/connections/receive-hook.ts'
import { jsonBody } from './json-body.ts'
import { unknownRoute } from './new-fastify.ts'
import { splitAddress } from './split-address.ts'

/** The largest accepted webhook. Bytes. */
const HOOK_LIMIT = 1024 * 1024

const anyObject = z.record(z.string(), z.unknown())

interface HookRoute {
  Params: { name: string; key: string }
}

/**
 * Adds `POST /hooks/<name>/<key>`, where a tracker announces changes.
 *
 * The key is the permission, so a wrong one is an unknown route, and its body is not read. The response does not wait
 * for any work, because trackers give up after seconds.
 */
export function addHookRoutes(server: FastifyInstance, hooks: ReceiveHook): void {
  server.post<HookRoute>(
    '/hooks/:name/:key',
    {
      config: { admits: 'anybody', reads: 'application/json' },
      bodyLimit: HOOK_LIMIT,
      preParsing: async ({ params: { name, key }, raw }) => {
        if (!(await hooks.isKnown(name, key))) throw unknownRoute('POST', splitAddress(raw.url).path)
      },
    },
    async ({ params: { name }, body, headers }, reply) => {
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await hooks.receive(name, {
        bytes,
        json: jsonBody(bytes, anyObject, '{"webhookEvent": "jira:issue_updated"}'),
        signature: single(headers['x-hub-signature']),
        identifier: single(headers['x-atlassian-webhook-identifier']),
      })
      return reply.code(200).send()
    },
  )
}

function single(header: string | string[] | undefined): string | null {
  return typeof header === 'string' ? header : null
}
