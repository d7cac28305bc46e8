import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { UserError } from '../../core/base/errors.ts'
import type { RunningRequests } from './running-requests.ts'

/** How many streams may be open. */
export interface ChangeStreamLimits {
  readonly perServer: number
  readonly perUser: number
}

/** The dependencies of the route of changes. */
export interface ChangeStreamRoutes {
  /** Returns how often issues were imported or removed. */
  readonly dataChanges: () => number
  readonly changeStreamLimits: ChangeStreamLimits
}

/** The intervals of the checks for changes, and of the lines that keep a stream open. Milliseconds. */
export interface ChangeStreamTimes {
  readonly check: number
  readonly alive: number
}

/** The default times. Proxies often close a connection on which nothing happens for 60 s. */
export const CHANGE_STREAM_TIMES: ChangeStreamTimes = { check: 1_000, alive: 45_000 }

/** The Retry-After of a stream that exceeds a limit. Seconds. */
const RETRY_AFTER = 60

/** The time by which the requests of two clients should differ after a change. Milliseconds. */
const TURN = 300

interface OpenStream {
  readonly login: string
  readonly lines: PassThrough
}

/** The open streams of server-sent events, which say that issues were imported or removed. One timer serves all. */
export class ChangeStreams {
  readonly #open = new Set<OpenStream>()
  readonly #routes: ChangeStreamRoutes
  readonly #times: ChangeStreamTimes
  #known = 0
  #timer: NodeJS.Timeout | undefined

  constructor(routes: ChangeStreamRoutes, times: ChangeStreamTimes) {
    this.#routes = routes
    this.#times = times
  }

  /**
   * Opens a stream for a user. It ends when `signal` is aborted, or when `mayStay` rejects, which is called before each line that keeps
   * the stream open. Throws CHANGE_STREAMS_TOO_MANY.
   */
  open(login: string, signal: AbortSignal, mayStay: () => Promise<unknown>): PassThrough {
    this.#admit(login)
    const stream = { login, lines: new PassThrough() }
    const { lines } = stream
    const end = () => lines.end()
    const alive = setInterval(() => {
      mayStay().then(() => lines.writable && lines.write(': alive\n\n'), end)
    }, this.#times.alive)
    signal.addEventListener('abort', end, { once: true })
    lines.once('close', () => {
      clearInterval(alive)
      signal.removeEventListener('abort', end)
      this.#open.delete(stream)
      if (this.#open.size === 0) clearInterval(this.#timer)
    })
    if (this.#open.size === 0) this.#watch()
    this.#open.add(stream)
    lines.write(': open\n\n')
    return lines
  }

  /** Ends all streams, because the server stops. */
  end(): void {
    for (const { lines } of this.#open) lines.end()
  }

  #admit(login: string): void {
    const { perServer, perUser } = this.#routes.changeStreamLimits
    const own = [...this.#open].filter(stream => stream.login === login).length
    if (own >= perUser) throw tooMany(perUser, 'one user')
    if (this.#open.size >= perServer) throw tooMany(perServer, 'the server')
  }

  #watch(): void {
    const { dataChanges } = this.#routes
    this.#known = dataChanges()
    this.#timer = setInterval(() => {
      const now = dataChanges()
      if (now === this.#known) return
      this.#known = now
      // The event has no number of changes, because some clients may not see the changed issues.
      const spread = (this.#open.size - 1) * TURN
      for (const { lines } of this.#open) lines.write(`event: change\ndata: ${spread}\n\n`)
    }, this.#times.check)
  }
}

function tooMany(limit: number, of: 'one user' | 'the server'): UserError {
  return new UserError('CHANGE_STREAMS_TOO_MANY', { limit, of, retryAfter: RETRY_AFTER })
}

/**
 * Adds `GET /api/changes`, a stream of server-sent events. It has an event `change` after issues were imported or removed. The data of the
 * event is the time in milliseconds over which all clients should spread their requests. `mayStay` rejects when the caller is no longer signed in.
 */
export function addChangeStream(
  server: FastifyInstance,
  streams: ChangeStreams,
  running: RunningRequests,
  mayStay: (request: FastifyRequest, reply: FastifyReply, signal: AbortSignal) => Promise<unknown>,
): void {
  server.get('/api/changes', { exposeHeadRoute: false }, (request, reply) => {
    const signal = running.signalFor(reply)
    const lines = streams.open(request.caller.login ?? '', signal, () => mayStay(request, reply, signal))
    return reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).send(lines)
  })
}
