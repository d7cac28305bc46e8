import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { columnGroups } from '../../../src/web/table/grid-header.tsx'
import { nextPosition } from '../../../src/web/table/grid-keys.ts'
import { moveBefore } from '../../../src/web/table/move-before.ts'
import { greatestOf, shareOf } from '../../../src/web/table/shading.ts'
import { decimalColumns, shownText, type TableOptions, tableModel } from '../../../src/web/table/table-model.ts'
import { changeOfView, tableViewIn } from '../../../src/web/table/table-view.ts'

const OPTIONS: TableOptions = { issues: 'Issues', keepsDates: false, fieldKind: () => 'text', emptyToken: '-' }

const HEADER = {
  headerColumns: [
    { id: 'issuekey', value: 'Key' },
    { id: 'summary', value: 'Summary' },
  ],
  groupByColumns: [],
  fieldColumns: [{ id: 'assignee', value: 'Assignee' }],
  valueColumns: [
    { id: '1', value: 'Open', isConsolidated: false },
    { id: '3', value: 'Doing', isConsolidated: false },
  ],
}

const ROW = {
  headerColumns: [
    { id: 'issuekey', value: 'WEB-1' },
    { id: 'summary', value: 'A button' },
  ],
  groupByColumns: [],
  fieldColumns: [{ id: 'assignee', value: 'Ann' }],
  currentState: [{ id: '3', value: '0.0', raw: '0' }],
  valueColumns: [
    { id: '1', value: '-' },
    { id: '3', value: '0.0', raw: '0' },
  ],
}

const LIST = {
  isAggregationType: false,
  columnsBy: 'StatusDuration',
  table: { header: HEADER, body: { rows: [ROW] } },
} as unknown as Report

