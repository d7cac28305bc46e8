import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { sql, varchars } from '../sql/sql.ts'
import type { Run } from './run-query.ts'

/** Stems of words, and beginnings of words that end in `*`. */
export interface SearchedWords {
  readonly stems: readonly string[]
  readonly starts: readonly string[]
}

/** Reads for each of these words whether a visible issue has it in a text. A word that no issue has is absent. */
export async function readWordUse(
  run: Run,
  { stems, starts }: SearchedWords,
  browsable: Browsable,
): Promise<ReadonlyMap<string, boolean>> {
  const found = await run(sql`with asked as (
  select stem as text, id from term where stem in (select unnest(${varchars(stems)}))
  union select s.text, t.id from (select unnest(${varchars(starts)}) as text) s
  join term t on starts_with(t.word, left(s.text, -1))
)
select a.text, bool_or(${mayBrowse(browsable)}) as seen
from asked a join posting p on p.term_id = a.id join issue i on i.id = p.issue_id group by a.text`)
  return new Map(found.map(({ text, seen }) => [String(text), seen === true]))
}
