import type { BoundCondition } from '../../core/jql/bound-query.ts'

/** Thrown for a list that costs as much as an aggregation, when the caller accepts only light lists. */
export class HeavyReport extends Error {
  override readonly name = 'HeavyReport'
}

/** The maximum number of searches of histories and texts in a light query: each one may scan a whole table. */
const MAX_LIGHT_SEARCHES = 5

/** Returns whether a condition costs as much as an aggregation. */
export function isHeavy(where: BoundCondition): boolean {
  return searchesIn(where) > MAX_LIGHT_SEARCHES
}

function searchesIn(where: BoundCondition): number {
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.conditions.reduce((sum, part) => sum + searchesIn(part), 0)
    case 'was':
    case 'changed':
    case 'text':
    case 'issueSet':
      return 1
    case 'always':
    case 'never':
    case 'single':
    case 'multi':
    case 'empty':
    case 'keyRange':
    case 'compare':
      return 0
  }
}
