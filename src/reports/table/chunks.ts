import { nextTurn, startSlice } from '../../core/base/in-slices.ts'

/** The minimum size of a chunk. Characters. */
const CHUNK_LENGTH = 64 * 1024

/** The number of texts between two reads of the clock. */
const TEXTS_PER_CLOCK_CHECK = 256

/** Joins texts into chunks like `inChunks`, in UTF-8. */
export async function* inBytes(...input: Parameters<typeof inChunks>): AsyncGenerator<Uint8Array> {
  for await (const chunk of inChunks(...input)) yield Buffer.from(chunk)
}

/**
 * Joins texts into chunks of at least 64 kB; the last one may be shorter. Reads the texts on demand.
 *
 * Yields to the event loop every few milliseconds. Rejects with the signal's reason when it is aborted.
 */
export async function* inChunks(
  batches: AsyncIterable<Iterable<string>> | Iterable<Iterable<string>>,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let chunk = ''
  let texts = 0
  let isOver = startSlice()
  for await (const batch of batches) {
    for (const text of batch) {
      chunk += text
      if (chunk.length >= CHUNK_LENGTH) {
        yield chunk
        chunk = ''
      }
      if (++texts % TEXTS_PER_CLOCK_CHECK === 0 && isOver()) {
        await nextTurn(signal)
        isOver = startSlice()
      }
    }
  }
  signal?.throwIfAborted()
  if (chunk !== '') yield chunk
}
