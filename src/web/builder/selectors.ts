import type { Change, Choices } from '../state/choices.ts'

/** The ways to say whose issues, in the order in which they are offered, and the parameter that each needs. */
export const selectors = {
  project: 'projectKey',
  customjql: 'customjql',
  user: 'user',
  jqlfilter: 'jqlFilterID',
  sprint: 'sprintID',
} as const

/** A way to say whose issues. */
export type FilterType = keyof typeof selectors

/** The way that was chosen, in any case and in its old name too; `undefined` where none or another was. */
export function filterTypeOf({ filterType }: Choices): FilterType | undefined {
  const name = filterType?.toLowerCase()
  return name === 'advanced' ? 'jqlfilter' : (Object.keys(selectors) as FilterType[]).find(one => one === name)
}

/** Says whose issues in another way. The server refuses a selector beside that of the way, so none is kept. */
export function selectIssuesBy(filterType: FilterType, value: string | null = null): Change {
  const none = Object.fromEntries(Object.values(selectors).map(name => [name, null]))
  return { ...none, filterType, [selectors[filterType]]: value }
}
