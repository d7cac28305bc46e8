import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ExportedFile } from '../../app/exports/open-exports.ts'
import type { ByteRange } from './file-headers.ts'

/**
 * Sends a file with its type and length, or a part of it. Calls `onClosed` when the file is not read any more, also if
 * the client has disconnected. Rejects when the file cannot be opened.
 */
export async function sendFile(
  { method }: FastifyRequest,
  reply: FastifyReply,
  { path, mediaType, size }: ExportedFile,
  range: ByteRange | null,
  onClosed: () => void = () => {},
): Promise<FastifyReply> {
  const handle = await open(path, 'r').catch(error => {
    onClosed()
    throw error
  })
  const { start, end }: ByteRange = range ?? { start: 0, end: size - 1 }
  reply
    .type(mediaType.startsWith('text/') ? `${mediaType}; charset=utf-8` : mediaType)
    .header('content-length', String(end - start + 1))
  if (method === 'HEAD' || size === 0) {
    await handle.close()
    onClosed()
    return reply.send(Readable.from([]))
  }
  // On most systems an open file stays readable when it is removed.
  return reply.send(handle.createReadStream({ start, end }).once('close', onClosed))
}
