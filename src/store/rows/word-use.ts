import type { Run } from '../engine/run-query.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { sql, varchars } from '../sql/sql.ts'

/** Stems of words, and prefixes of words that end in `*`. */
export interface SearchedWords {
  readonly stems: readonly string[]
  readonly prefixes: readonly string[]
}

/** Returns for each word whether a visible issue contains it. Words that no issue contains are absent. */
export async function readWordUse(
  run: Run,
  { stems, prefixes }: SearchedWords,
  browsable: Browsable,
): Promise<ReadonlyMap<string, boolean>> {
  const found = await run(sql`with searched as (
  select stem as text, id from term where stem in (select unnest(${varchars(stems)}))
  union select s.text, t.id from (select unnest(${varchars(prefixes)}) as text) s
  join term t on starts_with(t.word, left(s.text, -1))
)
select a.text, bool_or(${mayBrowse(browsable)}) as visible
from searched a join posting p on p.term_id = a.id join issue i on i.id = p.issue_id group by a.text`)
  return new Map(found.map(({ text, visible }) => [String(text), visible === true]))
}
