import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { UserError } from '../base/errors.ts'
import type { Queries } from '../queries/queries.ts'
import { jsonBody } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

/** The paths of the routes that help people write queries. */
export const QUERY_PATHS = { parse: '/api/jql/parse', suggest: '/api/jql/suggest' } as const

/** The body of a parse request. Unknown keys are rejected, so that no input is ignored. */
const parseBody = z.strictObject({ query: z.string() })

/**
 * Adds `POST /api/jql/parse`, which takes `{"query": "..."}` and returns its canonical text, its tree (`null` for a
 * very long query) and all its errors, and `GET /api/jql/suggest?text=&position=`, which returns completions at a
 * position.
 */
export function addQueryRoutes(server: FastifyInstance, queries: Queries, running: RunningRequests): void {
  server.post(QUERY_PATHS.parse, { config: { reads: 'application/json' } }, async ({ body, caller }, reply) => {
    const { query: text } = jsonBody(body, parseBody, '{"query": "project = WEB"}')
    const problems = await queries.problems(text, { caller, signal: running.signalFor(reply) })
    return { ...(await readable(queries, text)), mistakes: problems }
  })
  server.get(QUERY_PATHS.suggest, async ({ raw, caller }, reply) => {
    const text = singleParameter(raw, 'text') ?? ''
    const position = singleParameter(raw, 'position') ?? String(text.length)
    if (!/^\d{1,9}$/.test(position)) {
      throw new UserError('REQUEST_MALFORMED', { reason: 'position is not a whole number from 0' })
    }
    return queries.suggest(text, Number(position), { caller, signal: running.signalFor(reply) })
  })
}

/** The longest query with a tree in the response, because the tree is 20 times as long. Characters. */
const TREE_LIMIT = 100_000

/** Returns the parsed query; an invalid query has neither text nor tree. */
async function readable(queries: Queries, text: string): Promise<{ query: string | null; tree: unknown }> {
  try {
    const { query, tree } = await queries.read(text)
    return { query, tree: text.length > TREE_LIMIT ? null : tree }
  } catch {
    return { query: null, tree: null }
  }
}
