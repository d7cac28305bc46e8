/** Returns the text of a column of a row; `null` for NULL. */
export function textOrNull(value: unknown): string | null {
  return value === null ? null : String(value)
}

/** Returns the number of a column of a row; `null` for NULL. */
export function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value)
}
