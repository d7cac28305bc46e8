/** The maximum length of short text fields, such as summaries, in Jira's database. */
const COLUMN_WIDTH = 255

/**
 * Returns a function that completes truncated texts of the log: a truncated text becomes the present text if it is a
 * prefix of it.
 *
 * A text may be truncated when it ends in an ellipsis or has exactly 255 characters. If the log contains a longer
 * complete text of the field, that length was not a limit, so the text stays as it is.
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

/** Returns the part of a text before a possible truncation; `null` for a complete text. */
function beginning(text: string): string | null {
  if (text.length > 1 && text.endsWith('…')) return text.slice(0, -1)
  return text.length === COLUMN_WIDTH ? text : null
}
