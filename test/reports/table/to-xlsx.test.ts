import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { systemFieldsById } from '../../../src/core/fields/system-fields.ts'
import { viewFormats } from '../../../src/core/time/duration-format.ts'
import type { FileFacts, FileTable, Sheet } from '../../../src/reports/table/file-table.ts'
import type { TableRow } from '../../../src/reports/table/report-table.ts'
import { writeFile } from '../../../src/reports/table/write-file.ts'
import { MAX_CELL_LENGTH } from '../../../src/reports/table/xlsx/xml-text.ts'
import type { ReportPlan } from '../../../src/store/plan/report-plan.ts'
import { NEEDED, planned, raw } from '../../store/plan/sample.ts'
import { bytesOf, FACTS, fileTableOf } from '../../support/file-tables.ts'
import { hasOpenpyxl, type ReadCell, type ReadSheet, type ReadTime, readXlsx } from '../../support/read-xlsx.ts'
import { runs } from '../../support/sampling.ts'
import { listPlan, listTable } from './sample.ts'

async function tableOf(
  plan: ReportPlan,
  rows: readonly Partial<TableRow>[],
  names: readonly string[] = ['Open', 'Done'],
): Promise<FileTable> {
  const empty: TableRow = { header: [], groups: [], fields: [], cells: [], current: [], issueCount: 1 }
  const table = listTable(plan, names, [])
  const all = rows.map(row => ({ ...empty, ...row }))
  return fileTableOf({ ...table, rowCount: all.length, rows: async function* () { yield all } }) // biome-ignore format: short
}

const written = (sheets: readonly Sheet[], facts: Partial<FileFacts> = {}): Promise<Buffer> =>
  bytesOf(writeFile('xlsx', sheets, { ...FACTS, ...facts }))
const sheetsOf = async (table: FileTable, facts: Partial<FileFacts> = {}): Promise<readonly ReadSheet[]> =>
  readXlsx(await written([{ name: 'List', table }], facts))[0]!.sheets
const listOf = async (table: FileTable, facts: Partial<FileFacts> = {}): Promise<ReadSheet> =>
  (await sheetsOf(table, facts))[0]!
/** Reads the lists of several files in one process. */
const listsOf = async (tables: readonly FileTable[], facts: Partial<FileFacts> = {}): Promise<readonly ReadSheet[]> => {
  const books: Buffer[] = []
  for (const table of tables) books.push(await written([{ name: 'List', table }], facts))
  return readXlsx(...books).map(({ sheets }) => sheets[0]!)
}
const valuesOf = (row: readonly (ReadCell | null)[]) => row.map(cell => cell?.value ?? null)
const aboutTexts = (sheets: readonly ReadSheet[]) =>
  sheets.at(-1)!.rows.map(row => valuesOf(row).filter(value => value !== null))
const whole = (value: number) => ({ numerator: BigInt(value), denominator: 1n })
const issue = (...values: number[]): Partial<TableRow> => ({
  header: ['WEB-1', 'One'],
  cells: values.map((value, index) => ({ index, value: whole(value) })),
})

const HOUR = 3_600_000
const KEEPS = 90 * HOUR

