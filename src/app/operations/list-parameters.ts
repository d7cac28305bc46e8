import { LIST_PAGE } from '../views/read-list-request.ts'
import type { Json } from './operation.ts'

const inQuery = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description })

/** Returns the parameters of a list of saved reports or teams. */
export function listParameters(what: 'reports' | 'teams'): Json[] {
  const { most: maximum, fallback } = LIST_PAGE
  return [
    inQuery('scope', { enum: ['visible', 'all'], default: 'visible' }, 'all: of all users, for administrators.'),
    inQuery('startIndex', { type: 'integer', minimum: 0, default: 0 }, `The number of ${what} to skip.`),
    inQuery(
      'pageSize',
      { type: 'integer', minimum: 1, maximum, default: fallback },
      `The most ${what} in the response.`,
    ),
  ]
}
