/** Returns the whole number in a text of at most nine digits; `null` for another text. */
export function wholeNumber(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
