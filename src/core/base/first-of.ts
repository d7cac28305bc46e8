/**
 * Joins the first texts of a list, at most `most`, and adds the number of the others: `a, b and 3 more`. `all` is the
 * number of all texts, if the list has only the first of them.
 */
export function firstOf(texts: readonly string[], most: number, all = texts.length): string {
  const shown = texts.slice(0, most)
  const more = all - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
