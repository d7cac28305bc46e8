// @ts-check
import { createServer } from 'node:http'
import { HttpError } from './answers.js'
import { CLOUD_ENDPOINTS } from './cloud-endpoints.js'
import { authenticate, credentialsKind } from './credentials.js'
import { JqlError } from './jql.js'
import { Renderer } from './render.js'
import { send } from './send.js'
import { SERVER_ENDPOINTS } from './server-endpoints.js'

/**
 * @import { IncomingMessage, ServerResponse } from 'node:http'
 * @import { Endpoint, TrackerSettings } from './endpoint.js'
 * @import { FaultScript } from './fault-script.js'
 * @import { Answer, FakeToken, FakeUser, Json, LoggedRequest } from './model.ts'
 * @import { RequestLog } from './request-log.js'
 * @import { FakeTracker } from './tracker.js'
 */

/**
 * @typedef {object} ServedTracker
 * @property {FakeTracker} tracker
 * @property {TrackerSettings} settings
 * @property {FakeToken[]} tokens
 * @property {string} contextPath The path below which a server is installed: empty, or `/jira`.
 * @property {() => string} address The base address that the tracker believes it has.
 * @property {Map<string, number>} switchedOff The statuses of endpoints that do not work, by name.
 * @property {FaultScript} faults
 * @property {number} latencyMs How long each answer takes.
 * @property {RequestLog} requests
 * @property {(body: Json) => Answer} control
 * @property {() => Answer} state
 */

/** @type {FakeUser} */
const ANONYMOUS = { id: '', login: '', name: 'Anonymous', email: '', active: false, zone: 'UTC' }

/** The headers of a Server that limits rates, with requests left. */
const SERVER_HEADERS = {
  'X-RateLimit-Limit': '100',
  'X-RateLimit-Remaining': '99',
  'X-RateLimit-Interval-Seconds': '60',
  'X-RateLimit-FillRate': '10',
  'retry-after': '0',
}

/**
 * Returns an HTTP server that answers for a tracker.
 *
 * @param {ServedTracker} served
 */
export function createTrackerServer(served) {
  return createServer((request, response) => {
    respond(served, request, response).catch(error => {
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end(`${error?.stack ?? error}`)
    })
  })
}

/**
 * @param {ServedTracker} served
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 */
async function respond(served, request, response) {
  const { tracker, faults, requests } = served
  const base = served.address()
  const url = new URL(request.url ?? '/', 'http://host.invalid')
  const text = await readText(request)
  const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')

  if (url.pathname === '/_control') {
    const answer = request.method === 'GET' ? served.state() : controlAnswer(served, text)
    await send(response, answer, { acceptsGzip, now: tracker.clock.now() })
    return
  }
  const { path, isGateway } = pathOf(served, url.pathname)
  const method = request.method ?? 'GET'
  const logged = requests.start({
    method,
    path: path ?? url.pathname,
    query: url.search,
    body: parseBody(text),
    endpoint: null,
    login: null,
    credentials: credentialsKind(request.headers.authorization),
    fault: null,
    status: null,
    at: tracker.clock.now(),
    receivedMs: performance.now(),
  })
  response.once('close', () => requests.end())
  if (served.latencyMs > 0) await new Promise(resolve => setTimeout(resolve, served.latencyMs))
  const hit = faults.start(logged)
  const answer =
    hit?.answer ??
    answerOf(served, {
      path,
      query: url.searchParams,
      header: request.headers.authorization,
      isGateway,
      base,
      text,
      logged,
      hit,
    })
  const altered = hit?.answer ? answer : faults.alter(logged, answer)
  logged.status = altered.status
  requests.answer(logged)
  const options = { acceptsGzip, now: tracker.clock.now() }
  if (hit?.send) await hit.send(response, altered, options)
  else await send(response, altered, options)
}

/**
 * @param {ServedTracker} served
 * @param {string} text
 * @returns {Answer}
 */
