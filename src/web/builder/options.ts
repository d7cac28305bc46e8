/** An option to pick. */
export interface Option {
  readonly value: string
  readonly name: string
  /** A short text next to the name, such as a key. */
  readonly detail?: string
  /** A sentence below the name. */
  readonly text?: string
  /** The heading above the option; options of one group must be adjacent. */
  readonly group?: string
  /** Other names to search by. */
  readonly aliases?: string
}

/** Returns the options that contain all words of a text; those that start with it come first. */
export function matchingOptions(options: readonly Option[], text: string): Option[] {
  const wanted = folded(text.trim())
  const parts = wanted.split(/\s+/)
  const hits = options.filter(({ name, detail = '', aliases = '', text = '' }) => {
    const all = folded(`${name} ${detail} ${aliases} ${text}`)
    return parts.every(part => all.includes(part))
  })
  // Options of a group must stay adjacent.
  if (options.some(({ group }) => group !== undefined)) return hits
  const isFirst = ({ name, detail = '' }: Option) =>
    folded(name).startsWith(wanted) || folded(detail).startsWith(wanted)
  return [...hits.filter(isFirst), ...hits.filter(option => !isFirst(option))]
}

/** Returns a text in lower case, without accents. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
