import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where log lines go: the part of a pino logger that is used. */
export interface Log {
  readonly debug: (fields: object, message: string) => void
  readonly info: (fields: object, message: string) => void
  readonly error: (fields: object, message: string) => void
}

/** What a request that its client gave up is logged as, since it has no answer. */
const CLIENT_CLOSED_REQUEST = 499

/**
 * Logs a request in one line when it is over: method, route, status, milliseconds, id and, on an error, its code.
 *
 * Values of parameters can hold names of people and words of issues, so at this level there are none of them.
 */
export function logWhenOver(log: Log, request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = reply
  const start = performance.now()
  let isAnswered = false
  raw.once('finish', () => {
    isAnswered = true
  })
  raw.once('close', () => {
    const fields = {
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: isAnswered ? raw.statusCode : CLIENT_CLOSED_REQUEST,
      ms: Math.round(performance.now() - start),
      requestId: request.id,
      code: reply.getHeader('x-error-code'),
    }
    log.info(fields, 'request')
    log.debug({ requestId: request.id, url: request.raw.url }, 'address')
  })
}
