import type { DuckDBConnection } from '@duckdb/node-api'
import { stemOf } from '../base/words-of.ts'

/** Words as base/words-of.ts finds them; the engine's lower case is that of each letter by itself. */
const WORDS = `regexp_extract_all(replace(lower(nfc_normalize(text)), '\u03c2', '\u03c3'), '[\\p{L}\\p{N}\\p{M}_]+')`

/** Fields whose values are texts to search in. */
const TEXT_FIELDS = `field_id in (select id from field where kind = 'text')`

/** Indexes the texts of the incoming issues; inside the batch's transaction, after they were merged. */
export async function indexIncomingTexts(connection: DuckDBConnection): Promise<void> {
  await index(
    connection,
    `select n.id as issue_id, t.field_id, t.text from (
       select local, 'summary' as field_id, summary as text from incoming_issue
       union all select local, 'description', description from incoming_issue where description is not null
       union all select local, field_id, text from incoming_value where ${TEXT_FIELDS}
     ) t join incoming_id n on n.local = t.local`,
  )
}

/** Indexes the texts of every issue of the store, for one that had no index. */
export async function indexAllTexts(connection: DuckDBConnection): Promise<void> {
  await index(
    connection,
    `select id as issue_id, 'summary' as field_id, summary as text from issue
     union all select id, 'description', description from issue where description is not null
     union all select issue_id, field_id, text from issue_value where ${TEXT_FIELDS}`,
  )
}

async function index(connection: DuckDBConnection, texts: string): Promise<void> {
  await connection.run(
    `create or replace temp table incoming_word as
     select issue_id, field_id, unnest(words) as word, generate_subscripts(words, 1)::integer as pos
     from (select issue_id, field_id, ${WORDS} as words from (${texts}))`,
  )
  await addTerms(connection)
  await connection.run(
    `insert into posting
     select t.id, w.field_id, w.issue_id, w.pos from incoming_word w join term t on t.word = w.word
     order by t.id, w.field_id, w.issue_id, w.pos`,
  )
}

/** Stems the words that the store did not know: the one thing of the index that the engine cannot do. */
async function addTerms(connection: DuckDBConnection): Promise<void> {
  const fresh = await connection.runAndReadAll(
    `select distinct word from incoming_word where word not in (select word from term) order by word`,
  )
  const known = await connection.runAndReadAll(`select coalesce(max(id), 0) as id from term`)
  let id = Number(known.getRowObjectsJS()[0]!.id)
  const appender = await connection.createAppender('term')
  for (const word of fresh.getColumnsJS()[0] ?? []) {
    appender.appendInteger(++id)
    appender.appendVarchar(String(word))
    appender.appendVarchar(stemOf(String(word)))
    appender.endRow()
  }
  appender.closeSync()
}
