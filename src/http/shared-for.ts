/**
 * Asks once for all who ask at the same time, and for those who ask within `ms` after it was answered: what it costs does
 * not grow with how many ask. A failure is shared as an answer is.
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
