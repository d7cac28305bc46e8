import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AnyOperation, Calls, Sent, Topic } from '../operations/operation.ts'
import { parsedJson, parsedLongJson } from './json-body.ts'
import type { RunningRequests } from './running-requests.ts'
import { singleParameter } from './single-parameter.ts'

/** Adds the routes of the operations of a topic. `calls` performs them. */
export function addOperationRoutes<T extends Topic>(
  server: FastifyInstance,
  topic: T,
  calls: Calls<T>,
  running: RunningRequests,
): void {
  const perform = (one: AnyOperation, args: readonly unknown[]): Promise<unknown> => {
    const name = Object.keys(topic).find(key => topic[key] === one)!
    return (calls as Readonly<Record<string, (...args: readonly unknown[]) => Promise<unknown>>>)[name]!(...args)
  }
  for (const one of Object.values(topic)) {
    if (one.route === undefined) continue
    const { method, path, body, shows, answer, argumentsOf } = one.route
    server.route({
      method,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      ...(body?.limit === undefined ? {} : { bodyLimit: body.limit }),
      config: {
        admits: one.admits === 'commands' ? 'administrators' : one.admits,
        changes: one.cost === 'write',
        ...(body ? { reads: 'application/json' as const } : {}),
      },
      handler: async (request, reply) => {
        const sent = await sentIn(request, running.signalFor(reply), body?.isLong === true)
        const result = await perform(one, argumentsOf(sent))
        const shown = shows ? await perform(shows.operation, shows.argumentsOf(result as never, sent)) : result
        reply.code(answer.status).headers(answer.headers?.(shown as never) ?? {})
        return answer.status === 204 ? reply.send() : shown
      },
    })
  }
}

async function sentIn(request: FastifyRequest, signal: AbortSignal, isLong: boolean): Promise<Sent> {
  return {
    path: request.params as Sent['path'],
    json: isLong ? await parsedLongJson(request.body, signal) : parsedJson(request.body),
    parameter: name => singleParameter(request.raw, name),
    headers: request.headers,
    context: { caller: request.caller, signal },
  }
}
