/**
 * Runs `work` for each element, at most `limit` at the same time, and yields the results as they arrive.
 *
 * The first error ends it; results and errors after that are ignored.
 */
export async function* inParallel<T, R>(
  elements: Iterable<T>,
  limit: number,
  work: (element: T) => Promise<R>,
): AsyncGenerator<R> {
  const running = new Map<number, Promise<{ readonly number: number; readonly result: R }>>()
  let started = 0
  const rest = elements[Symbol.iterator]()
  const fill = (): void => {
    while (running.size < limit) {
      const next = rest.next()
      if (next.done) return
      const number = started++
      const promise = work(next.value).then(result => ({ number, result }))
      // The loop below may have ended when it rejects.
      promise.catch(() => {})
      running.set(number, promise)
    }
  }
  for (;;) {
    fill()
    if (running.size === 0) return
    const { number, result } = await Promise.race(running.values())
    running.delete(number)
    yield result
  }
}
