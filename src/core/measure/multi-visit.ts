/** How several visits to one status are combined. */
export const multiVisits = ['total', 'first', 'last', 'average'] as const

/** One of them. */
export type MultiVisit = (typeof multiVisits)[number]
