import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyOperation, AnyRoute, BodyDeclaration, Sent } from '../../app/operations/operation.ts'
import { type NamedCall, namedCalls, type RoutedTopic, type TopicCalls } from '../../app/operations/topics.ts'
import { parsedJson, parsedLongJson } from './json-body.ts'
import { parametersOf } from './report-routes.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

/** What all routes of operations need. */
export interface OperationRoutes {
  /** The address of the report interface. */
  readonly report: string
  readonly running: RunningRequests
}

/** Adds the routes of all operations. `calls` performs them. */
export function addOperationRoutes(
  server: FastifyInstance,
  calls: Pick<TopicCalls, RoutedTopic>,
  routes: OperationRoutes,
): void {
  const all = namedCalls(calls)
  const callOf = new Map(all.map(({ operation, call }) => [operation, call]))
  for (const { operation, call } of all) {
    const { route } = operation
    if (route) addRoute(server, { operation, call, route, callOf }, routes)
  }
}

function addRoute(
  server: FastifyInstance,
  {
    operation: { admits, cost },
    call,
    route,
    callOf,
  }: Omit<NamedCall, 'name'> & {
    readonly route: AnyRoute
    readonly callOf: ReadonlyMap<AnyOperation, NamedCall['call']>
  },
  { report, running }: OperationRoutes,
): void {
  const { method, path, body, hasForm, refusesProxies = false, shows, answers, argumentsOf } = route
  server.route({
    method: hasForm ? [method, 'POST'] : method,
    url: path.replace('{report}', report).replace(/\{(\w+)\}/g, ':$1'),
    ...(body?.limit === undefined ? {} : { bodyLimit: body.limit }),
    config: {
      admits: admits === 'commands' ? 'administrators' : admits,
      changes: cost === 'write',
      refusesProxies,
      ...(body ? { reads: 'application/json' } : hasForm ? { reads: 'application/x-www-form-urlencoded' } : {}),
    },
    handler: async (request, reply) => {
      const sent = await sentIn(request, report, running.signalFor(reply), body)
      const result = await call(...(await argumentsOf(sent)))
      const shown = shows ? await callOf.get(shows.operation)!(...shows.argumentsOf(result as never, sent)) : result
      const answer = answers.find(({ when }) => when?.(shown as never) ?? true)!
      reply.code(answer.status).headers(answer.headers?.(shown as never, sent) ?? {})
      if (answer.status === 204) return reply.send()
      return answer.bodyOf ? answer.bodyOf(shown as never, sent) : shown
    },
  })
}

async function sentIn(
  request: FastifyRequest,
  report: string,
  signal: AbortSignal,
  body: BodyDeclaration | undefined,
): Promise<Sent> {
  return {
    report,
    path: request.params as Sent['path'],
    json: body && (body.isLong ? await parsedLongJson(request.body, signal) : parsedJson(request.body)),
    parameters: () => parametersOf(request),
    parameter: name => singleParameter(request.raw, name),
    headers: request.headers,
    context: { caller: request.caller, signal },
  }
}
