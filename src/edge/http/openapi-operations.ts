import { z } from 'zod'
import type { AnswerDeclaration, AnyOperation, AnyRoute, Json } from '../../app/operations/operation.ts'
import { topics } from '../../app/operations/topics.ts'
import { formBody, inQuery } from './openapi-parameters.ts'
import { guarded, jsonContent, problem, refused, refusedBody } from './openapi-parts.ts'

/** Describes the routes of the operations of one stability for the OpenAPI document. `report` is the address of the report interface. */
export function operationPaths(stability: AnyRoute['stability'], report: string): Record<string, Json> {
  const paths: Record<string, Json> = {}
  const all: readonly AnyOperation[] = Object.values(topics).flatMap(topic => Object.values(topic))
  for (const one of all) {
    if (one.route?.stability !== stability) continue
    const { method } = one.route
    const path = one.route.path.replace('{report}', report)
    const { operation, form } = describe(one, one.route)
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation, ...(form ? { post: form } : {}) }
  }
  return paths
}

interface Described {
  readonly operation: Json
  /** The POST with a form that does the same. */
  readonly form: Json | null
}

function describe(one: AnyOperation, route: AnyRoute): Described {
  const { id, summary, parameters, body, named, hasForm, answers, refusals = {}, stability } = route
  const responses = {
    ...(one.admits === 'anybody' ? refused : guarded),
    ...refusedCaller(one),
    ...(body ? refusedBody('application/json') : {}),
    ...(route.method === 'POST' && !body ? { 415: problem('It takes no body.') } : {}),
    ...Object.fromEntries(answers.map(answer => [answer.status, answered(answer)])),
    ...Object.fromEntries(Object.entries(refusals).map(([status, reason]) => [status, problem(reason)])),
  }
  const all = named?.() ?? []
  return {
    operation: {
      operationId: id,
      summary,
      ...(named ? { parameters: inQuery(all) } : parameters ? { parameters } : {}),
      ...(body ? { requestBody: requestBody(body.schema, body.example) } : {}),
      responses,
      'x-stability': stability,
    },
    form: hasForm
      ? {
          operationId: `${id}Post`,
          summary,
          requestBody: formBody(all),
          responses: { ...responses, ...refusedBody(FORM) },
          'x-stability': stability,
        }
      : null,
  }
}

const FORM = 'application/x-www-form-urlencoded'

function answered({ description, content, documentedHeaders = [] }: AnswerDeclaration<never>): Json {
  const headers = Object.fromEntries(documentedHeaders.map(name => [name, { schema: { type: 'string' } }]))
  return {
    description,
    ...(content === undefined ? {} : { content: contentOf(content) }),
    ...(documentedHeaders.length > 0 ? { headers } : {}),
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

function requestBody(of: Json | z.ZodType, example: Json): Json {
  const schema = of instanceof z.ZodType ? z.toJSONSchema(of, { target: 'draft-2020-12' }) : of
  return { required: true, content: { 'application/json': { schema, example } } }
}
