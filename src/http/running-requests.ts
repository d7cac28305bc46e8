import type { FastifyReply } from 'fastify'

/** The reason of a signal whose client has gone. Nobody is there to read an answer. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

/** The requests that are being worked on, so that they can be ended. */
export class RunningRequests {
  readonly #running = new Set<AbortController>()

  /** A signal that is aborted when the client hangs up, and by `abortAll`. */
  signalFor({ raw }: FastifyReply): AbortSignal {
    const controller = new AbortController()
    this.#running.add(controller)
    raw.once('close', () => {
      this.#running.delete(controller)
      if (!raw.writableEnded) controller.abort(new ClientGone('the client has gone'))
    })
    return controller.signal
  }

  /** Ends all of them. */
  abortAll(reason: Error): void {
    for (const controller of this.#running) controller.abort(reason)
  }
}
