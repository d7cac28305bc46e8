import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { UserError } from '../base/errors.ts'
import { sendProblem } from './answer-error.ts'
import type { ClientError } from './client-error.ts'
import { failureOf } from './error-answer.ts'
import { watchFirstLines } from './first-line.ts'
import { HEAD_LIMIT, ID_LIMIT, KEEP_ALIVE, type Timeouts } from './limits.ts'
import { readBody } from './read-body.ts'
import { securityHeaders } from './security-headers.ts'
import { splitAddress } from './split-address.ts'

/** How the framework is to be set. */
export interface FrameworkOptions {
  readonly bodyLimit: number
  /** See ServerDeps.maxConnections. */
  readonly maxConnections: number
  readonly timeouts: Timeouts
  /** Called first for every request. */
  readonly begin: (request: FastifyRequest, reply: FastifyReply) => void
  /** Answers what cannot be read as a request. */
  readonly answerClientError: (error: ClientError, socket: Socket) => void
  /** Called for every connection that is closed because too many are open. */
  readonly refusedConnection: () => void
}

/** The framework without routes: it reads bodies as bytes and judges nothing that we judge. */
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
      // Told by checkHead, in words.
      requireHostHeader: false,
    },
    // Ours is told in the shape of the endpoint.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      const [asked, answer] = [request as FastifyRequest, reply as FastifyReply]
      begin(asked, answer)
      return sendProblem(answer.headers(securityHeaders), failureOf(addressError(error, asked)))
    },
    routerOptions: {
      maxParamLength: ID_LIMIT,
      // The query is read with the parameters, which keep their order; see parseUrlEncoded.
      querystringParser: () => ({}),
    },
  })
  // Left alone, such a request is refused without any of our headers; checkHead refuses it as all others are.
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response))
  // Before a byte is read: an answer in words would take the memory that the limit saves.
  server.server.maxConnections = maxConnections
  server.server.on('drop', refusedConnection)
  watchFirstLines(server.server)
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', async (request: FastifyRequest) =>
    readBody(request.raw, request.routeOptions.bodyLimit),
  )
  return server
}

/** A path that cannot be decoded, or has an id that nothing has, belongs to no route, so no hook sees it. */
function addressError({ code }: { code: string }, { method, raw }: FastifyRequest): UserError {
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return unknownRoute(method, splitAddress(raw.url).path)
  return new UserError('REQUEST_MALFORMED', { reason: 'its path is not percent-encoded UTF-8' })
}

/** That nothing is at an address. */
export function unknownRoute(method: string, path: string): UserError {
  return new UserError('ROUTE_UNKNOWN', { method, path: path.slice(0, 200) })
}
