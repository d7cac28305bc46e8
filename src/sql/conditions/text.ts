import type { TextLeaf } from '../../jql/bound-query.ts'
import type { TextQuery } from '../../jql/text/text-query.ts'
import type { Dialect } from '../dialect/dialect.ts'
import { bigint, joinSql, type Sql, sql, varchar } from '../sql.ts'
import { isAmong } from './is-in.ts'
import { textColumn } from './issue-columns.ts'

/** The words of one of the fields match. Negated: one of the fields has a value, and no field's words match. */
export function textMatches({ fields, query, negated }: TextLeaf, dialect: Dialect): Sql {
  const asked: Asked = {
    own: isAmong(
      sql`field_id`,
      fields.map(({ id }) => id),
    ),
    fields,
    dialect,
  }
  const matching = sql`i.id in (select issue_id from (${matches(query, asked)}))`
  if (!negated) return matching
  return sql`i.id in (select issue_id from (${allTexts(asked)})) and not (${matching})`
}

/** The fields that are searched. */
interface Asked {
  readonly fields: TextLeaf['fields']
  /** That a row is of one of them. */
  readonly own: Sql
  readonly dialect: Dialect
}

/** The fields of issues whose words match: `issue_id, field_id`. Each field is asked by itself. */
function matches(query: TextQuery, asked: Asked): Sql {
  const inParts = (parts: readonly TextQuery[], words: string) =>
    joinSql(
      parts.map(part => sql`(${matches(part, asked)})`),
      words,
    )
  switch (query.kind) {
    case 'word':
      return postings(asked, sql`stem = ${varchar(query.stem)}`)
    case 'wildcard':
      return postings(asked, sql`word like ${varchar(likePattern(query.pattern))} escape '\\'`)
    case 'fuzzy':
      return postings(asked, isNear(query.word, query.distance, asked.dialect))
    case 'phrase':
      return phrase(query.words, query.slop, asked)
    case 'and':
      return inParts(query.queries, ' intersect ')
    case 'or':
      return inParts(query.queries, ' union ')
    case 'not':
      return sql`${allTexts(asked)} except (${matches(query.query, asked)})`
  }
}

/** The fields of issues that hold a text, which may have no words: `issue_id, field_id`. */
function allTexts({ fields, own }: Asked): Sql {
  const columns = fields.flatMap(({ id }) => {
    const column = textColumn(id)
    return column
      ? sql`select i.id as issue_id, ${varchar(id)} as field_id from issue i where ${column} is not null`
      : []
  })
  return joinSql([...columns, sql`select issue_id, field_id from issue_value where ${own}`], ' union all ')
}

function postings({ own }: Asked, word: Sql): Sql {
  return sql`select issue_id, field_id from posting where ${own} and term_id in (select id from term where ${word})`
}

/** The words one after the other, with at most `slop` other words between the first and the last. */
function phrase(words: readonly string[], slop: number, { own }: Asked): Sql {
  const locations = (word: string) =>
    sql`(select issue_id, field_id, pos from posting where ${own} and term_id in (select id from term where word = ${varchar(word)}))`
  const found = words.slice(1).reduce<Sql>(
    (before, word, i) => sql`select w.issue_id, w.field_id, b.first, min(w.pos) as pos
  from (${before}) b join ${locations(word)} w
  on w.issue_id = b.issue_id and w.field_id = b.field_id and w.pos > b.pos and w.pos <= b.first + ${bigint(i + 1 + slop)}
  group by w.issue_id, w.field_id, b.first`,
    sql`select issue_id, field_id, pos as first, pos from ${locations(words[0] ?? '')}`,
  )
  return sql`select issue_id, field_id from (${found})`
}

/** The engine counts bytes: letters of several bytes are made ones of one, those of the word each another. */
function isNear(word: string, distance: number, dialect: Dialect): Sql {
  const letters = [...new Set(word.match(/[^\0-\x7f]/gu))].slice(0, SUBSTITUTES.length)
  const substitutes = SUBSTITUTES.slice(0, letters.length)
  const inBytes = (text: Sql) =>
    sql`regexp_replace(translate(${text}, ${varchar(letters.join(''))}, ${varchar(substitutes)}), '[^\\x01-\\x7f]', '#', 'g')`
  return sql`${dialect.editDistance(inBytes(sql`word`), inBytes(sql`${varchar(word)}`))} <= ${bigint(distance)}`
}

/** Letters of one byte that no word has. */
const SUBSTITUTES = '!"$%&()*+,-./:;<=>?@[]^{|}~'

function likePattern(pattern: string): string {
  return pattern
    .replace(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')
    .replaceAll('?', '_')
}
