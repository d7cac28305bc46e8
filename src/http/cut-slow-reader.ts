import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { ANSWER_BYTES } from './limits.ts'

/**
 * Destroys the connection of a client that takes less than ANSWER_BYTES of a waiting answer within `everyMs`. To be
 * called when the answer is there. An answer that is still being made does not wait, however long it takes.
 */
export function cutSlowReader(answer: ServerResponse, everyMs: number): void {
  const { socket } = answer
  // There is no socket yet when answers to earlier requests are before it, and no real one in a test without a network.
  if (!(socket instanceof Socket)) return
  let before = progressOf(socket)
  const timer = setInterval(() => {
    const now = progressOf(socket)
    if (before.waits && now.waits && now.taken - before.taken < ANSWER_BYTES) socket.destroy()
    before = now
  }, everyMs)
  answer.once('close', () => clearInterval(timer))
}

/** How many bytes the system has taken over from Node, and whether more wait for that. */
function progressOf(socket: Socket): { readonly taken: number; readonly waits: boolean } {
  const { _handle: handle } = socket as Socket & {
    readonly _handle?: { readonly bytesWritten: number; readonly writeQueueSize: number } | null
  }
  // `socket.bytesWritten` counts what waits, too; a large write is complete only when all of it is taken.
  return { taken: handle ? handle.bytesWritten - handle.writeQueueSize : 0, waits: socket.writableLength > 0 }
}
