import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ANSWER_BYTES } from './limits.ts'

/**
 * Destroys the connection of a client that reads less than ANSWER_BYTES of a pending response within `everyMs`. Call it
 * when the response starts. A response that is still being computed has no time limit here.
 */
export function disconnectSlowReader(answer: ServerResponse, everyMs: number): void {
  const { socket } = answer
  // There is no socket yet while earlier responses are pending, and no real one in a test without a network.
  if (!(socket instanceof Socket)) return
  let before = progressOf(socket)
  const timer = setInterval(() => {
    const now = progressOf(socket)
    if (before.waits && now.waits && now.accepted - before.accepted < ANSWER_BYTES) socket.destroy()
    before = now
  }, everyMs)
  answer.once('close', () => clearInterval(timer))
}

/** Returns how many bytes the operating system has accepted from Node, and whether more are pending. */
function progressOf(socket: Socket): { readonly accepted: number; readonly waits: boolean } {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  // `socket.bytesWritten` includes pending bytes, and a large write completes only as a whole.
  return { accepted: handle ? handle.bytesWritten - handle.writeQueueSize : 0, waits: socket.writableLength > 0 }
}
