import type { Relation } from '../../jql/bound-query.ts'
import { FEW_VALUES } from '../../jql/limits.ts'
import { joinSql, type Sql, sql, varchar, varchars } from '../sql.ts'

/** Whether issue `i` is, or with `negated` is not, among the ids of a query. No id of an issue is null. */
export function isIn(issues: Sql, negated: boolean): Sql {
  return negated ? sql`i.id not in (${issues})` : sql`i.id in (${issues})`
}

/** Whether a text is one of some; none is one of none. */
export function isAmong(text: Sql, texts: readonly string[]): Sql {
  if (texts.length === 0) return sql`false`
  if (texts.length > FEW_VALUES) return sql`${text} in (select unnest(${varchars(texts)}))`
  return sql`${text} in (${joinSql(
    texts.map(one => sql`${varchar(one)}`),
    ', ',
  )})`
}

/** How SQL writes the relations of queries. */
export const relations: Readonly<Record<Relation | '=' | '!=', Sql>> = {
  '=': sql`=`,
  '!=': sql`<>`,
  '<': sql`<`,
  '>': sql`>`,
  '<=': sql`<=`,
  '>=': sql`>=`,
}
