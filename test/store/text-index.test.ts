import { DuckDBInstance } from '@duckdb/node-api'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stemOf, wordsOf } from '../../src/core/base/words-of.ts'
import type { FieldKind } from '../../src/core/fields/field.ts'
import { toStays } from '../../src/core/history/to-stays.ts'
import { migrations } from '../../src/store/engine/schema.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { indexAllTexts } from '../../src/store/rows/text-index.ts'
import { plain, sql, varchar } from '../../src/store/sql/sql.ts'
import { runs } from '../support/sampling.ts'
import { temporaryStore } from '../support/temporary-store.ts'
import { addIssue, smallIssue } from './small-batch.ts'

/** Returns the words of each field of an issue, in order, as indexed. */
async function indexed(store: Store, key: string): Promise<Record<string, string[]>> {
  const rows = await store.query(
    sql`select p.field_id, list(t.word order by p.pos) as words, list(p.pos order by p.pos) as locations
      from posting p join term t on t.id = p.term_id join issue i on i.id = p.issue_id
      where i.key = ${varchar(key)} group by p.field_id order by p.field_id`,
  )
  for (const { locations, words } of rows) expect(locations).toEqual((words as string[]).map((_, i) => i + 1))
  return Object.fromEntries(rows.map(({ field_id, words }) => [field_id, words as string[]]))
}

async function terms(store: Store): Promise<Record<string, string>> {
  const rows = await store.query(plain('select word, stem from term order by id'))
  expect(new Set(rows.map(({ word }) => word)).size).toBe(rows.length)
  return Object.fromEntries(rows.map(({ word, stem }) => [word, stem as string]))
}

async function recordField(store: Store, id: string, type: FieldKind): Promise<void> {
  await store.importBatch('fields', async batch =>
    batch.record([{ entity: { kind: 'field', id, name: id, type, multi: false }, authority: 'list', at: 0 }]),
  )
}

describe('the index of texts', () => {
  it('contains the words of the summary, the description and other texts in order, and nothing else', async () => {
    const store = await temporaryStore()
    await recordField(store, 'environment', 'text')
    await recordField(store, 'team', 'option')
    const value = (label: string) => [{ id: label, label }]
    await addIssue(store, 'WEB-1', {
      summary: 'The engine, the ENGINE',
      description: 'a_b 42',
      present: new Map([
        ['status', value('Open')],
        ['environment', value('Paint it blue')],
        ['team', value('Red')],
      ]),
    })
    expect(await indexed(store, 'WEB-1')).toEqual({
      summary: ['the', 'engine', 'the', 'engine'],
      description: ['a_b', '42'],
      environment: ['paint', 'it', 'blue'],
    })
  })

  it('contains the current words of a re-imported issue, once', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1', { summary: 'old engine', description: 'to go' })
    await addIssue(store, 'WEB-2', { summary: 'old door' })
    await addIssue(store, 'WEB-1', { summary: 'new engine engine' })
    expect(await indexed(store, 'WEB-1')).toEqual({ summary: ['new', 'engine', 'engine'] })
    expect(await indexed(store, 'WEB-2')).toEqual({ summary: ['old', 'door'] })
  })

  it('drops the words of an issue whose key another one took', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1', { summary: 'first' })
    await addIssue(store, 'WEB-1', { id: 'another', summary: 'second' })
    const [row] = await store.query(plain('select count(*) as postings from posting'))
    expect(Number(row!.postings)).toBe(1)
    expect(await indexed(store, 'WEB-1')).toEqual({ summary: ['second'] })
  })

  it('contains each word once, with its stem', async () => {
    const store = await temporaryStore()
    await addIssue(store, 'WEB-1', { summary: 'engines engine' })
    await addIssue(store, 'WEB-2', { summary: 'Engines break engines' })
    expect(await terms(store)).toEqual({ engine: 'engin', engines: 'engin', break: 'break' })
  })

  it('created for an existing store equals that of an import', async () => {
    const instance = await DuckDBInstance.create(':memory:')
    const connection = await instance.connect()
    for (const { statements } of migrations) for (const statement of statements) await connection.run(statement)
    await connection.run(`insert into field values ('environment', 'Environment', 'text', false, null, 1, 0, null)`)
    await connection.run(
      `insert into issue values (7, '1', 'A-1', 1, 1, null, null, null, null, null, null, null, 0, 0, null, 'one two', 'three', 0, true, 1, null, 1, null, null, null)`,
    )
    await connection.run(`insert into issue_value values (7, 'environment', 'x', 'four one', null, null)`)
    await connection.run(`insert into issue_value values (7, 'team', 'y', 'five', null, null)`)
    await indexAllTexts(connection)
    const found = await connection.runAndReadAll(
      `select p.issue_id, p.field_id, t.word, t.stem, p.pos from posting p join term t on t.id = p.term_id order by all`,
    )
    expect(found.getRowsJS()).toEqual(
      [
        ['description', 'three', 'three', 1],
        ['environment', 'four', 'four', 1],
        ['environment', 'one', 'on', 2],
        ['summary', 'one', 'on', 1],
        ['summary', 'two', 'two', 2],
      ].map(([field, word, , pos]) => [7, field, word, stemOf(String(word)), pos]),
    )
    connection.closeSync()
  })
})

