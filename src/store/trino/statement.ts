import { bigint, bigints, identifier, joinSql, type Sql, sql, varchar } from '../sql/sql.ts'
import type { HiddenIssues } from './hidden-issues.ts'
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
 * Returns the text of a query over the tables of a schema, without the rows of hidden issues.
 *
 * Every table with rows of issues is hidden behind a table of the same name without these rows, so no part of the query
 * can read them. The statuses that projects ever had follow from the remaining stays.
 */
export function statementWithout(hidden: HiddenIssues, query: Sql, schema: string): string {
  const text = statementOf(query)
  const { levels, ids } = hidden
  if (ids.length + levels.length === 0) return text
  const own = identifier(schema)
  const isListed = levels.length === 0 && ids.length <= LISTED
  const list = isListed ? listed(ids) : sql`select excluded_id from excluded_issue`
  const tables = Object.entries(ISSUE_TABLES).map(
    ([table, id]) =>
      sql`${identifier(table)} as (select * from ${own}.${identifier(table)} where ${identifier(id)} not in (${list}))`,
  )
  const shadows = joinSql(
    [
      ...(isListed ? [] : [sql`excluded_issue as (${excludedIssues(hidden, own)})`]),
      ...tables,
      sql`project_status as (select project_id, value_id as status_id, min(entered_ms) as first_ms from stay where field_id = 'status' group by project_id, value_id)`,
    ],
    ',\n',
  )
  const isWith = text.startsWith('with ')
  return `with ${statementOf(shadows)}${isWith ? `,\n${text.slice('with '.length)}` : `\n${text}`}`
}

/** Returns the query for the numbers of hidden issues: `excluded_id`. */
function excludedIssues({ levels, shown, ids }: HiddenIssues, own: Sql): Sql {
  const byNumber = sql`select excluded_id from ${numbers(ids)}`
  if (levels.length === 0) return byNumber
  const ofProjects = [...new Set(levels.map(({ project }) => project))].map(project => {
    const hidden = levels.flatMap(level => (level.project === project ? [sql`${varchar(level.level)}`] : []))
    return sql`project_id = ${bigint(project)} and security_level in (${joinSql(hidden, ', ')})`
  })
  const others = shown.length === 0 ? sql`` : sql` and id not in (select excluded_id from ${numbers(shown)})`
  const byLevel = sql`select id as excluded_id from ${own}.issue where (${joinSql(ofProjects, ' or ')})${others}`
  return ids.length === 0 ? byLevel : sql`${byLevel} union all ${byNumber}`
}

function numbers(ids: readonly number[]): Sql {
  return sql`unnest(${bigints(ids)}) as u(excluded_id)`
}

function listed(ids: readonly number[]): Sql {
  return joinSql(
    ids.map(id => sql`${bigint(id)}`),
    ', ',
  )
}
