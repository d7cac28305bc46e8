import type { BoundCondition } from '../jql/bound-query.ts'

/** Thrown for a list that takes as much as an aggregation, where the caller wants only light ones. */
export class HeavyReport extends Error {
  override readonly name = 'HeavyReport'
}

/** With more searches of histories and texts than this, a query is heavy: each of them may read all of a table. */
const MAX_LIGHT_SEARCHES = 5

/** Returns whether a condition takes as much as an aggregation. */
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
