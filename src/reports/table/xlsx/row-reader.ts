/** Reads items of batches one batch at a time, so that a reader can stop within a batch. */
export interface RowReader<T> {
  /** Returns the next items, at least one and at most `most`; none at the end. */
  readonly next: (most: number) => Promise<readonly T[]>
  readonly isAtEnd: () => Promise<boolean>
  /** Stops reading. */
  readonly close: () => Promise<void>
}

/** Returns a reader of the items in batches. */
export function createRowReader<T>(batches: AsyncIterable<readonly T[]>): RowReader<T> {
  const iterator = batches[Symbol.asyncIterator]()
  let rest: readonly T[] | null = []
  const fill = async (): Promise<readonly T[]> => {
    while (rest?.length === 0) {
      const { done, value } = await iterator.next()
      rest = done ? null : value
    }
    return rest ?? []
  }
  return {
    next: async most => {
      const all = await fill()
      const taken = all.slice(0, most)
      if (rest) rest = all.slice(taken.length)
      return taken
    },
    isAtEnd: async () => (await fill()).length === 0,
    close: async () => {
      await iterator.return?.()
    },
  }
}
