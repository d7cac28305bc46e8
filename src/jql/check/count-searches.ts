import type { BoundCondition } from '../bound-query.ts'
import type { TextQuery } from '../text/text-query.ts'

/** How many searches a condition takes beside reading the issues themselves: of words, histories, and lists of values. */
export function countSearches(condition: BoundCondition): number {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.reduce((sum, part) => sum + countSearches(part), 0)
    case 'text':
      return countWords(condition.query)
    case 'multi':
    case 'was':
    case 'changed':
    case 'issueSet':
      return 1
    default:
      return 0
  }
}

function countWords(query: TextQuery): number {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.queries.reduce((sum, part) => sum + countWords(part), 0)
    case 'not':
      return 1 + countWords(query.query)
    case 'phrase':
      return query.words.length
    default:
      return 1
  }
}
