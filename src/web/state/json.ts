/** Parses JSON; `undefined` if it is invalid or absent. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the elements of a JSON array; an empty list for any other value. */
export function parseJsonArray(text: string | undefined): readonly unknown[] {
  const value = parseJson(text)
  return Array.isArray(value) ? value : []
}

/** Returns the texts in a JSON array; an empty list for any other value. */
export function parseTexts(text: string | undefined): string[] {
  return parseJsonArray(text).filter(element => typeof element === 'string')
}
