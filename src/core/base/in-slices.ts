/** Work in many short steps, which can pause after each. Its result is the return value of the generator. */
export type Steps<T> = Generator<void, T, void>

/** The longest slice of work without a pause. Milliseconds. */
const SLICE_MS = 2

/** Returns a function that says whether the slice that begins now is over. `now` returns milliseconds. */
export function startSlice(now: () => number = () => performance.now()): () => boolean {
  const start = now()
  return () => now() - start >= SLICE_MS
}

/** Resolves after other waiting work of this thread had its turn. Throws the reason of the signal. */
export async function nextTurn(signal?: AbortSignal | null): Promise<void> {
  await new Promise<void>(resolve => setImmediate(resolve))
  signal?.throwIfAborted()
}

/**
 * Runs the steps of a long computation. After each slice, other work of this thread has its turn. Rejects with what a
 * step throws, and with the reason of the signal.
 */
export async function inSlices<T>(steps: Steps<T>, signal?: AbortSignal | null, now?: () => number): Promise<T> {
  for (;;) {
    const isOver = startSlice(now)
    do {
      const step = steps.next()
      if (step.done) return step.value
    } while (!isOver())
    await nextTurn(signal)
  }
}

/** Maps a list like `map`, in slices. Rejects with what `map` throws, and with the reason of the signal. */
export function mapInSlices<T, R>(
  list: readonly T[],
  map: (value: T, index: number) => R,
  signal?: AbortSignal | null,
  now?: () => number,
): Promise<R[]> {
  return inSlices(mapSteps(list, map), signal, now)
}

function* mapSteps<T, R>(list: readonly T[], map: (value: T, index: number) => R): Steps<R[]> {
  const mapped: R[] = []
  for (const [i, value] of list.entries()) {
    mapped.push(map(value, i))
    yield
  }
  return mapped
}

/** Runs all steps without a pause, for short inputs. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
