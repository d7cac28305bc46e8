import { bigint, bigints, identifier, joinSql, type Sql, sql } from '../../sql/sql.ts'
import { literal } from './literal.ts'

/** The tables with rows of issues, and the column with the number of the issue. */
const ISSUE_TABLES = {
  issue: 'id',
  stay: 'issue_id',
  change: 'issue_id',
  issue_value: 'issue_id',
  status_assignment: 'issue_id',
  repair: 'issue_id',
  posting: 'issue_id',
} as const

/** So many excluded issues are a filter. More are a join: each use of a table then adds a stage to the statement. */
const LISTED = 1000

/** Returns the text of a query, with its values as literals. */
export function statementOf(query: Sql): string {
  return query.strings.reduce((text, part, i) => {
    const value = query.values[i - 1]!
    return text + ('strings' in value ? statementOf(value) : literal(value)) + part
  })
}

/**
 * Returns the text of a query over the tables of a schema, without the rows of some issues.
 *
 * Every table with rows of issues is hidden behind a table of the same name without these rows, so no part of the query
 * can read them. The statuses that projects ever had follow from the remaining stays.
 */
export function statementWithout(excluded: readonly number[], query: Sql, schema: string): string {
  const text = statementOf(query)
  if (excluded.length === 0) return text
  const own = identifier(schema)
  const isLong = excluded.length > LISTED
  const list = isLong
    ? sql`select excluded_id from excluded_issue`
    : joinSql(
        excluded.map(id => sql`${bigint(id)}`),
        ', ',
      )
  const tables = Object.entries(ISSUE_TABLES).map(
    ([table, id]) =>
      sql`${identifier(table)} as (select * from ${own}.${identifier(table)} where ${identifier(id)} not in (${list}))`,
  )
  const shadows = joinSql(
    [
      ...(isLong
        ? [sql`excluded_issue as (select excluded_id from unnest(${bigints(excluded)}) as u(excluded_id))`]
        : []),
      ...tables,
      sql`project_status as (select project_id, value_id as status_id, min(entered_ms) as first_ms from stay where field_id = 'status' group by project_id, value_id)`,
    ],
    ',\n',
  )
  const isWith = text.startsWith('with ')
  return `with ${statementOf(shadows)}${isWith ? `,\n${text.slice('with '.length)}` : `\n${text}`}`
}
