/** Returns the ids with one moved before another, or to the end. */
export function moveBefore(ids: readonly string[], id: string, before: string | null): string[] {
  const others = ids.filter(one => one !== id)
  const index = before === null ? others.length : others.indexOf(before)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
