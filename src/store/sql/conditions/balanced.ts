import { joinSql, type Sql, sql } from '../sql.ts'

const MAX_TERMS = 16

/** Joins terms as a balanced tree. DuckDB parses a long chain recursively, and rejects it beyond a limit of depth. */
export function balanced(parts: readonly Sql[], operator: ' and ' | ' or '): Sql {
  if (parts.length <= MAX_TERMS) return joinSql(parts, operator)
  const size = Math.ceil(parts.length / MAX_TERMS)
  const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_, i) => parts.slice(i * size, (i + 1) * size))
  return joinSql(
    groups.map(group => sql`(${balanced(group, operator)})`),
    operator,
  )
}
