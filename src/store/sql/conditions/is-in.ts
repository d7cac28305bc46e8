import type { Relation } from '../../../core/jql/bound-query.ts'
import { FEW_VALUES } from '../../../core/jql/limits.ts'
import { bigint, bigints, joinSql, type Sql, sql, unnested, varchar, varchars } from '../sql.ts'

/**
 * Returns the condition that issue `i` is, or with `negated` is not, among the ids of a query. Ids of issues are never
 * null.
 */
export function isIn(issues: Sql, negated: boolean): Sql {
  return negated ? sql`i.id not in (${issues})` : sql`i.id in (${issues})`
}

/** Returns the condition that a text is in a list; false for an empty list. */
export function isAmong(text: Sql, texts: readonly string[]): Sql {
  if (texts.length === 0) return sql`false`
  if (texts.length > FEW_VALUES) return sql`${text} in (${unnested(varchars(texts))})`
  return sql`${text} in (${joinSql(
    texts.map(one => sql`${varchar(one)}`),
    ', ',
  )})`
}

/** Returns the condition that a project is one of those with the numbers; false for an empty list. */
export function isAmongProjects(project: Sql, numbers: readonly number[]): Sql {
  if (numbers.length === 0) return sql`false`
  if (numbers.length === 1) return sql`${project} = ${bigint(numbers[0]!)}`
  if (numbers.length > FEW_VALUES) return sql`${project} in (${unnested(bigints(numbers))})`
  return sql`${project} in (${joinSql(
    numbers.map(number => sql`${bigint(number)}`),
    ', ',
  )})`
}

/** The SQL operators for the relations of queries. */
export const relations: Readonly<Record<Relation | '=' | '!=', Sql>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
}
