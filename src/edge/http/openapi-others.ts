import type { Json } from '../../app/operations/operation.ts'
import { guarded, problem, refused } from './openapi-parts.ts'

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
