import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { chartModel, largestRowsFirst } from '../../../src/web/chart/chart-model.ts'
import { suitingKind } from '../../../src/web/chart/chart-view.ts'
import { rankedModel } from '../../../src/web/table/ranked-model.ts'
import type { TableModel } from '../../../src/web/table/table-model.ts'

/** Returns an aggregation of one column with a row for each group. */
function reportOf(groupId: string, rows: readonly (readonly [group: string | undefined, issues: number])[]): Report {
  return {
    isAggregationType: true,
    columnsBy: 'Status Duration',
    table: {
      header: {
        headerColumns: [],
        fieldColumns: [],
        groupByColumns: [{ id: groupId, value: 'Group' }],
        valueColumns: [{ id: '3', value: 'Doing' }],
      },
      body: {
        rows: rows.map(([value, issueCount]) => ({
          headerColumns: [],
          fieldColumns: [],
          currentState: [],
          issueCount,
          groupByColumns: [{ id: groupId, value }],
          valueColumns: [{ id: '3', value: String(issueCount), raw: String(issueCount) }],
        })),
      },
    },
  } as unknown as Report
}

const OPTIONS = {
  all: 'All',
  withoutOpen: false,
  hasAxis: true,
  emptyToken: '-',
  arranged: (model: TableModel) => model,
}
const PRIORITY = { id: 'priority', name: 'Priority', kind: 'priority', multi: false, hasHistory: true } as const
const MONTHS = [
  ['-', 40],
  ['2025-01', 1],
  ['2025-02', 2],
] as const

describe('the data of a chart', () => {
  it('leaves issues without a date out of a time axis, and counts them', () => {
    const model = chartModel(reportOf('date:month:resolved', MONTHS), OPTIONS)
    expect([model.categories, model.rowIndexes, model.undatedIssues]).toEqual([['Jan 2025', 'Feb 2025'], [1, 2], 40])
    expect(model.series[0]!.values).toEqual([1, 2])
    expect(suitingKind(model, true)).toBe('line')
  })

  it('recognizes a missing date by the chosen text, or by its absence', () => {
    const omitted = [[undefined, 3], ...MONTHS.slice(1)] as const
    expect(chartModel(reportOf('date:month:resolved', omitted), { ...OPTIONS, emptyToken: null }).undatedIssues).toBe(3)
    const named = [['null', 4], ...MONTHS.slice(1)] as const
    expect(chartModel(reportOf('date:month:resolved', named), { ...OPTIONS, emptyToken: 'null' }).undatedIssues).toBe(4)
  })

  it('keeps all rows without a time axis', () => {
    expect(chartModel(reportOf('date:month:resolved', MONTHS), { ...OPTIONS, hasAxis: false }).categories).toHaveLength(
      3,
    )
    const model = chartModel(reportOf('priority', MONTHS), OPTIONS)
    expect([model.categories.length, model.undatedIssues, model.isOverTime]).toEqual([3, 0, false])
  })

  it('has the rows in the order of the table, with their values and their rows of the report', () => {
    const rows = ['High', 'Low', 'Highest'].map((name, i) => [name, i + 1] as const)
    const catalogue = { priorities: ['Highest', 'High', 'Low'], fields: [PRIORITY] }
    const chart = (isSorted: boolean) => {
      const arranged = (model: TableModel) => rankedModel(model, catalogue, isSorted).model
      const { categories, rowIndexes, series } = chartModel(reportOf('priority', rows), { ...OPTIONS, arranged })
      return {
        categories,
        rowIndexes,
        values: series[0]!.values,
        texts: rowIndexes.map((_, i) => series[0]!.textOf!(i)),
      }
    }
    expect(chart(false)).toEqual({
      categories: ['Highest', 'High', 'Low'],
      rowIndexes: [2, 0, 1],
      values: [3, 1, 2],
      texts: ['3', '1', '2'],
    })
    expect(chart(true).rowIndexes).toEqual([0, 1, 2])
  })

  it('is over time when grouped by the period in which time passed', () => {
    expect(chartModel(reportOf('period:month', MONTHS.slice(1)), OPTIONS).isOverTime).toBe(true)
  })
})

describe('the suiting chart', () => {
  const of = (rows: number, series: number, canAdd: boolean) =>
    suitingKind(
      {
        ...chartModel(reportOf('priority', []), OPTIONS),
        categories: Array(rows).fill('row'),
        series: Array(series).fill(null),
      },
      canAdd,
    )

  it('stacks only what adds up, and is a heat map of many other values', () => {
    expect([of(5, 8, true), of(5, 8, false), of(2, 8, false), of(1, 8, true)]).toEqual([
      'stackedBars',
      'heat',
      'bars',
      'bars',
    ])
  })
})

describe('the rows of the chart of a list', () => {
  const rowsOf = (kind: 'issue' | 'group') => {
    const cell = (raw: number | null) => ({ raw, text: '', isOpen: false, few: null })
    const rows = [
      ['A-1', 1, 900],
      ['A-2', 5, null],
      ['A-3', 3, 3],
      ['A-4', 5, 0],
    ] as const
    return {
      keys: [{ id: `${kind}.id`, name: '', kind, above: null, historyField: null, hint: null }],
      values: [],
      rows: rows.map(([issueKey, open, done], index) => ({
        index,
        issueKey,
        issueCount: null,
        texts: new Map(),
        cells: new Map([
          ['open', cell(open)],
          ['done', cell(done)],
        ]),
      })),
    }
  }
  const keysOf = ({ rows }: TableModel) => rows.map(({ issueKey }) => issueKey)

  it('begin with the largest sum, without the columns that are left out', () => {
    expect(keysOf(largestRowsFirst(rowsOf('issue'), new Set(['done'])))).toEqual(['A-2', 'A-4', 'A-3', 'A-1'])
    expect(keysOf(largestRowsFirst(rowsOf('issue'), new Set()))).toEqual(['A-1', 'A-3', 'A-2', 'A-4'])
  })

  it('stay in the order of groups', () => {
    expect(keysOf(largestRowsFirst(rowsOf('group'), new Set()))).toEqual(['A-1', 'A-2', 'A-3', 'A-4'])
  })
})
