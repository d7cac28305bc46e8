import type { IncomingMessage } from 'node:http'
import { UserError } from '../../core/base/errors.ts'
import { ClientDisconnected } from './running-requests.ts'

/** The initial capacity for a body. Bytes. */
const INITIAL_CAPACITY = 4096

/**
 * Reads a whole body. Chunks are copied into one buffer at once, because a million chunks of one byte would take the
 * memory of a million buffers.
 *
 * Throws BODY_TOO_LARGE if its announced or actual length exceeds `limit` bytes, and ClientGone if it ends early.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > limit) return Promise.reject(new UserError('BODY_TOO_LARGE', { limit }))
  let buffer = Buffer.allocUnsafe(Math.min(limit, INITIAL_CAPACITY))
  let length = 0
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => () => {
      request.off('data', onData).off('end', onEnd).off('error', onError)
      end()
    }
    const onEnd = settle(() => resolve(buffer.subarray(0, length)))
    const onError = settle(() => reject(new ClientDisconnected('the client has gone')))
    const onTooLarge = settle(() => reject(new UserError('BODY_TOO_LARGE', { limit })))
    const onData = (chunk: Buffer) => {
      const needed = length + chunk.length
      if (needed > limit) return onTooLarge()
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafe(Math.min(limit, Math.max(needed, 2 * buffer.length)))
        buffer.copy(larger, 0, 0, length)
        buffer = larger
      }
      chunk.copy(buffer, length)
      length = needed
    }
    request.on('data', onData).on('end', onEnd).on('error', onError)
  })
}
