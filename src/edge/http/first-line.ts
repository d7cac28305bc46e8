import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Arrival {
  /** Whether the first line of the current request ended in a chunk before the last one. */
  hasEnded: boolean
  last: Buffer | null
}

const arrivals = new WeakMap<Socket, Arrival>()

/**
 * Records for each connection whether the first line of its current request is complete.
 *
 * When the headers are too large, the parser exposes only its last chunk.
 */
export function watchFirstLines(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const arrival: Arrival = { hasEnded: false, last: null }
    arrivals.set(socket, arrival)
    // Runs before the parser: a request that starts in this chunk resets the state.
    socket.prependListener('data', (chunk: Buffer) => {
      arrival.hasEnded ||= arrival.last?.includes('\n') === true
      arrival.last = chunk
    })
  })
  server.on('request', ({ socket }, response) => {
    const forget = () => {
      const arrival = arrivals.get(socket)
      if (arrival) Object.assign(arrival, { hasEnded: false, last: null })
    }
    forget()
    // Its body had lines too.
    response.once('finish', forget)
  })
}

/** Returns whether the first line of the current request ended before its last chunk. */
export function hasFirstLineEnded(socket: Socket): boolean {
  return arrivals.get(socket)?.hasEnded === true
}