describe.skipIf(!hasOpenpyxl)('an Excel file', () => {
  it('has durations as numbers in each format', async () => {
    const cases = [
      ['hhmmss', 'Open', { kind: 'time', number: 3.75 }, '[h]:mm:ss'],
      ['ddhhmmss', 'Open', { kind: 'time', number: 3.75 }, '[h]:mm:ss'],
      ['humanReadable', 'Open', { kind: 'time', number: 3.75 }, '[h]:mm:ss'],
      ['days', 'Open (days)', 3.75, '0.0'],
      ['hours', 'Open (hours)', 90, '0.0'],
      ['minutes', 'Open (minutes)', 5400, '0.0'],
      ['seconds', 'Open (seconds)', 324_000, '0'],
      ['milliseconds', 'Open (milliseconds)', 324_000_000, '0'],
    ] as const
    expect(cases.map(([viewFormat]) => viewFormat).toSorted()).toEqual(viewFormats.toSorted())
    const tables = cases.map(([viewFormat]) => tableOf(listPlan({ viewFormat }), [issue(KEEPS)]))
    for (const [i, { rows }] of (await listsOf(await Promise.all(tables))).entries()) {
      const [viewFormat, name, value, format] = cases[i]!
      expect(rows[0]![2], viewFormat).toMatchObject({ value: name, bold: true })
      expect(rows[1]![2], viewFormat).toMatchObject({ value, format })
      expect(rows[1]![3], viewFormat).toBeNull()
    }
  })

  it('has percentiles of fewer than ten values in grey, and counts them', async () => {
    for (const [viewFormat, format] of [
      ['hhmmss', '[h]:mm:ss'],
      ['hours', '0.0'],
      ['seconds', '0'],
    ] as const) {
      const cells = [9, 10].map((count, index) => ({ index, value: whole(KEEPS), count }))
      const sheets = await sheetsOf(await tableOf(listPlan({ viewFormat }), [{ ...issue(), cells }]))
      const [few, enough] = sheets[0]!.rows[1]!.slice(2)
      expect(few, viewFormat).toMatchObject({ grey: true, format })
      expect(enough, viewFormat).not.toHaveProperty('grey')
      expect(JSON.stringify(aboutTexts(sheets))).toContain('Percentiles of fewer than 10 values are grey: 1.')
    }
  })

  it('has ages as numbers', async () => {
    const cases = [
      ['hhmmss', 'Current Status Age', { kind: 'time', number: 3.75 }, '[h]:mm:ss'],
      ['days', 'Current Status Age (days)', 3.75, '0.0'],
    ] as const
    const tables = cases.map(([viewFormat]) =>
      tableOf(listPlan({ viewFormat, fields: 'currentStatusAge' }), [
        { ...issue(KEEPS), fields: [{ duration: KEEPS }] },
      ]),
    )
    for (const [i, { rows }] of (await listsOf(await Promise.all(tables))).entries()) {
      const [viewFormat, name, value, format] = cases[i]!
      expect(rows[0]![2], viewFormat).toMatchObject({ value: name, bold: true })
      expect(rows[1]![2], viewFormat).toMatchObject({ value, format })
    }
  })

  it('has business days as numbers of business days', async () => {
    const plan = listPlan({ viewFormat: 'days' })
    const business = { ...plan, dayLength: 'businessDays' as const, format: { ...plan.format, day: 8 * HOUR } }
    const { rows } = await listOf(await tableOf(business, [issue(20 * HOUR)]))
    expect(rows.map(row => row[2]!.value)).toEqual(['Open (business days)', 2.5])
  })

  it('has a column in plain hours if Excel has no time as long as its largest value', async () => {
    const longest = 2_958_465 * 24 * HOUR
    const table = await tableOf(listPlan({ viewFormat: 'hhmmss' }), [issue(longest, longest + HOUR), issue(HOUR, HOUR)])
    const { rows } = await listOf(table)
    expect(rows.map(row => valuesOf(row.slice(2)))).toEqual([
      ['Open', 'Done (hours)'],
      [{ kind: 'time', number: 2_958_465 }, 2_958_465 * 24 + 1],
      [{ kind: 'time', number: 1 / 24 }, 1],
    ])
  })

  it('has counts as whole numbers, and averages of them with decimals', async () => {
    const list = await listOf(await tableOf(listPlan({ columnsBy: 'statusCount' }), [issue(3)]))
    expect(list.rows[1]![2]).toMatchObject({ type: 'n', value: 3, format: '0' })
    const average = planned('aggregation', raw({ ...NEEDED, columnsBy: 'statusCount', aggregationType: 'average' }))
    const cells = [{ index: 0, value: { numerator: 2500n, denominator: 1000n } }]
    const { rows } = await listOf(await tableOf(average, [{ cells, issueCount: 7 }]))
    expect(rows[0]!.map(cell => cell!.value)).toEqual(['Number Of Issues', 'Open', 'Done'])
    expect(rows[1]!.map(cell => cell && [cell.value, cell.format])).toEqual([[7, '0'], [2.5, '0.0'], null])
  })

  it('has number fields as numbers, dates as dates, and empty values as empty cells', async () => {
    const plan = listPlan({ fields: 'duedate,created,labels,assignee' })
    const fields = [
      { date: Date.UTC(2024, 1, 29) },
      { instant: Date.UTC(2024, 1, 29, 13, 5) },
      { number: '-2.50' },
      null,
    ]
    const { rows } = await listOf(await tableOf(plan, [{ ...issue(), fields }]))
    expect(rows[1]!.slice(2, 6)).toMatchObject([
      { value: { kind: 'date', date: '2024-02-29T00:00:00' }, format: '[$-409]dd"/"mmm"/"yy' },
      { value: { kind: 'date', date: '2024-02-29T13:05:00' }, format: '[$-409]dd"/"mmm"/"yy" "h":"mm" "AM/PM' },
      { type: 'n', value: -2.5 },
      null,
    ] as never)
    expect(rows[1]![5]).toBeNull()
  })

  it('has estimated and logged work in hours, also as a group', async () => {
    const named = (item: string) => ({ item, field: systemFieldsById.get(item)! })
    const fields = ['timeoriginalestimate', 'timespent', 'timeestimate'].map(named)
    const work = { number: '5400' }
    const tables = ['hhmmss', 'days'].map(viewFormat =>
      tableOf({ ...listPlan({ viewFormat }), fields }, [{ ...issue(), fields: [work, { number: '60' }, null] }], []),
    )
    for (const { rows } of await listsOf(await Promise.all(tables))) {
      expect(valuesOf(rows[0]!.slice(2))).toEqual([
        ...['Original Estimate (hours)', 'Time Spent (hours)', 'Remaining Estimate (hours)'],
      ])
      expect(rows[1]!.slice(2, 4)).toMatchObject([1.5, 1 / 60].map(value => ({ value, format: '0.0' })))
    }
    const sum = planned('aggregation', raw({ ...NEEDED, aggregationType: 'sum' }))
    const groupBy = [{ ...named('timespent'), label: 'Time Spent', unit: null }]
    const { rows } = await listOf(await tableOf({ ...sum, groupBy }, [{ groups: [work] }], []))
    expect(rows.map(([first]) => first!.value)).toEqual(['Time Spent (hours)', 1.5])
  })

  it('has instants on the clock of the zone', async () => {
    const cases = [
      ['Europe/Berlin', '2024-03-31T00:59:59.999Z', '2024-03-31T01:59:59.999000'],
      ['Europe/Berlin', '2024-03-31T01:00:00Z', '2024-03-31T03:00:00'],
      ['America/New_York', '2024-11-03T05:30:00Z', '2024-11-03T01:30:00'],
      ['America/New_York', '2024-11-03T06:30:00Z', '2024-11-03T01:30:00'],
      ['Asia/Kathmandu', '2024-12-31T18:15:00Z', '2025-01-01T00:00:00'],
      ['Pacific/Auckland', '1900-03-01T00:00:00Z', '1900-03-01T11:30:00'],
      ['UTC', '9999-12-31T23:59:59Z', '9999-12-31T23:59:59'],
    ] as const
    const tables = cases.map(([timeZone, instant]) =>
      tableOf(listPlan({ columnsBy: 'firstTransitionToStatusDate', timeZone }), [issue(Date.parse(instant))]),
    )
    const lists = await listsOf(await Promise.all(tables))
    const found = lists.map(({ rows }, i) => [...cases[i]!.slice(0, 2), (rows[1]![2]!.value as ReadTime).date])
    expect(found).toEqual(cases)
    expect(lists.map(({ rows }) => (rows[1]![2]!.value as ReadTime).kind)).toEqual(cases.map(() => 'date'))
  })

  it('has dates that Excel does not have as texts, with a warning', async () => {
    const plan = listPlan({ fields: 'duedate,created', dateFormat: 'yyyy-MM-dd', timeZone: 'Asia/Tokyo' })
    const fields = [{ date: Date.UTC(1900, 1, 28) }, { instant: Date.parse('9999-12-31T20:00:00Z') }]
    const sheets = await sheetsOf(await tableOf(plan, [{ ...issue(), fields }]))
    expect(valuesOf(sheets[0]!.rows[1]!)).toContain('1900-02-28')
    expect(sheets[0]!.rows[1]!.slice(2, 4).map(cell => cell!.format)).toEqual(['@', '@'])
    expect(aboutTexts(sheets)).toContainEqual([
      'Excel has dates from March 1900 to the year 9999. Other dates, written as texts: 2.',
    ])
  })

  it('has plain dates if the pattern has no equivalent, with a warning', async () => {
    const plan = listPlan({ fields: 'duedate', dateFormat: "yyyy-'W'ww" })
    const sheets = await sheetsOf(await tableOf(plan, [{ ...issue(), fields: [{ date: Date.UTC(2024, 0, 1) }] }]))
    expect(sheets[0]!.rows[1]![2]).toMatchObject({ value: { date: '2024-01-01T00:00:00' }, format: 'yyyy-mm-dd' })
    expect(aboutTexts(sheets).flat().join()).toContain('Excel cannot show dates in the requested format')
  })

  it('keeps texts that look like numbers as texts, also when somebody edits the cell', async () => {
    const texts = ['4.10', '007', '1e5', '1/2', 'TRUE', '0123456789012345678901', '1'.repeat(255)]
    const plan = listPlan({ fields: 'assignee' })
    const rows = [...texts, '1'.repeat(256)].map((text, i) => ({ header: [`K-${i}`, text], fields: [text] }))
    const cells = (await listOf(await tableOf(plan, rows, []))).rows.slice(1).map(row => row[2]!)
    expect(cells.map(({ value }) => value)).toEqual([...texts, '1'.repeat(256)])
    expect(cells.map(({ format }) => format)).toEqual([...texts.map(() => '@'), 'General'])
  })

  it('returns hostile texts as texts, without the characters that XML forbids', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '12', 'TRUE', '#N/A', '_x0041_', '_x005F_x0041_', ']]>'),
      fc.constantFrom(
        '\ud800',
        '\udc00x',
        'a\ud83d',
        '😀',
        '\u0000\u0007\u001b',
        '\ufffe\uffff',
        '\r\n',
        '\n',
        ' x ',
        '&amp;',
      ),
    )
    const plan = listPlan({ fields: 'assignee' })
    const samples = fc.sample(fc.record({ key: hostile, summary: hostile, field: hostile, name: hostile }), runs(200))
    const rows = samples.map(({ key, summary, field }) => ({ header: [`K${key}`, summary], fields: [field] }))
    const sheet = await listOf(await tableOf(plan, rows, []))
    const types = new Set(sheet.rows.flat().map(cell => cell?.type ?? 's'))
    expect([...types].every(type => type === 's' || type === 'inlineStr')).toBe(true)
    expect(sheet.rows.slice(1).map(valuesOf)).toEqual(
      rows.map(({ header, fields }) => [...header, ...fields].map(text => allowedIn(text) || null)),
    )
  })

  it('cuts a text at the limit of a cell, but not within a character, with a warning', async () => {
    const limit = MAX_CELL_LENGTH
    const long = ['a'.repeat(limit), 'b'.repeat(limit + 1), `${'c'.repeat(limit - 1)}😀`]
    const sheets = await sheetsOf(
      await tableOf(
        listPlan(),
        long.map(text => ({ header: ['WEB-1', text] })),
      ),
    )
    expect(sheets[0]!.rows.slice(1).map(row => row[1]!.value)).toEqual([
      'a'.repeat(limit),
      'b'.repeat(limit),
      'c'.repeat(limit - 1),
    ])
    expect(aboutTexts(sheets)).toContainEqual(['Texts that were cut at 32,767 characters, the limit of a cell: 2.'])
  })

  it('keeps the header and the key in view, has a filter, and columns as wide as their texts', async () => {
    const rows = [{ ...issue(KEEPS), header: ['WEB-1', 'x'.repeat(30)] }, { header: ['WEB-2', 'y'.repeat(500)] }]
    const sheet = await listOf(await tableOf(listPlan({ viewFormat: 'hhmmss' }), rows, ['Open', '漢字漢字漢字漢字']))
    expect(sheet).toMatchObject({ frozen: 'B2', filter: 'A1:D3', widths: [8, 60, 10, 20] })
    expect(sheet.rows[0]!.every(cell => cell!.bold)).toBe(true)
  })

  it('keeps only the header in view if rows have no key', async () => {
    const plan = planned('aggregation', raw({ ...NEEDED, aggregationType: 'sum' }))
    expect(await listOf(await tableOf(plan, [{ issueCount: 2 }]))).toMatchObject({ frozen: 'A2', filter: 'A1:C2' })
  })

  it('is printed in landscape, one page wide, with the header on each page', async () => {
    const [list, about] = await sheetsOf(await tableOf(listPlan(), [issue(KEEPS)]))
    expect(list!.print).toEqual({ orientation: 'landscape', pages: [1, 0], repeated: '$1:$1' })
    expect(about!.print).toEqual({ orientation: 'landscape', pages: [1, 0], repeated: null })
  })

  it('links keys to the tracker of their project if its address is known', async () => {
    const headers = [['OPS-1', 'Other'], ['NO-1', 'None'], ['Ä&"-2', 'Two']] // biome-ignore format: short
    const table = await tableOf(listPlan(), [issue(), ...headers.map(header => ({ header }))])
    const links = async (facts: Partial<FileFacts>) => (await listOf(table, facts)).rows.map(row => row[0]!.link)
    const [jira, other] = ['https://jira.example.org/jira', 'https://other.example.org']
    expect(
      await links({
        addresses: new Map([
          ['WEB', jira],
          ['OPS', other],
          ['Ä&"', jira],
        ]),
      }),
    ).toEqual([
      ...[undefined, `${jira}/browse/WEB-1`, `${other}/browse/OPS-1`, undefined],
      `${jira}/browse/%C3%84%26%22-2`,
    ])
    expect(await links({})).toEqual(Array(5).fill(undefined))
  })

  it('describes itself on the sheet About', async () => {
    const long = 'q'.repeat(MAX_CELL_LENGTH + 1)
    const parameters = [
      { name: 'columnsBy', value: 'statusDuration' },
      { name: 'customjql', value: long },
    ]
    const table = await tableOf(listPlan({ viewFormat: 'days', timeZone: 'Asia/Tokyo', asOf: '2024-02-29' }), [issue()])
    const [list, about, ...others] = await sheetsOf(
      { ...table, issueCount: 9, repairedCount: 2 },
      { parameters, warnings: ['Careful.'] },
    )
    expect([list!.name, about!.name, ...others]).toEqual(['List', 'About'])
    const date = { kind: 'date', number: 45351, date: '2024-02-29T00:00:00' }
    expect(about!.rows.map(row => valuesOf(row).filter(value => value !== null))).toEqual([
      ['Report', 'Status Duration'],
      ['Query', 'project = "WEB" ORDER BY key DESC'],
      ['As of', date],
      ['Time zone', 'Asia/Tokyo'],
      ['Calendar', expect.any(String)],
      ['Length of a day', '24 hours'],
      ['Durations', 'Numbers of days'],
      ['Issues', 9],
      ['Issues with a repaired history', 2],
      ['Rows of List', 1],
      ['Sojourn', 'test'],
      [],
      ['Parameters'],
      ['columnsBy', 'statusDuration'],
      ['customjql', 'q'.repeat(MAX_CELL_LENGTH)],
      ['q'],
      [],
      ['Warnings'],
      ['Careful.'],
    ])
  })

  it('has a sheet for each table first, so that readers of one sheet get the data', async () => {
    const sum = await tableOf(planned('aggregation', raw({ ...NEEDED, aggregationType: 'sum' })), [{ issueCount: 1 }])
    const list = await tableOf(listPlan(), [])
    const [book] = readXlsx(
      await written([
        { name: 'List', table: list },
        { name: 'Sum', table: sum },
      ]),
    )
    expect(book!.active).toBe('List')
    expect(book!.sheets.map(({ name, rows }) => [name, rows.length])).toEqual([
      ['List', 1],
      ['Sum', 2],
      ['About', expect.any(Number)],
    ])
  })
})

