import type { FastifyReply, FastifyRequest } from 'fastify'

/** A request that is over. */
export interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  /** The address with the names of its parameters, not with their values; `null` where there is no such address. */
  readonly route: string | null
  /** The address as it was sent. */
  readonly url: string | undefined
  readonly status: number
  readonly ms: number
  /** Of a mistake; see docs/reference/errors.md. */
  readonly code: string | undefined
}

/** The status of a request that its client gave up, since it has no answer. */
const CLIENT_CLOSED_REQUEST = 499

/** Tells of a request when its answer is out or its client has gone. */
export function whenFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  tell: (finished: FinishedRequest) => void,
): void {
  const { raw } = reply
  const { socket } = request.raw
  const start = performance.now()
  let isAnswered = false
  raw.once('finish', () => {
    // An answer ends for the framework, too, when its connection is cut.
    isAnswered = !socket.destroyed
  })
  raw.once('close', () => {
    tell({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? null,
      url: request.raw.url,
      status: isAnswered ? raw.statusCode : CLIENT_CLOSED_REQUEST,
      ms: performance.now() - start,
      code: reply.getHeader('x-error-code') as string | undefined,
    })
  })
}
