import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** A gzip stream that ends too early or that is not what it says. The `message` says which, in words for a user. */
export class GzipBroken extends Error {
  override readonly name = 'GzipBroken'
}

/**
 * The bytes of `input`, unpacked when they are gzip.
 *
 * Gzip is told by its first two bytes, never by a file's name. Memory does not grow with the input.
 * Throws GzipBroken after the bytes that could still be unpacked; errors of `input` itself pass through.
 */
export async function* unzipped(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const chunks = input[Symbol.asyncIterator]()
  const head = await firstBytes(chunks)
  const whole = joined(head, chunks)
  if (head[0] === 0x1f && head[1] === 0x8b) yield* gunzipped(whole)
  else yield* whole
}

async function firstBytes(chunks: AsyncIterator<Uint8Array>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0)
  while (head.length < 2) {
    const next = await chunks.next()
    if (next.done) break
    head = head.length === 0 ? bufferOf(next.value) : Buffer.concat([head, next.value])
  }
  return head
}

async function* joined(head: Buffer, chunks: AsyncIterator<Uint8Array>): AsyncGenerator<Buffer> {
  try {
    if (head.length > 0) yield head
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield bufferOf(next.value)
  } finally {
    await chunks.return?.()
  }
}

async function* gunzipped(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  // The error of either end reaches whoever reads `gunzip`; there is nothing left to do here.
  pipeline(Readable.from(packed), gunzip, () => {})
  try {
    yield* gunzip as AsyncIterable<Buffer>
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (code === 'Z_BUF_ERROR') throw new GzipBroken('the gzip data ends too early: the file is cut off')
    if (code === 'Z_DATA_ERROR') throw new GzipBroken('the gzip data is damaged')
    throw error
  }
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
