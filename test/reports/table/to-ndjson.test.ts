import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FileTable } from '../../../src/reports/table/file-table.ts'
import type { TableRow } from '../../../src/reports/table/report-table.ts'
import { writeFile } from '../../../src/reports/table/write-file.ts'
import { NEEDED, planned, raw } from '../../store/plan/sample.ts'
import { bytesOf, FACTS, fileTableOf } from '../../support/file-tables.ts'
import { runs } from '../../support/sampling.ts'
import { listPlan, listTable } from './sample.ts'

async function linesOf(table: FileTable): Promise<unknown[]> {
  const text = String(await bytesOf(writeFile('ndjson', [{ name: 'List', table }], FACTS)))
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line))
}

const text = fc.string({ unit: 'binary' })

describe('NDJSON', () => {
  it('has one object for each row: durations in milliseconds, and null for no value', async () => {
    const rows = [
      { key: 'WEB-1', summary: 'One', values: [90_061_000, null] },
      { key: 'WEB-2', summary: 'Two', values: [null, 0] },
    ]
    const table = await fileTableOf(listTable(listPlan({ viewFormat: 'days' }), ['Open', 'Done'], rows))
    expect(await linesOf(table)).toEqual([
      { Key: 'WEB-1', Summary: 'One', Open: 90_061_000, Done: null },
      { Key: 'WEB-2', Summary: 'Two', Open: null, Done: 0 },
    ])
  })

  it('has numbers, dates and times with their types', async () => {
    const plan = listPlan({ fields: 'duedate,created,labels,assignee', timeZone: 'Asia/Kathmandu' })
    const fields = [{ date: Date.UTC(2024, 1, 29) }, { instant: Date.UTC(2024, 1, 29, 23) }, { number: '1e-7' }, null]
    expect(await linesOf(await oneRow(plan, { fields }))).toEqual([
      {
        Key: 'WEB-1',
        Summary: 'One',
        'Due Date': '2024-02-29',
        Created: '2024-03-01T04:45:00.000+05:45',
        Labels: 1e-7,
        Assignee: null,
        Open: 1,
      },
    ])
  })

  it('has ages in milliseconds', async () => {
    const plan = listPlan({ fields: 'currentStatusAge', viewFormat: 'days' })
    const [row] = await linesOf(await oneRow(plan, { fields: [{ duration: 90_000 }] }))
    expect(row).toMatchObject({ 'Current Status Age': 90_000 })
  })

  it('has averages with their fraction, and the number of issues of a group', async () => {
    const plan = planned('aggregation', raw({ ...NEEDED, aggregationType: 'average' }))
    const cells = [{ index: 0, value: { numerator: 1_000_333n, denominator: 1000n } }]
    expect(await linesOf(await oneRow(plan, { header: [], cells, issueCount: 3 }))).toEqual([
      { 'Number Of Issues': 3, Open: 1000.333 },
    ])
  })

  it('has the instants of date reports in ISO 8601', async () => {
    const plan = listPlan({ columnsBy: 'firstTransitionToStatusDate' })
    const cells = [{ index: 0, value: { numerator: 1_000n, denominator: 1n } }]
    expect(await linesOf(await oneRow(plan, { cells }))).toEqual([
      { Key: 'WEB-1', Summary: 'One', Open: '1970-01-01T00:00:01.000Z' },
    ])
  })

  it('has the times of each column in the zone of the report, with its offset on that day', async () => {
    const plan = listPlan({ columnsBy: 'firstTransitionToStatusDate', fields: 'created', timeZone: 'Europe/Berlin' })
    const at = (text: string) => Date.parse(text)
    const rowAt = async (text: string) =>
      (
        await linesOf(
          await oneRow(plan, {
            fields: [{ instant: at(text) }],
            cells: [{ index: 0, value: { numerator: BigInt(at(text)), denominator: 1n } }],
          }),
        )
      )[0]
    for (const [utc, local] of [
      ['2024-03-31T00:59:59.999Z', '2024-03-31T01:59:59.999+01:00'],
      ['2024-03-31T01:00:00.000Z', '2024-03-31T03:00:00.000+02:00'],
      ['2024-10-27T00:30:00.000Z', '2024-10-27T02:30:00.000+02:00'],
      ['2024-10-27T01:30:00.000Z', '2024-10-27T02:30:00.000+01:00'],
    ] as const)
      expect(await rowAt(utc)).toMatchObject({ Created: local, Open: local })
  })

  it('returns every text to a reader of JSON', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ key: text, summary: text, values: fc.constant([5]) })), async rows => {
        const table = await fileTableOf(listTable(listPlan(), ['Open'], rows, 2))
        const wellFormed = rows.map(({ key, summary }) => ({ Key: key, Summary: summary, Open: 5 }))
        expect(await linesOf(table)).toEqual(wellFormed)
      }),
      runs(50),
    )
  })
})

async function oneRow(plan: ReturnType<typeof listPlan>, row: Partial<TableRow>): Promise<FileTable> {
  const sample = listTable(plan, ['Open'], [{ key: 'WEB-1', summary: 'One', values: [1] }])
  const rows = async function* () {
    for await (const batch of sample.rows()) yield batch.map(one => ({ ...one, ...row }))
  }
  return fileTableOf({ ...sample, rows })
}
