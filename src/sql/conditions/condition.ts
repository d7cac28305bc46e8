import type { BoundCondition } from '../../jql/bound-query.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { joinSql, type Sql, sql } from '../sql.ts'
import { changed, updatedBy, was } from './history.ts'
import { isIn } from './is-in.ts'
import { textMatches } from './text.ts'
import { timeInStatus } from './time-in-status.ts'
import { compared, holdsValues, isEmpty, keyInRange } from './values.ts'

/**
 * A condition on issue `i`, as SQL.
 *
 * There is no SQL NOT around a part of the query: a leaf's opposite is a leaf, and only whole semi-joins are turned round.
 */
export function condition(bound: BoundCondition, dialect: Dialect): Sql {
  switch (bound.kind) {
    case 'always':
      return sql`true`
    case 'never':
      return sql`false`
    case 'and':
    case 'or': {
      const parts = bound.conditions.map(part => sql`(${condition(part, dialect)})`)
      return joinSql(parts, bound.kind === 'and' ? ' and ' : ' or ')
    }
    case 'single':
    case 'multi':
      return holdsValues(bound)
    case 'empty':
      return isEmpty(bound)
    case 'keyRange':
      return keyInRange(bound)
    case 'compare':
      return compared(bound)
    case 'text':
      return textMatches(bound, dialect)
    case 'was':
      return was(bound)
    case 'changed':
      return changed(bound)
    case 'issueSet':
      switch (bound.set.kind) {
        case 'updatedBy':
          return isIn(updatedBy(bound.set), bound.negated)
        case 'timeInStatus':
          return isIn(timeInStatus(bound.set), bound.negated)
        case 'linkedIssues':
          // Binding refuses it: the catalogue has no types of links.
          throw new Error('links between issues are not kept')
      }
  }
}
