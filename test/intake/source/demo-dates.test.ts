import { createReadStream } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { demoLastDay, demoWeeks, movedDates } from '../../../src/intake/source/demo-dates.ts'
import { unzipped } from '../../../src/intake/source/unzipped.ts'
import { runs } from '../../support/sampling.ts'

const DAY = 86_400_000
const DEMO = new URL('../../../assets/demo/issues.jsonl.gz', import.meta.url)

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all).toString('utf8')
}

const moved = (text: string, weeks: number, size = 7) => textOf(movedDates(inChunks(Buffer.from(text), size), weeks))

describe('the dates of the demo', () => {
  it('move by whole weeks, so that the last day is at most six days before the wanted one', () => {
    expect(demoLastDay(demoWeeks(Date.parse('2025-06-30T00:00:00Z')))).toBe('2025-06-30')
    expect(demoWeeks(Date.parse('2025-07-06T23:59:59Z'))).toBe(0)
    expect(demoWeeks(Date.parse('2025-06-29T23:59:59Z'))).toBe(-1)
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2100, 0) }), until => {
        const last = Date.parse(`${demoLastDay(demoWeeks(until))}T00:00:00Z`)
        expect(new Date(last).getUTCDay()).toBe(1)
        expect(until - last).toBeGreaterThanOrEqual(0)
        expect(until - last).toBeLessThan(7 * DAY)
      }),
      runs(100),
    )
  })

  it('move in times, days and texts, wherever a chunk ends', async () => {
    const text =
      '{"created":"2024-12-30T04:29:49.313+0000","duedate":"2025-01-02","name":"Petra Nováková"}\n' +
      '{"sprint":"startDate=2024-02-26T09:30:00.000Z,x","from":"2024-05-06 00:00:00.0","id":"120240101-11-111"}'
    const expected =
      '{"created":"2025-01-06T04:29:49.313+0000","duedate":"2025-01-09","name":"Petra Nováková"}\n' +
      '{"sprint":"startDate=2024-03-04T09:30:00.000Z,x","from":"2024-05-13 00:00:00.0","id":"120240101-11-111"}'
    for (const size of [1, 3, 64, 1000]) expect(await moved(text, 1, size)).toBe(expected)
    expect(await moved(await moved(text, 73), -73)).toBe(text)
  })

  it('are all dates of the export, and nothing else of it', async () => {
    const [before, after] = await Promise.all([
      textOf(unzipped(createReadStream(DEMO))),
      textOf(movedDates(unzipped(createReadStream(DEMO)), 52)),
    ])
    const years = (text: string) => new Set(text.match(/20\d\d(?=-\d\d-\d\d)/g))
    expect([...years(before)].sort()).toEqual(['2024', '2025'])
    expect([...years(after)].sort()).toEqual(['2025', '2026'])
    const shape = (text: string) => text.replace(/20\d\d-\d\d-\d\d/g, 'DATE')
    expect(shape(after) === shape(before)).toBe(true)
  })
})
