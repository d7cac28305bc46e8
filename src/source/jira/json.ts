/** A JSON object of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** `value` as a JSON object; `null` for everything else, lists too. */
export function objectOf(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

/** `value` as a list; `null` for everything else. */
export function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null
}

/** `value` as text that is not empty; numbers as JSON writes them; `null` for everything else. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' ? String(value) : null
}

/** `value` if it is a yes or no, else `null`. */
export function booleanOf(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}
