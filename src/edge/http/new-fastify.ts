import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { UserError } from '../../core/base/errors.ts'
import { sendProblem } from './answer-error.ts'
import type { ClientError } from './client-error.ts'
import { failureOf } from './error-answer.ts'
import { watchFirstLines } from './first-line.ts'
import { HEAD_LIMIT, ID_LIMIT, KEEP_ALIVE, type Timeouts } from './limits.ts'
import { readBody } from './read-body.ts'
import { securityHeaders } from './security-headers.ts'
import { splitAddress } from './split-address.ts'

/** The options of the Fastify server. */
export interface FrameworkOptions {
  readonly bodyLimit: number
  /** See ServerDeps.maxConnections. */
  readonly maxConnections: number
  readonly timeouts: Timeouts
  /** Called first for every request. */
  readonly begin: (request: FastifyRequest, reply: FastifyReply) => void
  /** Responds to bytes that are not a valid HTTP request. */
  readonly answerClientError: (error: ClientError, socket: Socket) => void
  /** Called for every connection that is closed because of the limit. */
  readonly refusedConnection: () => void
}

/** Creates Fastify without routes. It reads bodies as bytes, and leaves validation to us. */
export function newFastify(options: FrameworkOptions): FastifyInstance {
  const { bodyLimit, maxConnections, timeouts, begin, answerClientError, refusedConnection } = options
  const server = Fastify({
    logger: false,
    bodyLimit,
    requestTimeout: timeouts.request,
    keepAliveTimeout: KEEP_ALIVE,
    http: {
      maxHeaderSize: HEAD_LIMIT,
      headersTimeout: timeouts.head,
      connectionsCheckingInterval: timeouts.check,
      // checkHead reports it with a message.
      requireHostHeader: false,
    },
    // Our response has the format of the endpoint.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      const [fastifyRequest, fastifyReply] = [request as FastifyRequest, reply as FastifyReply]
      begin(fastifyRequest, fastifyReply)
      return sendProblem(fastifyReply.headers(securityHeaders), failureOf(addressError(error, fastifyRequest)))
    },
    routerOptions: {
      maxParamLength: ID_LIMIT,
      // The query is parsed with the parameters, in their order; see parseUrlEncoded.
      querystringParser: () => ({}),
    },
  })
  // By default, such a request is rejected without our headers; checkHead rejects it like all others.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  // Before a byte is read: a response with a message would need the memory that the limit protects.
  server.server.maxConnections = maxConnections
  server.server.on('drop', refusedConnection)
  watchFirstLines(server.server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest) =>
    readBody(request.raw, request.routeOptions.bodyLimit),
  )
  return server
}

/** Returns the error for a URL that the router rejects. Hooks don't run for an undecodable path or an overlong id. */
function addressError({ code }: { code: string }, { method, raw }: FastifyRequest): UserError {
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return unknownRoute(method, splitAddress(raw.url).path)
  return new UserError('REQUEST_MALFORMED', { reason: 'its path is not percent-encoded UTF-8' })
}

/** Returns the error for an unknown route. */
export function unknownRoute(method: string, path: string): UserError {
  return new UserError('ROUTE_UNKNOWN', { method, path: path.slice(0, 200) })
}
