/** Returns a function that runs pieces of work in their order, each after the end of the one before. Aborted ones are skipped. */
export function oneAfterTheOther(): <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work, signal) => {
    const next = last.then(() => {
      signal.throwIfAborted()
      return work()
    })
    last = next.catch(() => {})
    return next
  }
}
