import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { LogNames } from '../admin/log-names.ts'
import { jsonBody } from './json-body.ts'

/** The path of the names that logs have for fields without ids. */
export const LOG_NAMES_PATH = '/api/log-names'

/** The body of a mapping. */
export const newMapping = z.strictObject({ name: z.string(), field: z.string() })

/** A mapping, as an example. */
export const MAPPING_EXAMPLE = { name: 'Squad', field: 'customfield_10302' } as const

/** The largest accepted body: a name and an id. Bytes. */
const BODY_LIMIT = 4 * 1024

/**
 * Adds the routes of log names, for administrators: `GET` lists the mappings and the names without a field, `PUT` maps a name,
 * and `DELETE /<name>` removes its mapping. Stored issues change before the response.
 */
export function addLogNameRoutes(server: FastifyInstance, logNames: LogNames): void {
  const administrators = { admits: 'administrators' } as const
  const changing = { ...administrators, changes: true } as const
  server.get(LOG_NAMES_PATH, { config: administrators }, () => logNames.list())
  server.put(
    LOG_NAMES_PATH,
    { config: { ...changing, reads: 'application/json' }, bodyLimit: BODY_LIMIT },
    async ({ body }) => {
      const { name, field } = jsonBody(body, newMapping, JSON.stringify(MAPPING_EXAMPLE))
      return logNames.map(name, field)
    },
  )
  server.delete<{ Params: { readonly name: string } }>(
    `${LOG_NAMES_PATH}/:name`,
    { config: changing },
    async ({ params: { name } }) => logNames.remove(name),
  )
}
