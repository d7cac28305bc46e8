/**
 * What was chosen: the query part of the page's address, by name.
 *
 * The parameters of the report interface have their own names (`filterType`, `columnsBy`, ...), so that what was chosen
 * here can be asked for elsewhere. Beside them: `report` (`aggregation` or `list`), `show` (`table` or `chart`), and what
 * concerns only how the answer is looked at, each beginning with `view.`.
 */
export type Choices = Readonly<Record<string, string>>

/** Changes to choices; `null` takes one away. */
export type Change = Readonly<Record<string, string | null>>

/** The names in choices that are the page's own and no parameters. */
const PAGE_PARAMETERS = ['report', 'show']

/** The choices in the query part of an address. */
export function parseChoices(query: string): Choices {
  return Object.fromEntries([...new URLSearchParams(query)].filter(([, value]) => value !== ''))
}

/** The query part of an address for choices, in a steady order: equal choices have equal addresses. */
export function toQueryString(choices: Choices): string {
  const own = PAGE_PARAMETERS.filter(name => name in choices)
  const others = Object.keys(choices)
    .filter(name => !PAGE_PARAMETERS.includes(name))
    .sort()
  return new URLSearchParams([...own, ...others].map((name): [string, string] => [name, choices[name]!])).toString()
}

/** Choices after a change. */
export function applyChange(choices: Choices, change: Change): Choices {
  const all = Object.entries({ ...choices, ...change })
  return Object.fromEntries(all.filter((entry): entry is [string, string] => entry[1] !== null && entry[1] !== ''))
}

/** Which endpoint is asked. */
export function endpointOf(choices: Choices): 'aggregation' | 'list' {
  return choices.report === 'list' ? 'list' : 'aggregation'
}

/** The parameters of the report that was chosen. */
export function parametersOf(choices: Choices): Choices {
  return Object.fromEntries(
    Object.entries(choices).filter(([name]) => !PAGE_PARAMETERS.includes(name) && !name.startsWith('view.')),
  )
}
