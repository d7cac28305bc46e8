/** Quotes a text as a string of the query language. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}