describe('the table of a report', () => {
  it('distinguishes empty from 0, and marks ongoing values', () => {
    const [row] = tableModel(LIST, OPTIONS).rows
    expect(row!.issueKey).toBe('WEB-1')
    expect(row!.cells.get('1')).toMatchObject({ text: '-', raw: null, isOpen: false })
    expect(row!.cells.get('3')).toMatchObject({ text: '0.0', raw: 0, isOpen: true })
  })

  it('names transitions with an arrow, and names without visible characters with a word', () => {
    const valueColumns = ['Open -> Doing', '\u200b'].map((value, i) => ({ id: String(i), value }))
    const namesIn = (columnsBy: string) => {
      const table = { header: { ...HEADER, valueColumns }, body: { rows: [] } }
      const { values } = tableModel({ ...LIST, columnsBy, table } as unknown as Report, OPTIONS)
      return values.flatMap(({ kind, name }) => (kind === 'value' ? name : []))
    }
    expect(namesIn('Transition Count')[0]).toBe('Open → Doing')
    expect(namesIn('Status Duration')).toEqual(['Open -> Doing', '(blank)'])
  })

  it('shows months that group rows in the locale of the user, and sorts by their texts', () => {
    const texts = new Map([
      ['group.period:month', '2025-04'],
      ['group.labels', '2025-04'],
    ])
    expect(shownText({ id: 'group.period:month', kind: 'group' }, { texts })).toBe('Apr 2025')
    expect(shownText({ id: 'group.labels', kind: 'group' }, { texts })).toBe('2025-04')
  })

  it('marks percentiles of fewer than ten values', () => {
    const cells = [undefined, 1, 9, 10].map((n, i) => ({ id: String(i), value: '1', raw: '1', n }))
    const table = { ...LIST.table, body: { rows: [{ ...ROW, valueColumns: cells }] } }
    const [row] = tableModel({ ...LIST, table } as unknown as Report, OPTIONS).rows
    expect(cells.map(({ id }) => row!.cells.get(id)!.few)).toEqual([null, 1, 9, null])
  })

  it('pins the issue columns, not fields and values', () => {
    const { keys, values } = tableModel(LIST, OPTIONS)
    expect(keys.map(({ id }) => id)).toEqual(['issue.issuekey', 'issue.summary'])
    expect(values.map(({ id, kind }) => [id, kind])).toEqual([
      ['field.assignee', 'field'],
      ['1', 'value'],
      ['3', 'value'],
    ])
  })

  it('has the issue count in aggregations', () => {
    const row = { ...ROW, headerColumns: [], currentState: [], issueCount: 7 }
    const header = {
      ...HEADER,
      headerColumns: [],
      fieldColumns: [],
      groupByColumns: [{ id: 'project', value: 'Project' }],
    }
    const report = { ...LIST, isAggregationType: true, table: { header, body: { rows: [row] } } } as unknown as Report
    const model = tableModel(report, OPTIONS)
    expect(model.keys.map(({ name }) => name)).toEqual(['Project', 'Issues'])
    expect(model.rows[0]!.texts.get('issueCount')).toBe('7')
  })

  it('formats dates for the user, unless the user chose their format', () => {
    const cell = { id: '1', value: '03/Jan/24 10:00 AM', raw: '1704276000000' }
    const rows = [{ ...ROW, currentState: [], valueColumns: [cell] }]
    const report = {
      ...LIST,
      columnsBy: 'FirstTransitionToStatusDate',
      timeZone: 'Europe/Berlin',
      table: { header: HEADER, body: { rows } },
    } as unknown as Report
    const textWith = (options: object) => tableModel(report, { ...OPTIONS, ...options }).rows[0]!.cells.get('1')!.text
    expect(textWith({})).toBe('Jan 3, 2024, 11:00 AM')
    expect(textWith({ keepsDates: true })).toBe('03/Jan/24 10:00 AM')
  })

  it('groups the digits of numeric fields, not those of texts', () => {
    const fieldColumns = [
      { id: 'points', value: 'Points' },
      { id: 'external', value: 'External' },
    ]
    const values = { fieldColumns: fieldColumns.map(({ id }) => ({ id, value: '1250.5' })) }
    const table = { header: { ...HEADER, fieldColumns }, body: { rows: [{ ...ROW, ...values }] } }
    const report = { ...LIST, table } as unknown as Report
    const { texts } = tableModel(report, { ...OPTIONS, fieldKind: id => (id === 'points' ? 'number' : 'text') })
      .rows[0]!
    expect([texts.get('field.points'), texts.get('field.external')]).toEqual(['1,250.5', '1250.5'])
  })

  it('formats dates of fields for the user, not texts that look like dates', () => {
    const fields = { created: '2025-04-07 13:05', duedate: '2025-04-30', updated: '-', external: '2025-04-30' }
    const fieldColumns = Object.entries(fields).map(([id, value]) => ({ id, value }))
    const table = { header: { ...HEADER, fieldColumns }, body: { rows: [{ ...ROW, fieldColumns }] } }
    const fieldKind = (id: string) => (id === 'external' ? 'text' : 'date')
    const { texts } = tableModel({ ...LIST, table } as unknown as Report, { ...OPTIONS, fieldKind }).rows[0]!
    expect(Object.keys(fields).map(id => texts.get(`field.${id}`))).toEqual([
      ...['Apr 7, 2025, 1:05 PM', 'Apr 30, 2025', '-', '2025-04-30'],
    ])
  })

  it('has the same decimals in a column of counts, and none if all are whole', () => {
    const cells = (one: string, other: string) => [
      { id: '1', value: one, raw: one },
      { id: '3', value: other, raw: other },
    ]
    const rows = [cells('1', '2'), cells('1.5', '1250')].map(valueColumns => ({ ...ROW, valueColumns }))
    const averages = {
      isAggregationType: true,
      columnsBy: 'Status Count',
      table: { header: HEADER, body: { rows } },
    } as unknown as Report
    const shown = (report: Report, options = OPTIONS) =>
      tableModel(report, options).rows.map(({ cells }) => ['1', '3'].map(id => cells.get(id)!.text))
    expect(decimalColumns(averages)).toEqual(['1'])
    expect(shown(averages)).toEqual([
      ['1.0', '2'],
      ['1.5', '1,250'],
    ])
    const withTotals = { ...OPTIONS, decimals: new Set(['3']) }
    expect(shown(averages, withTotals)).toEqual([
      ['1.0', '2.0'],
      ['1.5', '1,250.0'],
    ])
    const durations = { ...averages, columnsBy: 'Status Duration' }
    expect(shown(durations, withTotals)[0]).toEqual(['1', '2'])
    expect(decimalColumns({ ...averages, isAggregationType: false } as Report)).toEqual([])
  })

  it('has inner and outer columns for composite reports', () => {
    const header = {
      ...HEADER,
      valueColumns: [
        { id: 'ann|1', value: 'Ann - Open', isConsolidated: false, baseHeaderId: 'ann', subHeaderId: '1' },
      ],
      baseHeader: { valueColumns: [{ id: 'ann', value: 'Ann', baseHeaderId: 'ann', isConsolidated: false }] },
      subHeader: { valueColumns: [{ id: '1', value: 'Open', baseHeaderId: 'ann', isConsolidated: false }] },
    }
    const report = { ...LIST, table: { header, body: { rows: [] } } } as unknown as Report
    expect(tableModel(report, OPTIONS).values.at(-1)).toMatchObject({ name: 'Open', above: 'Ann' })
  })
})

describe('groups', () => {
  const text = (id: string, value: string | undefined, emptyToken: string | null = '-') => {
    const row = { ...ROW, groupByColumns: [{ id, value }] }
    const report = { ...LIST, table: { header: HEADER, body: { rows: [row] } } } as unknown as Report
    return tableModel(report, { ...OPTIONS, emptyToken }).rows[0]!.texts.get(`group.${id}`)
  }

  it('have a name for issues without an assignee, whatever the report writes', () => {
    expect(text('assignee', '-')).toBe('Unassigned')
    expect(text('assignee', 'null', 'null')).toBe('Unassigned')
    expect(text('assignee', undefined, null)).toBe('Unassigned')
    expect(text('assignee', '-', '0')).toBe('-')
    expect(text('priority', '-')).toBe('-')
  })
})

