// http/ answers over HTTP what the service tells: it reads parameters and writes answers. It must never know how a
// report is made, nor decide what a parameter means.

import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { UserError } from '../base/errors.ts'
import type { Endpoint } from '../plan/parameters.ts'
import type { Queries } from '../service/queries.ts'
import type { Instant } from '../time/instant.ts'
import type { Zone } from '../time/zone.ts'
import { answerClientError } from './client-error.ts'
import { addDataRoutes } from './data-routes.ts'
import { contractBody, defectFailure, type Failure, failureOf, problemBody } from './error-answer.ts'
import { knownError } from './known-error.ts'
import { BODY_LIMIT, HEAD_LIMIT, HEAD_TIMEOUT, KEEP_ALIVE, REQUEST_TIMEOUT } from './limits.ts'
import { addQueryRoutes, QUERY_PATHS } from './query-routes.ts'
import { type AnswerReport, addReportRoutes, calendarsPath, reportPaths } from './report-routes.ts'
import { type Log, logWhenOver } from './request-log.ts'
import { ClientGone, RunningRequests } from './running-requests.ts'
import { addServiceRoutes } from './service-routes.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set on the report endpoints, whose errors have the contract's shape. */
    endpoint?: Endpoint
  }
}

/** What a server needs to be told. */
export interface ServerDeps {
  readonly report: AnswerReport
  /** Resolves when the store answers. */
  readonly ping: (signal: AbortSignal) => Promise<void>
  /** The calendar objects of all working calendars. */
  readonly calendars: () => Promise<Readonly<Record<string, unknown>>[]>
  readonly queries: Queries
  readonly log: Log
  readonly now: () => Instant
  /** The server's zone, in which errors are dated. */
  readonly zone: Zone
  readonly version: string
  /** The app segment of the report addresses. */
  readonly app: string
  /** What stands before `/rest`: empty, or `/` and more without a `/` at its end. */
  readonly basePath: string
}

/** A server that does not listen yet. */
export interface Server {
  /** The framework's server: `inject` tries a request without a socket. */
  readonly server: FastifyInstance
  /** From now on every new request is answered with STOPPING. */
  readonly refuseNew: () => void
  /** Ends what is running; its answer is STOPPING. */
  readonly endRunning: () => void
}

/** A server with all its routes. */
export function createServer(deps: ServerDeps): Server {
  const running = new RunningRequests()
  const state = { stopping: false }
  const server = newFastify(deps)
  const paths = reportPaths(deps.basePath, deps.app)
  const calendars = calendarsPath(deps.basePath, deps.app)
  const methods = new Map(
    ['/', '/docs', '/openapi.json', '/healthz', '/readyz', calendars].map(path => [path, 'GET, HEAD']),
  )
  methods.set(QUERY_PATHS.suggest, 'GET, HEAD')
  methods.set(QUERY_PATHS.parse, 'POST')
  for (const path of Object.values(paths)) methods.set(path, 'GET, HEAD, POST')

  server.addHook('onRequest', async (request, reply) => {
    begin(request, reply, deps)
    if (state.stopping) throw new UserError('STOPPING')
    // Answered before a body is read, or a wrong body would hide that there is nothing here.
    if (request.is404) throw unknownRoute(request, reply, methods)
  })
  server.addHook('onSend', async (_request, reply) => {
    if (state.stopping) reply.header('connection', 'close')
  })
  server.setErrorHandler((error, request, reply) => answerError(error, request, reply, deps))
  addReportRoutes(server, paths, deps.report, running)
  addServiceRoutes(server, { version: deps.version, addresses: [...methods.keys()], ping: deps.ping })
  addQueryRoutes(server, deps.queries)
  addDataRoutes(server, { paths: { ...paths, calendars }, version: deps.version, calendars: deps.calendars })

  return {
    server,
    refuseNew: () => {
      state.stopping = true
    },
    endRunning: () => running.abortAll(new UserError('STOPPING')),
  }
}

function newFastify(deps: ServerDeps): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    http: { maxHeaderSize: HEAD_LIMIT, headersTimeout: HEAD_TIMEOUT },
    // Ours is told in the shape of the endpoint.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    clientErrorHandler: answerClientError,
    // A path that cannot be decoded belongs to no route, so no hook sees it.
    frameworkErrors: (error, request, reply) => {
      begin(request, reply as FastifyReply, deps)
      const failure = failureOf(new UserError('REQUEST_MALFORMED', { reason: `its path is wrong: ${error.message}` }))
      return sendProblem(reply as FastifyReply, failure)
    },
    // The query is read with the parameters, which keep their order; see parseUrlEncoded.
    routerOptions: { querystringParser: () => ({}) },
  })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) => body)
  return server
}

function begin(request: FastifyRequest, reply: FastifyReply, { log }: ServerDeps): void {
  logWhenOver(log, request, reply)
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
}

function unknownRoute(request: FastifyRequest, reply: FastifyReply, methods: ReadonlyMap<string, string>): UserError {
  const { method } = request
  const path = request.raw.url?.split('?', 1)[0] ?? ''
  const allowed = methods.get(path)
  if (allowed === undefined) return new UserError('ROUTE_UNKNOWN', { method, path: path.slice(0, 200) })
  reply.header('allow', allowed)
  return new UserError('METHOD_NOT_ALLOWED', { method, allowed })
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, deps: ServerDeps): FastifyReply {
  if (error instanceof ClientGone) return reply.hijack()
  const known = knownError(error, request.headers['content-type'])
  if (!known) deps.log.error({ err: error, requestId: request.id }, 'defect')
  const failure = known ? failureOf(known) : defectFailure(request.id)
  const { endpoint } = request.routeOptions.config
  if (endpoint === undefined) return sendProblem(reply, failure)
  const body = contractBody(endpoint, failure, { version: deps.version, zone: deps.zone, at: deps.now() })
  return send(reply, failure, 'application/json; charset=utf-8', body)
}

function sendProblem(reply: FastifyReply, failure: Failure): FastifyReply {
  return send(reply, failure, 'application/problem+json', problemBody(failure))
}

function send(reply: FastifyReply, { status, code }: Failure, type: string, body: object): FastifyReply {
  return reply.code(status).header('x-error-code', code).type(type).send(JSON.stringify(body))
}
