/** Returns the id of a composite column: both ids joined with `|`; `|` and `\` inside an id are escaped with `\`. */
export function compositeId(base: string, sub: string): string {
  const escaped = (id: string) => id.replace(/[\\|]/g, '\\$&')
  return `${escaped(base)}|${escaped(sub)}`
}

/** Splits the id of a composite column into its two ids; `null` for any other id. */
export function compositeParts(id: string): { readonly base: string; readonly sub: string } | null {
  const parts = /^((?:[^\\|]|\\[\\|])*)\|((?:[^\\|]|\\[\\|])*)$/s.exec(id)
  if (!parts) return null
  const plain = (part: string) => part.replace(/\\([\\|])/g, '$1')
  return { base: plain(parts[1]!), sub: plain(parts[2]!) }
}
