import { listOf, objectOf, textOf } from '../json.ts'

/** Returns a count, which may be a text; `null` when it is missing or negative. */
export function countOf(value: unknown): number | null {
  const text = textOf(value)
  const count = text === null ? Number.NaN : Number(text)
  return Number.isSafeInteger(count) && count >= 0 ? count : null
}

/** Returns the elements of a page: an array, or an object with the array as one of its members. */
export function elementsOf(page: unknown, members: readonly string[] = ['values']): readonly unknown[] | null {
  const list = listOf(page)
  if (list) return list
  const object = objectOf(page)
  for (const member of members) {
    const elements = listOf(object?.[member])
    if (elements) return elements
  }
  return null
}
