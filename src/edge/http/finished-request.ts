import type { FastifyReply, FastifyRequest } from 'fastify'

/** A completed request. */
export interface FinishedRequest {
  readonly requestId: string
  readonly method: string
  /** The route pattern with parameter names, without values; `null` for an unknown route. */
  readonly route: string | null
  /** The URL as received. */
  readonly url: string | undefined
  readonly status: number
  readonly ms: number
  /** The error code; see docs/reference/errors.md. */
  readonly code: string | undefined
}

/** The status in logs and metrics of a request that its client aborted: it has no response. */
const CLIENT_CLOSED_REQUEST = 499

/** Calls `report` when the response was sent or the client has disconnected. */
export function whenFinished(
  request: FastifyRequest,
  reply: FastifyReply,
  report: (finished: FinishedRequest) => void,
): void {
  const { raw } = reply
  const { socket } = request.raw
  const start = performance.now()
  let isAnswered = false
  raw.once('finish', () => {
    // Fastify also ends a response when its connection is destroyed.
    isAnswered = !socket.destroyed
  })
  raw.once('close', () => {
    report({
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
