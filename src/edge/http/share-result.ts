/**
 * Returns a function that runs `load` once for concurrent calls, and caches the result for `ms`, so its cost does not
 * grow with the number of callers. Failures are shared too.
 */
export function shareResult<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let last: { readonly answer: Promise<T>; until: number } | undefined
  return () => {
    if (last !== undefined && performance.now() < last.until) return last.answer
    const current = { answer: load(), until: Number.POSITIVE_INFINITY }
    const settled = () => {
      current.until = performance.now() + ms
    }
    current.answer.then(settled, settled)
    last = current
    return current.answer
  }
}
