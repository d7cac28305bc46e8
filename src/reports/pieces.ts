import { setImmediate } from 'node:timers/promises'

/** The size of a piece from which on it is passed on. Characters. */
const PIECE = 64 * 1024

/** How long texts are made before other work has its turn. Milliseconds. */
const SLICE_MS = 8

/** How many texts are made between two looks at the clock. */
const TEXTS_PER_CLOCK_CHECK = 256

/**
 * Joins texts to pieces of at least 64 kB (the last one may be shorter), one after another, as they are read.
 *
 * The event loop is free at least every few milliseconds. Rejects with the signal's reason when it is aborted.
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