function controlAnswer(served, text) {
  try {
    const body = parseBody(text)
    if (body === null) throw new HttpError(400, 'The body is not a JSON object.')
    return served.control(body)
  } catch (error) {
    if (error instanceof HttpError) return error.answer
    throw error
  }
}

/**
 * @param {ServedTracker} served
 * @param {string} pathname
 */
function pathOf({ contextPath, settings, tracker }, pathname) {
  const gateway = `/ex/jira/${settings.cloudId}`
  if (tracker.dialect === 'cloud' && pathname.startsWith(`${gateway}/`)) {
    return { path: pathname.slice(gateway.length), isGateway: true }
  }
  return { path: pathname.startsWith(`${contextPath}/`) ? pathname.slice(contextPath.length) : null, isGateway: false }
}

/**
 * @param {ServedTracker} served
 * @param {{ path: string | null, query: URLSearchParams, header: string | undefined, isGateway: boolean, base: string,
 *   text: string, logged: LoggedRequest, hit: ReturnType<FaultScript['start']> }} request
 * @returns {Answer}
 */
function answerOf(served, { path, query, header, isGateway, base, text, logged, hit }) {
  const { tracker, settings } = served
  const headers = tracker.dialect === 'server' ? SERVER_HEADERS : {}
  try {
    const { endpoint, groups } = findEndpoint(
      tracker.dialect === 'cloud' ? CLOUD_ENDPOINTS : SERVER_ENDPOINTS,
      logged.method,
      path,
    )
    logged.endpoint = endpoint.name
    const off = served.switchedOff.get(endpoint.name)
    if (off !== undefined) throw new HttpError(off, 'This endpoint is switched off.')
    const known = hit?.isAnonymous ? null : authenticate(tracker, served.tokens, { header, isGateway })
    if (!known && !endpoint.isPublic && !hit?.isAnonymous) {
      throw new HttpError(
        401,
        isGateway ? { code: 401, message: 'Unauthorized' } : 'Client must be authenticated to access this resource.',
      )
    }
    const user = known ?? ANONYMOUS
    logged.login = known?.login ?? null
    const version = groups.version === 'latest' || groups.version === undefined ? '2' : groups.version
    if (version === '3' && tracker.dialect === 'server') throw new HttpError(404, 'null for uri')
    if (logged.method === 'POST' && text !== '' && logged.body === null)
      throw new HttpError(400, 'Invalid request payload.')
    const answer = endpoint.handle({
      tracker,
      settings,
      user,
      render: new Renderer(tracker, { base, apiVersion: version, zone: user.zone }),
      query,
      body: logged.body ?? {},
      path: path ?? '',
      param: name => decodeURIComponent(groups[name] ?? ''),
      hiddenSince: hit?.hiddenSince,
    })
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } catch (error) {
    if (error instanceof HttpError) return { ...error.answer, headers: { ...headers, ...error.answer.headers } }
    if (error instanceof JqlError) return { status: 400, body: { errorMessages: [error.message], errors: {} }, headers }
    throw error
  }
}

/**
 * @param {readonly Endpoint[]} endpoints
 * @param {string} method
 * @param {string | null} path
 */
function findEndpoint(endpoints, method, path) {
  const matches = endpoints.flatMap(endpoint => {
    const groups = path === null ? undefined : endpoint.pattern.exec(path)
    return groups ? [{ endpoint, groups: { ...groups.groups } }] : []
  })
  const found = matches.find(({ endpoint }) => endpoint.method === method)
  if (found) return found
  if (matches.length > 0) throw new HttpError(405, 'Method Not Allowed')
  throw new HttpError(404, { message: `null for uri: ${path}`, 'status-code': 404 })
}

/** @param {IncomingMessage} request */
async function readText(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/**
 * @param {string} text
 * @returns {Json | null}
 */
function parseBody(text) {
  try {
    const value = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
