import type { TextLeaf } from '../../jql/bound-query.ts'
import type { TextQuery } from '../../jql/text/text-query.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, joinSql, type Sql, sql, varchar, varchars } from '../sql.ts'

/** The words of one of the fields match. Negated: one of the fields has words, and no field's words match. */
export function textMatches({ fields, query, negated }: TextLeaf, dialect: Dialect): Sql {
  const ids = varchars(fields.map(({ id }) => id))
  const own = sql`field_id in (select unnest(${ids}))`
  const matching = sql`i.id in (select issue_id from (${matches(query, own, dialect)}))`
  if (!negated) return matching
  return sql`i.id in (select issue_id from posting where ${own}) and not (${matching})`
}

/** The fields of issues whose words match: `issue_id, field_id`. Each field is asked by itself. */
function matches(query: TextQuery, own: Sql, dialect: Dialect): Sql {
  const inParts = (parts: readonly TextQuery[], words: string) =>
    joinSql(
      parts.map(part => sql`(${matches(part, own, dialect)})`),
      words,
    )
  switch (query.kind) {
    case 'word':
      return postings(own, sql`stem = ${varchar(query.stem)}`)
    case 'wildcard':
      return postings(own, sql`word like ${varchar(likePattern(query.pattern))} escape '\\'`)
    case 'fuzzy':
      return postings(
        own,
        sql`${dialect.editDistance(sql`word`, sql`${varchar(query.word)}`)} <= ${bigint(query.distance)}`,
      )
    case 'phrase':
      return phrase(query.words, query.slop, own)
    case 'and':
      return inParts(query.queries, ' intersect ')
    case 'or':
      return inParts(query.queries, ' union ')
    case 'not':
      return sql`select issue_id, field_id from posting where ${own} except (${matches(query.query, own, dialect)})`
  }
}

function postings(own: Sql, word: Sql): Sql {
  return sql`select issue_id, field_id from posting where ${own} and term_id in (select id from term where ${word})`
}

/** The words one after the other; each may stand up to `slop` places later than it would. */
function phrase(words: readonly string[], slop: number, own: Sql): Sql {
  const places = (word: string) =>
    sql`(select issue_id, field_id, pos from posting where ${own} and term_id in (select id from term where word = ${varchar(word)}))`
  const found = words.slice(1).reduce<Sql>(
    (before, word) => sql`select w.issue_id, w.field_id, w.pos from (${before}) b join ${places(word)} w
  on w.issue_id = b.issue_id and w.field_id = b.field_id and w.pos > b.pos and w.pos <= b.pos + 1 + ${bigint(slop)}`,
    sql`select * from ${places(words[0] ?? '')}`,
  )
  return sql`select issue_id, field_id from (${found})`
}

function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}
