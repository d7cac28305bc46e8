/** A JSON object with unknown members. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Returns `value` if it is a JSON object, and `null` otherwise, also for arrays. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** Returns `value` if it is an array, and `null` otherwise. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** Returns `value` as a non-empty text, with numbers in JSON format, and `null` otherwise. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' ? String(value) : null
}

/** Returns `value` if it is a boolean, and `null` otherwise. */
export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

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
