import type { Json } from '../operations/operation.ts'
import { guarded, problem, refused, refusedBody } from './openapi-parts.ts'

/** Describes the parsing of queries for the OpenAPI document. */
export function parsePath(): Json {
  const properties = { query: { type: 'string' } }
  const query = { type: 'object', properties, required: ['query'], additionalProperties: false }
  return {
    post: {
      operationId: 'parseQuery',
      summary: 'Reads a query: its canonical text, its tree, and all its mistakes with their places.',
      requestBody: {
        required: true,
        content: { 'application/json': { schema: query, example: { query: 'project = WEB' } } },
      },
      responses: {
        ...guarded,
        ...refusedBody('application/json'),
        200: {
          description: 'The query; text and tree are null when it cannot be read.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        400: problem('The body is not such JSON.'),
      },
    },
  }
}

/** Describes the query suggestions for the OpenAPI document. */
export function suggestPath(): Json {
  const parameter = (name: string, schema: Json, description: string) => ({ name, in: 'query', schema, description })
  return {
    get: {
      operationId: 'suggestForQuery',
      summary: 'What can stand at a position of a query: fields, operators, values, functions.',
      parameters: [
        parameter('text', { type: 'string' }, 'The query so far.'),
        parameter('position', { type: 'integer', minimum: 0 }, 'Where the cursor is; at its end when absent.'),
      ],
      responses: {
        ...guarded,
        200: {
          description: 'The items, and the text they take the place of.',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        400: problem('The position is none, or a parameter is given twice.'),
      },
    },
  }
}

/** Describes a public status route for the OpenAPI document. */
export function statusPath(summary: string, status: string): Json {
  const schema = { type: 'object', properties: { status: { const: status } }, required: ['status'] }
  const responses = {
    ...refused,
    200: { description: summary, content: { 'application/json': { schema } } },
    503: problem('Not so, or the server is stopping.'),
  }
  return { get: { summary, security: [], responses } }
}

/** Describes the readiness check for the OpenAPI document. */
export function readyPath(): Json {
  const summary = 'Whether the store is whole, and can be written and read.'
  const { get } = statusPath(summary, 'ready') as { get: { responses: Record<string, { content: object }> } }
  const schema = { type: 'object', properties: { status: { const: 'checking' } }, required: ['status'] }
  const { content, ...refused } = get.responses[503]!
  const responses = { ...get.responses, 503: { ...refused, content: { 'application/json': { schema }, ...content } } }
  return { get: { ...get, responses } }
}

/** Describes the metrics for the OpenAPI document. */
export function metricsPath(): Json {
  const content = { 'text/plain': { schema: { type: 'string' } } }
  return {
    get: {
      operationId: 'metrics',
      summary: 'What the server counts, for administrators: the text format of Prometheus.',
      responses: {
        ...guarded,
        200: { description: 'The metrics; see docs/reference/http.md.', content },
        403: problem('The caller is no administrator.'),
      },
    },
  }
}
