import type { Server } from 'node:http'
import type { Socket } from 'node:net'

interface Arrival {
  /** Whether the first line of the present request ended in a piece before the last one. */
  hasEnded: boolean
  last: Buffer | null
}

const arrivals = new WeakMap<Socket, Arrival>()

/**
 * Notes of each connection whether the first line of its present request has ended.
 *
 * When a head is too large, the parser knows its last piece only.
 */
export function watchFirstLines(server: Server): void {
  server.on('connection', (socket: Socket) => {
    const arrival: Arrival = { hasEnded: false, last: null }
    arrivals.set(socket, arrival)
    // Before the parser gets it: a request that begins in this piece forgets the pieces before.
    socket.prependListener('data', (piece: Buffer) => {
      arrival.hasEnded ||= arrival.last?.includes('\n') === true
      arrival.last = piece
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

/** Says whether the first line of the present request ended before its last piece. */
export function hasFirstLineEnded(socket: Socket): boolean {
  return arrivals.get(socket)?.hasEnded === true
}