/** Letters, digits and marks of many scripts, with and without case, and separators. */
const CHARACTERS = [
  ...'aAbBzZ09__ ..-,!\n\t\'"\\%*?',
  ...'ßẞéÉÅøØñŸſıİǅΐΣσςΩάΆжЖЁёԱաאبّةهनमस्तेไทย日本語ひカｶ한ㄱ',
  // Marks and letters that compose; a ligature, a Roman numeral, a fraction; letters outside the BMP.
  ...['\u0301', '\u0307', '\u0323', '\u030a', '\u1100', '\u1161', 'ﬁ', 'Ⅷ', '½', '²', '𐐀', '𐐨', '𝒜', '👍', '\u200d'],
  ...['\u00a0', '\u00ad', '\ufeff', '\u200b', 'K', 'Å', 'ᾳ', 'ᾼ', 'Ǆ', 'ŉ', 'ǰ'],
]
const texts = fc
  .array(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...CHARACTERS) }, fc.integer({ min: 1, max: 0x7ff }).map(chr)),
    {
      maxLength: 24,
    },
  )
  .map(parts => parts.join(''))

function chr(code: number): string {
  return String.fromCodePoint(code)
}

describe('the words of the index', () => {
  it('match the words of queries, in every script', async () => {
    const store = await temporaryStore()
    const all = [
      'ΛΌΓΟΣ λόγος Λόγοσ',
      'İSTANBUL istanbul ISPARTA ısparta',
      'Straße STRASSE',
      ...fc.sample(texts, runs(150)),
    ]
    await store.importBatch('texts', async batch => {
      all.forEach((summary, i) => {
        const history = smallIssue(`T-${i + 1}`, { summary })
        batch.add(
          history,
          toStays(history, () => false),
        )
      })
    })
    const rows = await store.query(
      plain(`select i.number, list(t.word order by p.pos) as words
        from posting p join term t on t.id = p.term_id join issue i on i.id = p.issue_id group by i.number`),
    )
    const found = new Map(rows.map(({ number, words }) => [Number(number), words]))
    const wrong = all.flatMap((text, i) => {
      const [expected, actual] = [wordsOf(text), found.get(i + 1) ?? []]
      return JSON.stringify(expected) === JSON.stringify(actual) ? [] : [{ text: escaped(text), expected, actual }]
    })
    expect(wrong).toEqual([])
    const stems = await terms(store)
    expect(stems).toEqual(Object.fromEntries(Object.keys(stems).map(word => [word, stemOf(word)])))
  })
})

function escaped(text: string): string {
  return text.replace(/[^ -~]/gu, letter => `\\u{${letter.codePointAt(0)!.toString(16)}}`)
}
