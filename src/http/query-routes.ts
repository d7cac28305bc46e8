import type { FastifyInstance } from 'fastify'
import { UserError } from '../base/errors.ts'
import type { Queries } from '../service/queries.ts'
import { parseUrlEncoded } from './url-encoded.ts'

/** The addresses of what helps people to write queries. */
export const QUERY_PATHS = { parse: '/api/jql/parse', suggest: '/api/jql/suggest' } as const

/**
 * Adds `POST /api/jql/parse`, which takes `{"query": "..."}` and gives its canonical text, its tree and all its mistakes,
 * and `GET /api/jql/suggest?text=&position=`, which gives what can stand at a position.
 */
export function addQueryRoutes(server: FastifyInstance, queries: Queries): void {
  server.post(QUERY_PATHS.parse, async ({ body }) => {
    const text = queryOf(body)
    const mistakes = await queries.mistakes(text)
    return { ...readable(queries, text), mistakes }
  })
  server.get(QUERY_PATHS.suggest, async ({ raw }) => {
    const sent = parseUrlEncoded(raw.url?.split('?')[1] ?? '', 'query')
    const value = (name: string) => sent.findLast(one => one.name === name)?.value
    const text = value('text') ?? ''
    const position = Number(value('position') ?? text.length)
    if (!Number.isInteger(position) || position < 0) {
      throw new UserError('REQUEST_MALFORMED', { reason: 'position is not a whole number from 0' })
    }
    return queries.suggest(text, position)
  })
}

/** A query that cannot be read has neither text nor tree. */
function readable(queries: Queries, text: string): { query: string | null; tree: unknown } {
  try {
    return queries.read(text)
  } catch {
    return { query: null, tree: null }
  }
}

function queryOf(body: unknown): string {
  const parsed = Buffer.isBuffer(body) ? parseJson(body.toString('utf8')) : null
  const query = typeof parsed === 'object' && parsed !== null ? (parsed as { query?: unknown }).query : undefined
  if (typeof query === 'string') return query
  throw new UserError('REQUEST_MALFORMED', { reason: 'its body is not JSON such as {"query": "project = WEB"}' })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
