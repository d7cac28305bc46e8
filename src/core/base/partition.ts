/** Returns the items that pass a test, and the others. */
export function partition<T>(items: readonly T[], test: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(test), items.filter(item => !test(item))]
}
