import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** The error of a gzip stream that ends too early or is damaged. The `message` is text for users. */
export class GzipBroken extends Error {
  override readonly name = 'GzipBroken'
}

/**
 * Returns the bytes of `input`, unpacked if they are gzip.
 *
 * Recognizes gzip by its first two bytes, not by the name of the file. Memory does not grow with the input. Throws
 * GzipBroken after the bytes that could be unpacked. Passes errors of `input` through.
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
  // Reading `gunzip` throws the errors of both ends.
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
