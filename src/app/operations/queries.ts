import { z } from 'zod'
import { UserError } from '../../core/base/errors.ts'
import { explainQuery, parseQuery, queryLanguage, queryProblems, suggestForQuery } from '../queries/queries.ts'
import { command, type Json, operation } from './operation.ts'
import { validJson } from './valid-json.ts'

/** The body of a parse request. Unknown keys are rejected, so that no input is ignored. */
const BODY = z.strictObject({ query: z.string() })
const EXAMPLE = { query: 'project = WEB' }

const OBJECT: Json = { type: 'object' }

const inQuery = (name: string, schema: Json, description: string): Json => ({ name, in: 'query', schema, description })

/** The operations that help people write queries. */
export const queryOperations = {
  parse: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: parseQuery,
    route: {
      method: 'POST',
      path: '/api/jql/parse',
      stability: 'stable',
      id: 'parseQuery',
      summary: 'Reads a query: its canonical text, its tree, and all its mistakes with their places.',
      body: {
        schema: {
          type: 'object',
          properties: { query: { type: 'string' } },
          required: ['query'],
          additionalProperties: false,
        },
        example: EXAMPLE,
      },
      argumentsOf: ({ json, context }) => [validJson(json, BODY, '{"query": "project = WEB"}').query, context],
      answers: [
        { status: 200, description: 'The query; text and tree are null when it cannot be read.', content: OBJECT },
      ],
      refusals: { 400: 'The body is not such JSON.' },
    },
  }),
  suggest: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: suggestForQuery,
    route: {
      method: 'GET',
      path: '/api/jql/suggest',
      stability: 'stable',
      id: 'suggestForQuery',
      summary: 'What can stand at a position of a query: fields, operators, values, functions.',
      parameters: [
        inQuery('text', { type: 'string' }, 'The query so far.'),
        inQuery('position', { type: 'integer', minimum: 0 }, 'Where the cursor is; at its end when absent.'),
      ],
      argumentsOf: ({ parameter, context }) => {
        const text = parameter('text') ?? ''
        const position = parameter('position') ?? String(text.length)
        if (!/^\d{1,9}$/.test(position)) {
          throw new UserError('REQUEST_MALFORMED', { reason: 'position is not a whole number from 0' })
        }
        return [text, Number(position), context]
      },
      answers: [{ status: 200, description: 'The items, and the text they take the place of.', content: OBJECT }],
      refusals: { 400: 'The position is none, or a parameter is given twice.' },
    },
  }),
  problems: command({ cost: 'read', errors: [], run: queryProblems }),
  explain: command({ cost: 'read', errors: ['QUERY_INVALID'], run: explainQuery }),
  language: command({ cost: 'read', errors: [], run: queryLanguage }),
}
