/** Joins the first texts of a list, at most `most`, and says how many there are beyond them: `a, b and 3 more`. */
export function firstOf(texts: readonly string[], most: number): string {
  const more = texts.length - most
  return `${texts.slice(0, most).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
