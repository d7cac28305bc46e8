import type { IncomingMessage } from 'node:http'
import { UserError } from '../base/errors.ts'
import { ClientGone } from './running-requests.ts'

/** The initial capacity for a body. Bytes. */
const ROOM = 4096

/**
 * Reads a whole body. Chunks are copied into one buffer at once, because a million chunks of one byte would take the
 * memory of a million buffers.
 *
 * Throws BODY_TOO_LARGE if its announced or actual length exceeds `limit` bytes, and ClientGone if it ends early.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.reject(new UserError('BODY_TOO_LARGE', { limit }))
  let room = Buffer.allocUnsafe(Math.min(limit, ROOM))
  let length = 0
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      request.off('data', onData).off('end', onEnd).off('error', onGone)
      end()
    }
    const onEnd = settle(() => resolve(room.subarray(0, length)))
    const onGone = settle(() => reject(new ClientGone('the client has gone')))
    const onTooLarge = settle(() => reject(new UserError('BODY_TOO_LARGE', { limit })))
    const onData = (chunk: Buffer) => {
      const needed = length + chunk.length
      if (needed > limit) return onTooLarge()
      if (needed > room.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * room.length)))
        room.copy(larger, 0, 0, length)
        room = larger
      }
      chunk.copy(room, length)
      length = needed
    }
    request.on('data', onData).on('end', onEnd).on('error', onGone)
  })
}
