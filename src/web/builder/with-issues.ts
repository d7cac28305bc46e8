import type { Choices } from '../state/choices.ts'

/** The query of all issues. */
const ALL = 'ORDER BY key'

/** Returns choices that select issues: all of them if the choices select none. */
export function withIssues(choices: Choices): Choices {
  const { filterType = 'customjql', customjql = filterType === 'customjql' ? ALL : undefined } = choices
  return { ...choices, filterType, ...(customjql !== undefined && { customjql }) }
}
