import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRaw, roundHalfAway } from '../../../src/core/time/decimal.ts'
import { viewFormats } from '../../../src/core/time/duration-format.ts'
import { csvTexts } from '../../../src/reports/table/to-csv.ts'
import { runs } from '../../support/sampling.ts'
import { listPlan, listTable } from './sample.ts'

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', 'a,b', 'two\r\nlines', '=1+1', ' x '))
const COLUMNS = 3
const row = fc.record({
  key: text,
  summary: text,
  values: fc.array(fc.option(fc.integer({ min: 0 })), { minLength: COLUMNS, maxLength: COLUMNS }),
})

async function csvOf(...[plan, names, rows, batch]: Parameters<typeof listTable>): Promise<string> {
  const texts: string[] = []
  for await (const part of csvTexts(listTable(plan, names, rows, batch))) texts.push(...part)
  return texts.join('')
}

describe('CSV', () => {
  it('returns every text and value to a reader of CSV', async () => {
    const plan = listPlan()
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: COLUMNS, maxLength: COLUMNS }),
        fc.array(row),
        async (names, rows) => {
          const [head, ...lines] = parse(await csvOf(plan, names, rows), { record_delimiter: '\r\n' }) as string[][]
          expect(head).toEqual(['Key', 'Summary', ...names])
          expect(lines).toEqual(
            rows.map(({ key, summary, values }) => [
              key,
              summary,
              ...values.map(value => (value === null ? '-' : String(value))),
            ]),
          )
        },
      ),
      runs(50),
    )
  })

  it('does not depend on the batches of the rows', async () => {
    const plan = listPlan()
    await fc.assert(
      fc.asyncProperty(fc.array(row), fc.integer({ min: 1, max: 5 }), async (rows, batch) => {
        const names = ['a', 'b', 'c']
        expect(await csvOf(plan, names, rows, batch)).toBe(await csvOf(plan, names, rows))
      }),
      runs(50),
    )
  })

  it('writes an apostrophe before formulas with csvSafe, but not before numbers', async () => {
    const rows = ['=1+1', '@sum', '-a', '-12.5', '+3', 'x=1'].map(summary => ({ key: 'A-1', summary, values: [] }))
    const lines = parse(await csvOf(listPlan({ csvSafe: 'true' }), [], rows)) as string[][]
    expect(lines.slice(1).map(cells => cells[1])).toEqual(["'=1+1", "'@sum", "'-a", '-12.5', '+3', 'x=1'])
  })

  it('has the bytes of a spreadsheet if requested: mark, delimiter, decimal comma and numbers', async () => {
    const sent = { viewFormat: 'days', csvBom: 'true', delimiter: 'semicolon', decimal: 'comma', durations: 'number' }
    const rows = [{ key: 'A-1', summary: '=1;2', values: [129_600_000, 1, null] }]
    expect(await csvOf(listPlan(sent), ['a', 'b', 'c'], rows)).toBe(
      '\ufeff"Key";"Summary";"a (days)";"b (days)";"c (days)"\r\n"A-1";"\'=1;2";"1,5";"0,000000011574";"-"\r\n',
    )
  })

  it.each([...viewFormats])('has durations as numbers from which the milliseconds follow: %s', async viewFormat => {
    const units = { days: 86_400_000, hours: 3_600_000, minutes: 60_000, seconds: 1000, milliseconds: 1 }
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1e15 }), async value => {
        const rows = [{ key: 'A-1', summary: '', values: [value] }]
        const [head, cells] = parse(
          await csvOf(listPlan({ viewFormat, durations: 'number' }), ['a'], rows),
        ) as string[][]
        const name = /^a \((\w+)\)$/.exec(head![2]!)![1] as keyof typeof units
        expect(name).toBe(viewFormat in units ? viewFormat : 'hours')
        const { numerator, denominator } = parseRaw(cells![2]!)
        expect(roundHalfAway(numerator * BigInt(units[name]), denominator)).toBe(BigInt(value))
      }),
      runs(30),
    )
  })

  it('writes the placeholder for empty cells', async () => {
    const rows = [{ key: 'A-1', summary: '', values: [null, 5] }]
    expect(await csvOf(listPlan({ emptyValueToken: 'Zero' }), ['a', 'b'], rows)).toBe(
      '"Key","Summary","a","b"\r\n"A-1","","0","5"\r\n',
    )
  })
})
