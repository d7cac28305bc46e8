import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** The reason of a signal whose client has disconnected. Nobody can receive a response. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientGone'
}

/** The requests in progress, which can be aborted. */
export class RunningRequests {
  readonly #running = new Map<AbortController, Socket>()
  readonly #signals = new WeakMap<object, AbortSignal>()
  readonly #watched = new WeakSet<Socket>()

  /** The number of requests in progress. */
  get size(): number {
    return this.#running.size
  }

  /** Registers a request; call it first. */
  begin({ raw: { socket } }: FastifyRequest, { raw }: FastifyReply): void {
    const controller = new AbortController()
    this.#signals.set(raw, controller.signal)
    if (socket.destroyed) {
      controller.abort(clientDisconnected())
      return
    }
    this.#watch(socket)
    this.#running.set(controller, socket)
    raw.once('close', () => {
      this.#running.delete(controller)
      if (!raw.writableEnded) controller.abort(clientDisconnected())
    })
  }

  /** Returns the signal of a request. It is aborted when the client disconnects, and by `abortAll`. */
  signalFor({ raw }: FastifyReply): AbortSignal {
    return this.#signals.get(raw)!
  }

  /** Aborts all requests in progress. */
  abortAll(reason: Error): void {
    for (const controller of this.#running.keys()) controller.abort(reason)
  }

  /** A response that is queued behind another one on its connection gets no close event. */
  #watch(socket: Socket): void {
    if (this.#watched.has(socket)) return
    this.#watched.add(socket)
    socket.once('close', () => {
      for (const [controller, its] of this.#running) {
        if (its !== socket) continue
        this.#running.delete(controller)
        controller.abort(clientDisconnected())
      }
    })
  }
}

function clientDisconnected(): ClientDisconnected {
  return new ClientDisconnected('the client has gone')
}
