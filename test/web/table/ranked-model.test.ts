import { describe, expect, it } from 'vitest'
import type { Report } from '../../../src/web/api/report.ts'
import { chartModel } from '../../../src/web/chart/chart-model.ts'
import { chooseSeries } from '../../../src/web/chart/chosen-series.ts'
import { rankedModel } from '../../../src/web/table/ranked-model.ts'
import { type TableModel, type TableOptions, tableModel } from '../../../src/web/table/table-model.ts'

const FIELDS = [
  { id: 'priority', name: 'Priority', kind: 'priority', multi: false, hasHistory: true },
  { id: 'labels', name: 'Labels', kind: 'label', multi: true, hasHistory: true },
] as const

const CATALOGUE = { priorities: ['Highest', 'High', 'Medium', 'None', 'Low'], fields: FIELDS }

/** Returns a report of field values; each column has its position as its value in the only row. */
function reportOf(
  columns: readonly (readonly [field: string, id: string, name: string])[],
  columnsBy?: string,
): Report {
  const ids = columns.map(([field, id]) => ({ id: `${field}|${id}`, baseHeaderId: field, subHeaderId: id }))
  const level = (position: 0 | 1) =>
    columns.map(column => ({ id: column[position], value: position === 0 ? column[0] : column[2] }))
  const row = {
    headerColumns: [],
    groupByColumns: [],
    fieldColumns: [],
    currentState: [],
    issueCount: 3,
    valueColumns: ids.map((one, i) => ({ ...one, value: String(i), raw: String(i) })),
  }
  return {
    isAggregationType: true,
    columnsBy: columnsBy ?? 'Any Field Duration',
    table: {
      header: {
        headerColumns: [],
        groupByColumns: [],
        fieldColumns: [{ id: 'labels', value: 'Labels' }],
        valueColumns: ids.map((one, i) => ({ ...one, value: `${columns[i]![0]} - ${columns[i]![2]}` })),
        baseHeader: { valueColumns: level(0) },
        subHeader: { valueColumns: level(1) },
      },
      body: { rows: [row] },
    },
  } as unknown as Report
}

const OPTIONS: TableOptions = { issues: 'Issues', keepsDates: false, fieldKind: () => 'text', emptyToken: '-' }

const modelOf = (report: Report, isSorted = false) =>
  rankedModel(tableModel(report, OPTIONS), CATALOGUE, isSorted).model

const PRIORITIES = [
  ['priority', '2', 'High'],
  ['priority', '1', 'Highest'],
  ['priority', '4', 'Low'],
  ['priority', '3', 'Medium'],
] as const

/** Returns the shown ids and the texts of the cells in them. */
function shown({ values, rows }: TableModel) {
  const columns = values.filter(({ kind }) => kind === 'value')
  return columns.map(({ id }) => `${id} ${rows[0]!.cells.get(id)!.text}`)
}

describe('the columns of priorities', () => {
  it('are in the order of the tracker, each with its own values, also when the rows are sorted', () => {
    const ranked = ['priority|1 1', 'priority|2 0', 'priority|3 3', 'priority|4 2']
    expect(shown(modelOf(reportOf(PRIORITIES)))).toEqual(ranked)
    expect(shown(modelOf(reportOf(PRIORITIES), true))).toEqual(ranked)
    expect(shown(modelOf(reportOf(PRIORITIES, 'Any Field Count')))).toEqual(ranked)
  })

  it('are found by the name of their field too', () => {
    const named = PRIORITIES.map(([, id, name]) => ['Priority', id, name] as const)
    expect(shown(modelOf(reportOf(named)))[0]).toBe('Priority|1 1')
  })

  it('have unknown values behind the known ones, and no value at the end', () => {
    const odd = [['priority', '9', 'Blocker'], ...PRIORITIES, ['priority', '8', 'Urgent']] as const
    const report = reportOf([...odd, ['priority', '7', 'None'], ['priority', 'none', 'None']])
    const names = modelOf(report).values.map(({ id }) => id)
    expect(names).toEqual([
      ...['field.labels', 'priority|1', 'priority|2', 'priority|3', 'priority|7', 'priority|4'],
      ...['priority|9', 'priority|8', 'priority|none'],
    ])
  })

  it('stay at the place of their field between other fields', () => {
    const labels = [
      ['labels', 'Low', 'Low'],
      ['labels', 'Medium', 'Medium'],
      ['labels', 'none', 'None'],
    ] as const
    const ids = (columns: Parameters<typeof reportOf>[0]) =>
      shown(modelOf(reportOf(columns))).map(id => id.split(' ')[0])
    const ranked = ['priority|1', 'priority|2', 'priority|3', 'priority|4']
    const kept = ['labels|Low', 'labels|Medium', 'labels|none']
    expect(ids([...labels, ...PRIORITIES])).toEqual([...kept, ...ranked])
    expect(ids([...PRIORITIES, ...labels])).toEqual([...ranked, ...kept])
    const noPriority = ['priority', 'none', 'None'] as const
    expect(ids([...PRIORITIES, noPriority, ...labels])).toEqual([...ranked, 'priority|none', ...kept])
  })

  it('are not mistaken for the statuses of a user whose login is the name of the field', () => {
    const ids = PRIORITIES.map(([field, id]) => `${field}|${id}`)
    const { values } = modelOf(reportOf(PRIORITIES, 'Status Duration by Assignee'))
    expect(values.slice(1).map(({ id }) => id)).toEqual(ids)
  })

  it('are the series of a chart in the same order, with colors in that order', () => {
    const arranged = (model: TableModel) => rankedModel(model, CATALOGUE, false).model
    const options = { all: 'All', withoutOpen: false, hasAxis: true, emptyToken: '-', arranged }
    const report = reportOf(PRIORITIES)
    const model = chartModel(report, options)
    expect(model.series.map(({ id, values }) => [id, values[0]])).toEqual([
      ...[
        ['priority|1', 1],
        ['priority|2', 0],
        ['priority|3', 3],
        ['priority|4', 2],
      ],
    ])
    const view = { kind: 'bars', hidden: [], added: [], finished: new Set<string>(), done: new Set<string>() } as const
    const { listed, shown } = chooseSeries(model, report, view, false, String)
    expect(listed.map(({ series, rank }) => [series.id, rank])).toEqual([
      ...[
        ['priority|1', 2],
        ['priority|2', 3],
        ['priority|3', 0],
        ['priority|4', 1],
      ],
    ])
    expect(shown).toEqual(listed)
  })
})
