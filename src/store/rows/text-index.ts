import type { DuckDBConnection } from '@duckdb/node-api'
import { stemOf } from '../../core/base/words-of.ts'
import { STAGED } from '../batches/staging-folder.ts'

/** Extracts words like core/base/words-of.ts. DuckDB converts each character to lower case separately. */
const WORDS = `regexp_extract_all(replace(lower(nfc_normalize(text)), '\u03c2', '\u03c3'), '[\\p{L}\\p{N}\\p{M}_]+')`

/** Extracts the words of the staged texts, `incoming.word`, and their stems, `incoming.stem`. DuckDB cannot stem. */
export async function findStagedWords(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create table incoming.word as ${wordsIn(
      `select local, 'summary' as field_id, summary as text from incoming.issue
       union all select local, 'description', description from incoming.issue where description is not null
       union all select local, field_id, text from incoming.value
         where field_id in (select id from incoming.field where kind = 'text')`,
      'local',
    )}`,
  )
  await connection.run('create table incoming.stem (word varchar, stem varchar)')
  const appender = await connection.createAppender('stem', 'main', STAGED)
  const found = await connection.runAndReadAll('select distinct word from incoming.word')
  for (const word of found.getColumnsJS()[0] ?? []) {
    appender.appendVarchar(String(word))
    appender.appendVarchar(stemOf(String(word)))
    appender.endRow()
  }
  appender.closeSync()
}

/** Indexes the texts of the incoming issues, within the batch's transaction, after they are merged. */
export async function indexIncomingTexts(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `insert into term
     select ((select coalesce(max(id), 0) from term) + row_number() over (order by word))::integer, word, stem
     from incoming.stem
     where word not in (select word from term)
       and word in (select w.word from incoming.word w join incoming_id n on n.local = w.local)
     order by word`,
  )
  await connection.run(
    `insert into posting
     select t.id, w.field_id, n.id, w.pos
     from incoming.word w join incoming_id n on n.local = w.local join term t on t.word = w.word
     order by t.id, w.field_id, n.id, w.pos`,
  )
}

/** Indexes the texts of all issues, for a store without an index. */
export async function indexAllTexts(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `create or replace temp table found_word as ${wordsIn(
      `select id as issue_id, 'summary' as field_id, summary as text from issue
       union all select id, 'description', description from issue where description is not null
       union all select issue_id, field_id, text from issue_value
         where field_id in (select id from field where kind = 'text')`,
      'issue_id',
    )}`,
  )
  await addTerms(connection)
  await addPostings(connection)
}

/** Indexes the present texts of some fields again. `fields` is a query of `issue_id` and `field_id`. */
export async function indexTextsOf(connection: DuckDBConnection, fields: string): Promise<void> {
  await connection.run(`delete from posting where (issue_id, field_id) in (${fields})`)
  await connection.run(
    `create or replace temp table found_word as ${wordsIn(
      `select issue_id, field_id, text from issue_value where (issue_id, field_id) in (${fields})
         and field_id in (select id from field where kind = 'text')`,
      'issue_id',
    )}`,
  )
  await addTerms(connection)
  await addPostings(connection)
}

async function addPostings(connection: DuckDBConnection): Promise<void> {
  await connection.run(
    `insert into posting
     select t.id, w.field_id, w.issue_id, w.pos from found_word w join term t on t.word = w.word
     order by t.id, w.field_id, w.issue_id, w.pos`,
  )
  await connection.run('drop table found_word')
}

async function addTerms(connection: DuckDBConnection): Promise<void> {
  const found = await connection.runAndReadAll(
    'select distinct word from found_word where word not in (select word from term) order by word',
  )
  const [last] = (await connection.runAndReadAll('select coalesce(max(id), 0) from term')).getRows()
  let id = Number(last![0])
  const appender = await connection.createAppender('term')
  for (const word of found.getColumnsJS()[0] ?? []) {
    appender.appendInteger(++id)
    appender.appendVarchar(String(word))
    appender.appendVarchar(stemOf(String(word)))
    appender.endRow()
  }
  appender.closeSync()
}

/** Returns a query for the words of texts with their 1-based positions; `id` is the column of the owner of a text. */
function wordsIn(texts: string, id: string): string {
  return `select ${id}, field_id, unnest(words) as word, generate_subscripts(words, 1)::integer as pos
    from (select ${id}, field_id, ${WORDS} as words from (${texts}))`
}
