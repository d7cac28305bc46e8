import type { ChoiceChange, Choices } from '../state/choices.ts'

/** The ways to select issues in menu order, and the parameter of each. */
export const selectors = {
  project: 'projectKey',
  customjql: 'customjql',
  user: 'user',
  jqlfilter: 'jqlFilterID',
  sprint: 'sprintID',
} as const

/** A way to select issues. */
export type FilterType = keyof typeof selectors

/** Returns the chosen filter type, ignoring case and accepting its old name; `undefined` if unknown. */
export function filterTypeOf({ filterType }: Choices): FilterType | undefined {
  const name = filterType?.toLowerCase()
  return name === 'advanced' ? 'jqlfilter' : (Object.keys(selectors) as FilterType[]).find(one => one === name)
}

/**
 * Returns the change that selects issues in another way. It removes the other selectors, which the server would reject.
 */
export function selectIssuesBy(filterType: FilterType, value: string | null = null): ChoiceChange {
  const none = Object.fromEntries(Object.values(selectors).map(name => [name, null]))
  return { ...none, filterType, [selectors[filterType]]: value }
}