describe('an Excel file', () => {
  it('is refused if it has more columns than a sheet', async () => {
    const names = Array.from({ length: 16_383 }, (_, i) => `Status ${i}`)
    const refused = written([{ name: 'List', table: await tableOf(listPlan(), [], names) }])
    await expect(refused).rejects.toMatchObject({
      code: 'EXPORT_TOO_WIDE',
      parameters: { columns: 16_385, limit: 16_384 },
    })
    await expect(refused).rejects.toThrow('layout=long')
    await written([{ name: 'List', table: await tableOf(listPlan(), [], names.slice(1)) }])
  })

  it('has the same bytes for the same table, in every batch of rows', async () => {
    const rows = Array.from({ length: 2500 }, (_, i) => ({ key: `WEB-${i}`, summary: 'x', values: [i, null] }))
    const bytes = async (batch: number) =>
      written([{ name: 'List', table: await fileTableOf(listTable(listPlan(), ['Open', 'Done'], rows, batch)) }])
    const one = await bytes(2500)
    expect((await bytes(7)).equals(one)).toBe(true)
    expect((await bytes(1100)).equals(one)).toBe(true)
  })

  it('stops reading the rows when it is aborted, or closed by its reader', async () => {
    let isClosed = false
    let close: (() => void) | undefined
    const rows = async function* () {
      try {
        for (;;) yield [{ header: ['A', 'B'], groups: [], fields: [], cells: [], current: [], issueCount: 1 }]
      } finally {
        isClosed = true
        close?.()
      }
    }
    const table = { ...listTable(listPlan(), [], []), largest: [], rows }
    const aborted = AbortSignal.abort(new Error('enough'))
    await expect(bytesOf(writeFile('xlsx', [{ name: 'List', table }], FACTS, aborted))).rejects.toThrow('enough')
    expect(isClosed).toBe(true)
    const closed = new Promise<void>(resolve => {
      close = resolve
    })
    let parts = 0
    for await (const _ of writeFile('xlsx', [{ name: 'List', table }], FACTS)) if (++parts === 3) break
    await closed
  })

  it('fails with the error of its rows', async () => {
    const rows = async function* () {
      yield []
      throw new Error('unreadable')
    }
    const table = { ...listTable(listPlan(), [], []), largest: [], rows }
    await expect(written([{ name: 'List', table }])).rejects.toThrow('unreadable')
  })
})

/** Returns a text as openpyxl reads it: without forbidden characters. It leaves escapes of the form _x005F_ as they are. */
function allowedIn(text: string): string {
  return [...text]
    .filter(one => /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd]$/.test(one) || one.length === 2)
    .join('')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
}