describe('percentiles', () => {
  const few = (percentile: number) => {
    const row = { ...ROW, valueColumns: [{ id: '1', value: '4', raw: '4', n: 2 }] }
    const report = { ...LIST, isAggregationType: true, percentile, table: { header: HEADER, body: { rows: [row] } } }
    return tableModel(report as unknown as Report, OPTIONS).rows[0]!.cells.get('1')!.few
  }

  it('of few values say so, but a maximum needs no others', () => expect([few(85), few(100)]).toEqual([2, null]))
})

describe('shading', () => {
  const model = tableModel(
    {
      ...LIST,
      table: {
        header: HEADER,
        body: {
          rows: [
            ROW,
            {
              ...ROW,
              valueColumns: [
                { id: '1', value: '4', raw: '4' },
                { id: '3', value: '8', raw: '8' },
              ],
            },
          ],
        },
      },
    } as unknown as Report,
    OPTIONS,
  )

  const none = new Set<string>()

  it('compares with the maximum of the column, or of all', () => {
    expect(greatestOf(model, 'barsByColumn', none).get('1')).toBe(4)
    expect(greatestOf(model, 'heat', none).get('1')).toBe(4)
    expect(greatestOf(model, 'bars', none).get('1')).toBe(8)
    expect(greatestOf(model, 'heatOverAll', none).get('1')).toBe(8)
  })

  it('has no bars in finished statuses, unless all are finished', () => {
    expect([...greatestOf(model, 'bars', new Set(['3']))]).toEqual([['1', 4]])
    expect(greatestOf(model, 'heatOverAll', new Set(['3'])).get('1')).toBe(8)
    expect(greatestOf(model, 'bars', new Set(['1', '3'])).get('3')).toBe(8)
  })

  it('skips empty cells and zero', () => {
    expect([shareOf(null, 8), shareOf(0, 8), shareOf(4, 8), shareOf(4, undefined)]).toEqual([0, 0, 0.5, 0])
  })
})

describe('the table view', () => {
  it('survives a round trip through the URL', () => {
    const view = {
      sort: { column: '3', descending: true },
      shading: 'heat',
      hidden: ['1'],
      order: ['3', 'field.assignee'],
      widths: { '3': 120 },
      pinned: ['3'],
      collapsed: { isInverted: true, names: ['Bug'] },
    } as const
    const change = changeOfView(view, {}) as Record<string, string>
    expect(tableViewIn(change)).toEqual(view)
  })

  it('sorts a list by parameters of the report, from the first page', () => {
    const list = { report: 'list', startIssueIndex: '200' }
    const sort = { column: 'field.assignee', descending: true }
    expect(changeOfView({ sort }, list)).toEqual({ orderBy: 'assignee', orderDir: 'desc', startIssueIndex: null })
    expect(changeOfView({ sort: null }, list)).toEqual({ orderBy: null, orderDir: null, startIssueIndex: null })
    expect(tableViewIn({ ...list, orderBy: 'Assignee', orderDir: 'DESC' }).sort).toEqual({
      column: 'Assignee',
      descending: true,
    })
  })

  it('is the default for invalid values', () => {
    const nonsense = { 'view.table.hidden': '{', 'view.table.widths': '[1]', 'view.table.shading': 'x' }
    expect(tableViewIn(nonsense)).toEqual({
      sort: null,
      shading: 'bars',
      hidden: [],
      order: [],
      widths: {},
      pinned: [],
      collapsed: { isInverted: false, names: [] },
    })
  })
})

describe('columns', () => {
  it('move before another, or to the end', () => {
    expect(moveBefore(['a', 'b', 'c'], 'c', 'a')).toEqual(['c', 'a', 'b'])
    expect(moveBefore(['a', 'b', 'c'], 'a', null)).toEqual(['b', 'c', 'a'])
  })

  it('are grouped by their outer column', () => {
    const under = (above: string | null) =>
      ({ id: '', name: '', kind: 'value', above, historyField: null, hint: null }) as const
    expect(columnGroups([under(null), under('Ann'), under('Ann'), under('Ben')])).toEqual([
      { name: null, first: 0, count: 1 },
      { name: 'Ann', first: 1, count: 2 },
      { name: 'Ben', first: 3, count: 1 },
    ])
  })
})

describe('the keyboard in a grid', () => {
  const size = { rows: 30, columns: 5 }
  const press = (key: string, from = { row: 3, column: 2 }, ctrlKey = false) =>
    nextPosition(from, { key, ctrlKey, metaKey: false }, size)

  it('moves between cells and into the header, and stays in the grid', () => {
    expect(press('ArrowDown')).toEqual({ row: 4, column: 2 })
    expect(press('ArrowUp', { row: 0, column: 2 })).toEqual({ row: -1, column: 2 })
    expect(press('ArrowUp', { row: -1, column: 2 })).toEqual({ row: -1, column: 2 })
    expect(press('ArrowRight', { row: 3, column: 4 })).toEqual({ row: 3, column: 4 })
  })

  it('jumps with Home, End and Page keys', () => {
    expect(press('End')).toEqual({ row: 3, column: 4 })
    expect(press('Home', undefined, true)).toEqual({ row: 0, column: 0 })
    expect(press('PageDown')).toEqual({ row: 18, column: 2 })
    expect(press('x')).toBeNull()
  })
})
