import type { BoundCondition } from '../../../core/jql/bound-query.ts'
import { comparesByField } from '../../../core/jql/compares-by-field.ts'
import type { Browsable } from '../browsable.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { type Sql, sql } from '../sql.ts'
import { balanced } from './balanced.ts'
import { changed, updatedBy, was } from './history.ts'
import { isIn } from './is-in.ts'
import { textMatches } from './text.ts'
import { timeInStatus } from './time-in-status.ts'
import { compared, hasValues, isEmpty, keyInRange } from './values.ts'

/**
 * Compiles a condition on issue `i`, over the values visible to the caller. It does not check whether the issue itself
 * is visible.
 *
 * NOT is never applied to part of a query: the negation of a leaf is a leaf, and only whole semi-joins are negated.
 */
export function condition(bound: BoundCondition, dialect: Dialect, browsable: Browsable): Sql {
  switch (bound.kind) {
    case 'always':
      return sql`true`
    case 'never':
      return sql`false`
    case 'and':
    case 'or': {
      const { groups, rest } = comparesByField(bound.kind, bound.conditions)
      const compares = groups.map(group => compared(group, bound.kind))
      const parts = [...compares, ...rest.map(part => condition(part, dialect, browsable))].map(part => sql`(${part})`)
      return balanced(parts, bound.kind === 'and' ? ' and ' : ' or ')
    }
    case 'single':
    case 'multi':
      return hasValues(bound, browsable)
    case 'empty':
      return isEmpty(bound, browsable)
    case 'keyRange':
      return keyInRange(bound)
    case 'compare':
      return compared([bound], 'or')
    case 'text':
      return textMatches(bound, dialect)
    case 'was':
      return was(bound, browsable)
    case 'changed':
      return changed(bound, browsable)
    case 'issueSet':
      switch (bound.set.kind) {
        case 'updatedBy':
          return isIn(updatedBy(bound.set), bound.negated)
        case 'timeInStatus':
          return isIn(timeInStatus(bound.set), bound.negated)
        case 'linkedIssues':
          // Binding rejects it, because the catalogue has no link types.
          throw new Error('links between issues are not stored')
      }
  }
}
