/** The parsed value of a setting, or the reason why it is invalid; `null` when the allowed values explain it. */
export type ReadSetting<T> = { readonly value: T } | { readonly why: string | null }

/** Returns that a value is invalid. */
export function refused(why: string | null = null): { readonly why: string | null } {
  return { why }
}

/** Returns a value, unless there is none. */
export function found<T>(value: T | null | undefined): ReadSetting<T> {
  return value === null || value === undefined ? refused() : { value }
}

/** Returns a text, unless it does not match. */
export function matching(text: string, matches: boolean): ReadSetting<string> {
  return matches ? { value: text } : refused()
}

/** Reads a whole number within bounds. */
export function wholeNumber(text: string, least: number, most: number): ReadSetting<number> {
  const value = Number(text)
  return /^\d{1,9}$/.test(text) && value >= least && value <= most ? { value } : refused()
}
