import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * Ends the connection of a client that takes nothing of its answer for `afterMs`; one that takes some, however slowly,
 * is waited for. To be called when the answer is there, so that the time it took to make does not count.
 */
export function cutWhenUnread(answer: ServerResponse, afterMs: number): void {
  const { socket } = answer
  // There is no socket yet when answers to earlier requests are before it, and no real one in a test without a network.
  if (socket !== null && !(socket instanceof Socket)) return
  answer.setTimeout(afterMs)
  // Before the framework sets the time that a connection may be idle: that has to hold from then on.
  answer.prependOnceListener('finish', () => answer.socket?.setTimeout(0))
}
