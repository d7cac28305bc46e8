import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bigint, bigints, double, joinSql, sql, varchar, varchars } from '../../src/store/sql/sql.ts'
import { statementOf } from '../../src/store/trino/statement.ts'
import { cases, SEED } from '../support/sampling.ts'
import { rowsOf } from './trino-of-store.ts'

const STRINGS = cases(100_000)
/** As many as a statement may have. */
const PART = 1000

/** Pieces that have a meaning in some SQL, JSON or text encoding. */
const PIECES = [
  ...["'", "''", "'''", '"', '\\', "\\'", '\\\\', '`', ';', '--', '/*', '*/', '#', '?', '??', '$1', ':x', '%', '_'],
  ...['\0', '\x01', '\x1a', '\x1b', '\x7f', '\b', '\t', '\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\ufeff'],
  ...['\ud800', '\udc00', '\udfff', '😀', '\u{10ffff}', 'é', 'e\u0301', 'ß', 'İ', '中', '\u202e', '\u200b', '\ufffd'],
  ...['U&', "U&'\\0041'", "x'41'", 'null', "' or 1=1 --", "') as u(x)); drop table issue; --", '\\u0000', '\\u0027'],
  ...['{"a":', '[', ']', '{', '}', ',', '$', '{ENV:PATH}', '%00', '&apos;', '&#39;', ' ', '  ', ''],
]

const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map(pieces => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map(codes => String.fromCharCode(...codes)),
)

/** Returns a text without lone surrogates, which UTF-8 does not have. */
const wellFormed = (text: string) => Buffer.from(text, 'utf8').toString('utf8')

describe('values in statements', () => {
  const texts = fc.sample(hostile, { seed: SEED, numRuns: STRINGS })

  it(`come back as they were: ${STRINGS} hostile texts, one literal each`, async () => {
    for (let from = 0; from < texts.length; from += PART) {
      const part = texts.slice(from, from + PART)
      const rows = joinSql(
        part.map((text, i) => sql`(${bigint(from + i)}, ${varchar(text)})`),
        ', ',
      )
      const found = await rowsOf(statementOf(sql`select * from (values ${rows}) as v(n, t) order by n`))
      expect(found).toEqual(part.map((text, i) => [from + i, wellFormed(text)]))
    }
  })

  it(`come back as they were: ${STRINGS} hostile texts, in lists`, async () => {
    for (let from = 0; from < texts.length; from += 10 * PART) {
      const part = texts.slice(from, from + 10 * PART)
      const found = await rowsOf(
        statementOf(sql`select t from unnest(${varchars(part)}) with ordinality as u(t, n) order by n`),
      )
      expect(found).toEqual(part.map(text => [wellFormed(text)]))
    }
  })

  it('come back as they were: numbers at their limits', async () => {
    const integers = [0n, -1n, 2n ** 31n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)]
    const found = await rowsOf(
      statementOf(sql`select x from unnest(${bigints(integers)}) with ordinality as u(x, n) order by n`),
    )
    expect(found.map(([value]) => BigInt(value as string))).toEqual(integers)
    for (const number of [0, -0.1, 1e-300, 1.7976931348623157e308, 5e-324, 0.1 + 0.2]) {
      expect(await rowsOf(statementOf(sql`select ${double(number)} as x`))).toEqual([[number]])
    }
  })
})
