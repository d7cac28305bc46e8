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
      return balanced(parts, bound.kind === 'and' ? ' and ' : ' or ')
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

const MOST_AT_ONCE = 16

/** Parts joined in groups of groups: engines read a long chain as deep as it is long, and refuse what is too deep. */
function balanced(parts: readonly Sql[], word: string): Sql {
  if (parts.length <= MOST_AT_ONCE) return joinSql(parts, word)
  const size = Math.ceil(parts.length / MOST_AT_ONCE)
  const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_, i) => parts.slice(i * size, (i + 1) * size))
  return joinSql(
    groups.map(group => sql`(${balanced(group, word)})`),
    word,
  )
}
