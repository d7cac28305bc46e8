import type { Relation } from '../../jql/bound-query.ts'
import { type Sql, sql } from '../sql.ts'

/** Whether issue `i` is, or with `negated` is not, among the ids of a query. No id of an issue is null. */
export function isIn(issues: Sql, negated: boolean): Sql {
  return negated ? sql`i.id not in (${issues})` : sql`i.id in (${issues})`
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
