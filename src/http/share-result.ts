/**
 * Returns a function that runs `load` once for concurrent calls, and caches the result for `ms`, so its cost does not
 * grow with the number of callers. Failures are shared too.
 */
export function sharedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.answer
    const asked = { answer: ask(), until: Number.POSITIVE_INFINITY }
    const settled = () => {
      asked.until = performance.now() + ms
    }
    asked.answer.then(settled, settled)
    last = asked
    return asked.answer
  }
}
