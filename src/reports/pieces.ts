import { setImmediate } from 'node:timers/promises'

/** The minimum size of a piece. Characters. */
const PIECE = 64 * 1024

/** The maximum time before the event loop gets a turn. Milliseconds. */
const SLICE_MS = 8

/** The number of texts between two reads of the clock. */
const TEXTS_PER_CLOCK_CHECK = 256

/**
 * Joins texts into pieces of at least 64 kB; the last one may be shorter. Reads the texts on demand.
 *
 * Yields to the event loop every few milliseconds. Rejects with the signal's reason when it is aborted.
 */
export async function* inPieces(
  batches: AsyncIterable<Iterable<string>>,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  let piece = ''
  let texts = 0
  let began = performance.now()
  for await (const batch of batches) {
    for (const text of batch) {
      piece += text
      if (piece.length >= PIECE) {
        yield piece
        piece = ''
      }
      if (++texts % TEXTS_PER_CLOCK_CHECK === 0 && performance.now() - began > SLICE_MS) {
        await setImmediate()
        signal?.throwIfAborted()
        began = performance.now()
      }
    }
  }
  signal?.throwIfAborted()
  if (piece !== '') yield piece
}
