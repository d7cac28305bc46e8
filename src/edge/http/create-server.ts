import helmet from '@fastify/helmet'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../access/permissions/caller.ts'
import { reportAddress, reportPaths } from '../../app/operations/report-paths.ts'
import type { RoutedTopic, TopicCalls } from '../../app/operations/topics.ts'
import { UserError } from '../../core/base/errors.ts'
import type { ReceiveHook } from '../../intake/connections/receive-hook.ts'
import { type ErrorDeps, sendError } from './answer-error.ts'
import {
  type Admission,
  callerOf,
  refuseForeignPages,
  refuseForeignSites,
  refuseOtherHosts,
  refuseProxies,
} from './authenticate.ts'
import {
  addChangeStream,
  CHANGE_STREAM_TIMES,
  type ChangeStreamRoutes,
  ChangeStreams,
  type ChangeStreamTimes,
} from './change-streams.ts'
import { checkBody } from './check-body.ts'
import { checkHead } from './check-head.ts'
import { answerClientError } from './client-error.ts'
import { disconnectSlowReader } from './disconnect-slow-reader.ts'
import { addDocumentRoutes } from './document-routes.ts'
import { addExportRoutes } from './export-routes.ts'
import { type DelayFailures, failureDelay } from './failed-sign-ins.ts'
import { whenFinished } from './finished-request.ts'
import { addFlowRoutes } from './flow-routes.ts'
import { addHookRoutes } from './hook-routes.ts'
import { TIMEOUTS, type Timeouts } from './limits.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { newFastify, unknownRoute } from './new-fastify.ts'
import { addOperationRoutes } from './operation-routes.ts'
import { type AnswerReport, addReportRoutes } from './report-routes.ts'
import { logRequest } from './request-log.ts'
import { collectRouteMethods, type RouteMethods } from './route-methods.ts'
import { RunningRequests } from './running-requests.ts'
import { securityOptions } from './security-headers.ts'
import { addServiceRoutes, type ServiceRoutes } from './service-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import { splitAddress } from './split-address.ts'
import { addViewRows, type ViewRows } from './view-routes.ts'
import { addWebRoutes } from './web-routes.ts'
import './route-config.ts'

/** The dependencies of a server. */
export interface ServerDeps
  extends Pick<TopicCalls, RoutedTopic>,
    Omit<ServiceRoutes, 'addresses' | 'metrics'>,
    Omit<Admission, 'delayFailures'>,
    ErrorDeps,
    ChangeStreamRoutes,
    ViewRows {
  /** Whether the report API is enabled. */
  readonly apiOn: boolean
  readonly report: AnswerReport
  readonly flow: TopicCalls['flow']
  readonly exports: TopicCalls['exports']
  /** Takes the webhooks of connections. */
  readonly hooks: ReceiveHook
  /** Where the build of the page is; `null` for a server without it. */
  readonly webFolder: string | null
  /** The app segment of the report paths. */
  readonly app: string
  /** The prefix of `/rest`: empty, or a path that starts with `/` and does not end with one. */
  readonly basePath: string
  /** The largest accepted body. Bytes. */
  readonly bodyLimit: number
  /** The most open connections; further ones are closed at once. */
  readonly maxConnections: number
  /** Overrides TIMEOUTS. */
  readonly timeouts?: Partial<Timeouts>
  /** Overrides CHANGE_STREAM_TIMES. */
  readonly changeStreamTimes?: ChangeStreamTimes
}

/** A server that does not listen yet. */
export interface Server {
  /** The Fastify server: `inject` simulates a request without a socket. */
  readonly server: FastifyInstance
  /** Makes every new request fail with STOPPING. */
  readonly refuseNew: () => void
  /** Aborts the running requests; their responses are STOPPING. */
  readonly endRunning: () => void
  /** Returns the number of requests in progress. */
  readonly running: () => number
}

