import type { AnyOperation, AnyRoute, Json, Topic } from '../operations/operation.ts'
import { guarded, jsonContent, problem, refused, refusedBody } from './openapi-parts.ts'

/** Describes the routes of the operations of a topic for the OpenAPI document. */
export function operationPaths(topic: Topic): Record<string, Json> {
  const paths: Record<string, Json> = {}
  for (const one of Object.values(topic)) {
    if (one.route === undefined) continue
    const { path, method } = one.route
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(one, one.route) }
  }
  return paths
}

function describe(one: AnyOperation, { id, summary, parameters, body, answer, refusals }: AnyRoute): Json {
  const { status, description, content, documentedHeaders = [] } = answer
  const headers = Object.fromEntries(documentedHeaders.map(name => [name, { schema: { type: 'string' } }]))
  return {
    operationId: id,
    summary,
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: requestBody(body.schema, body.example) } : {}),
    responses: {
      ...(one.admits === 'anybody' ? refused : guarded),
      ...refusedCaller(one),
      ...(body ? refusedBody('application/json') : {}),
      ...(one.route?.method === 'POST' && !body ? { 415: problem('It takes no body.') } : {}),
      [status]: {
        description,
        ...(content === undefined ? {} : { content: contentOf(content) }),
        ...(documentedHeaders.length > 0 ? { headers } : {}),
      },
      ...Object.fromEntries(Object.entries(refusals).map(([refusal, reason]) => [refusal, problem(reason)])),
    },
  }
}

function refusedCaller({ admits, cost }: AnyOperation): Json {
  const changes = cost === 'write'
  if (admits === 'administrators' && changes)
    return { 403: problem('The caller is no administrator, or the request is from another site.') }
  if (admits === 'administrators') return { 403: problem('The caller is no administrator.') }
  return changes ? { 403: problem('The request is from another site.') } : {}
}

function contentOf(content: string | Json): Json {
  return typeof content === 'string' ? jsonContent(content) : { 'application/json': { schema: content } }
}

function requestBody(schema: Json, example: Json): Json {
  return { required: true, content: { 'application/json': { schema, example } } }
}
