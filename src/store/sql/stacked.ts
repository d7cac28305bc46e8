import { joinSql, plain, type Sql, sql } from './sql.ts'

/** Selects the rows of queries with the same columns, with the position of their query, from 0, as `query_number`. */
export function stacked(queries: readonly Sql[], order: Sql | null = null): Sql {
  const numbered = queries.map(
    (query, number) => sql`select cast(${plain(String(number))} as bigint) as query_number, q.* from (${query}) q`,
  )
  return sql`${joinSql(numbered, '\nunion all\n')}${order === null ? sql`` : sql`\norder by ${order}`}`
}
