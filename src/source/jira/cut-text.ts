/** Jira's database keeps the values of short text fields, such as summaries, up to this many characters. */
const COLUMN_WIDTH = 255

/**
 * Returns a function that completes a logged text: a text that the log cut off becomes the present text it begins.
 *
 * A text may be cut off when it ends in an ellipsis or has exactly 255 characters. A log that has a longer whole text of
 * the field does not cut at that length, so the text stays as it is.
 */
export function cutTextCompleter(present: string | null, logged: readonly string[]): (text: string) => string {
  if (present === null) return text => text
  const longestWhole = Math.max(0, ...logged.filter(text => beginning(text) === null).map(text => text.length))
  return text => {
    const begun = beginning(text)
    const isCut = begun !== null && longestWhole < text.length && present.length > begun.length
    return isCut && present.startsWith(begun) ? present : text
  }
}

/** The part of a text before the place where a log may have cut it off; `null` for a text that is whole. */
function beginning(text: string): string | null {
  if (text.length > 1 && text.endsWith('…')) return text.slice(0, -1)
  return text.length === COLUMN_WIDTH ? text : null
}
