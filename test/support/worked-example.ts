/** A worked example of docs/measures.md: a request and its expected response. */
export interface WorkedExample {
  /** The heading above it. */
  readonly section: string
  /** `AB-1 status Open@0 Doing@2`: a line for each field of each issue; see tiny-tracker.ts. */
  readonly histories: readonly string[]
  readonly endpoint: 'list' | 'aggregation'
  /** As written: instants are `@hours`. */
  readonly parameters: Readonly<Record<string, string>>
  /** Other members of the response, by name: the lines that begin with `->`. */
  readonly said: Readonly<Record<string, string>>
  /** The table below it, with the header as its first row. */
  readonly table: readonly (readonly string[])[]
}

/**
 * Returns the worked examples of a page: its blocks marked `example`, each with the first table after it.
 *
 * A block has the histories, an empty line, the endpoint, then a line for each parameter, `name = value`. Without
 * histories it uses those of the previous block.
 */
export function workedExamples(page: string): WorkedExample[] {
  const examples: WorkedExample[] = []
  let section = ''
  const lines = page.split('\n')
  for (const [at, line] of lines.entries()) {
    if (/^#+ /.test(line)) section = line.replace(/^#+ /, '')
    if (line !== '```example') continue
    const end = lines.indexOf('```', at)
    const read = readBlock(lines.slice(at + 1, end))
    const histories = read.histories.length > 0 ? read.histories : (examples.at(-1)?.histories ?? [])
    examples.push({ section, ...read, histories, table: tableAfter(lines, end) })
  }
  return examples
}

function readBlock(lines: readonly string[]): Omit<WorkedExample, 'section' | 'table'> {
  const first = lines.findIndex(line => line === 'list' || line === 'aggregation')
  if (first === -1) throw new Error(`an example asks for no report: ${lines.join(' / ')}`)
  const said: Record<string, string> = {}
  const parameters: Record<string, string> = {}
  for (const line of lines.slice(first + 1)) {
    const [, arrow, name, value] = /^(-> )?(\w+) = (.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) throw new Error(`an example has a line '${line}'`)
    if (arrow) said[name] = value
    else parameters[name] = value
  }
  const histories = lines.slice(0, first).filter(line => line !== '')
  return { histories, endpoint: lines[first] as WorkedExample['endpoint'], parameters, said }
}

/** Returns the first table after a line, with the header as its first row. */
export function tableAfter(lines: readonly string[], at: number): string[][] {
  const rest = lines.slice(at)
  const begin = rest.findIndex(line => line.startsWith('|'))
  const length = rest.slice(begin).findIndex(line => !line.startsWith('|'))
  const rows = rest.slice(begin, length === -1 ? undefined : begin + length)
  return rows
    .filter((_, i) => i !== 1)
    .map(row =>
      row
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map(cell => cell.trim()),
    )
}

/** Splits a cell into its value, after the last `=`, and the calculation before it, if any. */
export function claimOf(cell: string): { readonly result: string; readonly working: string | null } {
  const at = cell.lastIndexOf('=')
  return at === -1
    ? { result: cell, working: null }
    : { result: cell.slice(at + 1).trim(), working: cell.slice(0, at).trim() }
}

/** Evaluates an expression such as `(2 - 0) + 1` or `(3 + 1) / 2`: numbers, parentheses, `+`, `-` and `/`. */
export function worked(text: string): number {
  const tokens = text.match(/\d+(\.\d+)?|\S/g) ?? []
  let at = 0
  const atom = (): number => {
    const token = tokens[at++]
    if (token !== '(') return Number(token)
    const inner = sum()
    at++
    return inner
  }
  const quotient = (): number => {
    let value = atom()
    while (tokens[at] === '/') {
      at++
      value /= atom()
    }
    return value
  }
  const sum = (): number => {
    let value = quotient()
    while (tokens[at] === '+' || tokens[at] === '-') value += (tokens[at++] === '+' ? 1 : -1) * quotient()
    return value
  }
  const value = sum()
  if (at < tokens.length) throw new Error(`'${text}' is no sum`)
  return value
}