/** Creates a server with all routes. */
export function createServer(deps: ServerDeps): Server {
  const running = new RunningRequests()
  const metrics = createMetrics()
  const state = { stopping: false }
  const timeouts = { ...TIMEOUTS, ...deps.timeouts }
  const delayFailures = failureDelay(running, timeouts.failure)
  const streams = new ChangeStreams(deps, deps.changeStreamTimes ?? CHANGE_STREAM_TIMES)
  const server = newFastify({
    bodyLimit: deps.bodyLimit,
    maxConnections: deps.maxConnections,
    timeouts,
    begin: (request, reply) => begin(request, reply, deps, metrics),
    answerClientError: (error, socket) => {
      const status = answerClientError(error, socket)
      if (status !== null) metrics.unreadable(status)
    },
    refusedConnection: metrics.refusedConnection,
  })
  const methods = collectRouteMethods(server)
  server.decorateRequest('caller', null as unknown as Caller)
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, deps))
  let stopWatching = () => {}
  server.addHook('onListen', async () => {
    stopWatching = metrics.watchProcess()
  })
  server.addHook('onClose', async () => stopWatching())
  server.register(helmet, securityOptions)
  // Rejections are responses too: the security headers must be set first.
  server.after(() => {
    server.addHook('onRequest', async (request, reply) => {
      running.begin(request, reply)
      begin(request, reply, deps, metrics)
      if (state.stopping) throw new UserError('STOPPING')
      await admit(request, reply, { ...deps, delayFailures }, methods, running.signalFor(reply))
    })
    server.addHook('onSend', async (_request, reply) => {
      if (state.stopping) reply.header('connection', 'close')
      disconnectSlowReader(reply.raw, timeouts.answer)
    })
    addRoutes(server, deps, { running, metrics, delayFailures, addresses: methods.addresses })
    addChangeStream(server, streams, running, (request, reply, signal) =>
      callerOf(request, reply, 'users', { ...deps, delayFailures }, signal),
    )
  })

  return {
    server,
    refuseNew: () => {
      state.stopping = true
      streams.end()
    },
    endRunning: () => running.abortAll(new UserError('STOPPING')),
    running: () => running.size,
  }
}

function addRoutes(
  server: FastifyInstance,
  deps: ServerDeps,
  parts: {
    readonly running: RunningRequests
    readonly metrics: Metrics
    readonly delayFailures: DelayFailures
    readonly addresses: () => string[]
  },
): void {
  const { basePath, app } = deps
  const report = reportAddress(basePath, app)
  const paths = {
    ...reportPaths(report),
    views: `${report}/api/views`,
    exports: `${report}/api/file`,
  }
  addServiceRoutes(server, { ...deps, ...parts })
  addDocumentRoutes(server, report, deps.version)
  addOperationRoutes(server, deps, { report, running: parts.running })
  addSessionRoutes(server, { ...deps, ...parts })
  addHookRoutes(server, deps.hooks)
  addViewRows(server, paths.views, deps, parts.running)
  if (deps.webFolder !== null) addWebRoutes(server, deps.webFolder)
  addExportRoutes(server, paths.exports, deps.exports, parts.running)
  addFlowRoutes(server, deps.flow, parts.running, deps.log)
  addReportRoutes(server, paths, deps.report, parts.running, parts.metrics, deps.log)
}

function begin(request: FastifyRequest, reply: FastifyReply, { log }: ServerDeps, metrics: Metrics): void {
  whenFinished(request, reply, finished => {
    logRequest(log, finished)
    metrics.finished(finished)
  })
  reply.headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
}

/** Admits a request, or throws. Runs before the body is read. */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  admission: Admission & Pick<ServerDeps, 'apiOn'>,
  methods: RouteMethods,
  signal: AbortSignal,
): Promise<void> {
  checkHead(request.raw)
  // An error about the body would hide that the route does not exist.
  if (request.is404) throw nothingHere(request, reply, methods)
  const { admits = 'users', changes = false, endpoint, reads, refusesProxies = false } = request.routeOptions.config
  const isOpen = admission.authenticate === null && admits !== 'anybody'
  if (isOpen) refuseOtherHosts(request)
  if (changes && request.headers.authorization === undefined) refuseForeignPages(request, changes === true)
  if (isOpen) refuseForeignSites(request)
  request.caller = await callerOf(request, reply, admits, admission, signal)
  if (endpoint !== undefined && !admission.apiOn) throw new UserError('API_OFF')
  // Bodies of GET and HEAD are never read.
  if (request.method !== 'GET' && request.method !== 'HEAD') checkBody(request.raw, reads)
  if (isOpen && refusesProxies) refuseProxies(request)
}

function nothingHere({ method, raw }: FastifyRequest, reply: FastifyReply, methods: RouteMethods): UserError {
  const { path } = splitAddress(raw.url)
  const allowed = methods.allowedAt(path)
  if (allowed === undefined) return unknownRoute(method, path)
  reply.header('allow', allowed)
  return new UserError('METHOD_NOT_ALLOWED', { method, allowed })
}
