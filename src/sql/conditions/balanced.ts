import { joinSql, type Sql, sql } from '../sql.ts'

const MOST_AT_ONCE = 16

/** Parts joined in groups of groups: engines read a long chain as deep as it is long, and refuse what is too deep. */
export function balanced(parts: readonly Sql[], word: ' and ' | ' or '): Sql {
  if (parts.length <= MOST_AT_ONCE) return joinSql(parts, word)
  const size = Math.ceil(parts.length / MOST_AT_ONCE)
  const groups = Array.from({ length: Math.ceil(parts.length / size) }, (_, i) => parts.slice(i * size, (i + 1) * size))
  return joinSql(
    groups.map(group => sql`(${balanced(group, word)})`),
    word,
  )
}
