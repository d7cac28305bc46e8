import { systemFields } from '../../fields/system-fields.ts'
import type { BoundCondition, BoundField } from '../bound-query.ts'
import { comparesByField } from '../compares-by-field.ts'
import { FEW_VALUES } from '../limits.ts'
import type { TextQuery } from '../text/text-query.ts'

/**
 * The fields with at most one value, stored with the issue itself, so a condition on them is not a search.
 *
 * Only the limit of clauses applies to them. Each search makes DuckDB's query plans longer.
 */
export const FIELDS_OF_ISSUE: ReadonlySet<string> = new Set(
  systemFields.filter(({ column }) => column !== null && column.content !== 'project').map(({ id }) => id),
)

/**
 * Returns the number of searches of a condition, besides reading the issues themselves: in texts, histories and long
 * lists.
 */
export function countSearches(condition: BoundCondition): number {
  switch (condition.kind) {
    case 'always':
    case 'never':
      return 0
    case 'and':
    case 'or': {
      const { groups, rest } = comparesByField(condition.kind, condition.conditions)
      const parts = [...groups.map(([first]) => first!), ...rest]
      return parts.reduce((sum, part) => sum + countSearches(part), 0)
    }
    case 'text':
      return countWords(condition.query)
    case 'single':
      return isOfIssue(condition.field) && condition.ids.length <= FEW_VALUES ? 0 : 1
    case 'compare':
    case 'empty':
      return isOfIssue(condition.field) ? 0 : 1
    case 'multi':
    case 'keyRange':
    case 'was':
    case 'changed':
    case 'issueSet':
      return 1
  }
}

function isOfIssue({ id }: BoundField): boolean {
  return FIELDS_OF_ISSUE.has(id)
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
    case 'word':
    case 'wildcard':
    case 'fuzzy':
      return 1
  }
}
