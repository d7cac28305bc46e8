import type { TextLeaf } from '../../../core/jql/bound-query.ts'
import type { TextQuery } from '../../../core/jql/text/text-query.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isAmong } from './is-in.ts'
import { textColumn } from './issue-columns.ts'

/**
 * Returns the condition that the text of one of the fields matches. Negated: at least one field has a value, and the
 * text of none matches.
 */
export function textMatches({ fields, query, negated }: TextLeaf, dialect: Dialect): Sql {
  const searched: SearchedFields = {
    own: isAmong(
      sql`field_id`,
      fields.map(({ id }) => id),
    ),
    fields,
    dialect,
  }
  const matching = sql`i.id in (select issue_id from (${matches(query, searched)}))`
  if (!negated) return matching
  return sql`i.id in (select issue_id from (${allTexts(searched)})) and not (${matching})`
}

/** The fields of a text search. */
interface SearchedFields {
  readonly fields: TextLeaf['fields']
  /** The condition that a row belongs to one of the fields. */
  readonly own: Sql
  readonly dialect: Dialect
}

/** Returns the matching fields of issues: `issue_id, field_id`. Each field is matched separately. */
function matches(query: TextQuery, searched: SearchedFields): Sql {
  const inParts = (parts: readonly TextQuery[], operator: string) =>
    joinSql(
      parts.map(part => sql`(${matches(part, searched)})`),
      operator,
    )
  switch (query.kind) {
    case 'word':
      return postings(searched, sql`stem = ${varchar(query.stem)}`)
    case 'wildcard':
      return postings(searched, sql`word like ${varchar(likePattern(query.pattern))} escape '\\'`)
    case 'fuzzy':
      return postings(searched, isNear(query.word, query.distance, searched.dialect))
    case 'phrase':
      return phrase(query.words, query.slop, searched)
    case 'and':
      return inParts(query.queries, ' intersect ')
    case 'or':
      return inParts(query.queries, ' union ')
    case 'not':
      return sql`${allTexts(searched)} except (${matches(query.query, searched)})`
  }
}

/** Returns the fields of issues that have a text, even one without words: `issue_id, field_id`. */
function allTexts({ fields, own }: SearchedFields): Sql {
  const columns = fields.flatMap(({ id }) => {
    const column = textColumn(id)
    return column
      ? sql`select i.id as issue_id, ${varchar(id)} as field_id from issue i where ${column} is not null`
      : []
  })
  return joinSql([...columns, sql`select issue_id, field_id from issue_value where ${own}`], ' union all ')
}

function postings({ own }: SearchedFields, word: Sql): Sql {
  return sql`select issue_id, field_id from posting where ${own} and term_id in (select id from term where ${word})`
}

/**
 * Returns the fields that contain the words in order, with at most `slop` other words between the first and the last.
 */
function phrase(words: readonly string[], slop: number, { own }: SearchedFields): Sql {
  const postingsOf = (word: string) =>
    sql`(select issue_id, field_id, pos from posting where ${own} and term_id in (select id from term where word = ${varchar(word)}))`
  const found = words.slice(1).reduce<Sql>(
    (before, word, i) => sql`select w.issue_id, w.field_id, b.first, min(w.pos) as pos
  from (${before}) b join ${postingsOf(word)} w
  on w.issue_id = b.issue_id and w.field_id = b.field_id and w.pos > b.pos and w.pos <= b.first + ${bigint(i + 1 + slop)}
  group by w.issue_id, w.field_id, b.first`,
    sql`select issue_id, field_id, pos as first, pos from ${postingsOf(words[0] ?? '')}`,
  )
  return sql`select issue_id, field_id from (${found})`
}

/**
 * DuckDB's levenshtein counts bytes, so each non-ASCII character is replaced by one byte: a distinct one for each
 * character of the word.
 */
function isNear(word: string, distance: number, dialect: Dialect): Sql {
  const letters = [...new Set(word.match(/[^\0-\x7f]/gu))].slice(0, SUBSTITUTES.length)
  const substitutes = SUBSTITUTES.slice(0, letters.length)
  const inBytes = (text: Sql) =>
    dialect.replaceAll(
      sql`translate(${text}, ${varchar(letters.join(''))}, ${varchar(substitutes)})`,
      '[^\\x01-\\x7f]',
      '#',
    )
  return sql`${dialect.editDistance(inBytes(sql`word`), inBytes(sql`${varchar(word)}`))} <= ${bigint(distance)}`
}

/** ASCII characters that do not occur in words. */
const SUBSTITUTES = '!"$%&()*+,-./:;<=>?@[]^{|}~'

function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}
