/** Something that can be picked. */
export interface Option {
  readonly value: string
  readonly name: string
  /** A word beside the name, such as a key. */
  readonly detail?: string
  /** A sentence below the name. */
  readonly text?: string
  /** What it stands under; options of one group follow each other. */
  readonly group?: string
  /** Other names it is found by. */
  readonly aliases?: string
}

/** The options that have all the words of a text, those whose names begin with it first. */
export function matchingOptions(options: readonly Option[], text: string): Option[] {
  const wanted = text.trim().toLowerCase()
  const parts = wanted.split(/\s+/)
  const hits = options.filter(({ name, detail = '', aliases = '', text = '' }) => {
    const all = `${name} ${detail} ${aliases} ${text}`.toLowerCase()
    return parts.every(part => all.includes(part))
  })
  // Options of a group stay together.
  if (options.some(({ group }) => group !== undefined)) return hits
  const isFirst = ({ name, detail = '' }: Option) =>
    name.toLowerCase().startsWith(wanted) || detail.toLowerCase().startsWith(wanted)
  return [...hits.filter(isFirst), ...hits.filter(option => !isFirst(option))]
}
