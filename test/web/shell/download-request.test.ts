import { describe, expect, it } from 'vitest'
import { fileTypes } from '../../../src/store/plan/file-types.ts'
import type { Report } from '../../../src/web/api/report.ts'
import {
  type DownloadChoice,
  downloadParameters,
  formatsOf,
  hasMixedColumns,
  separatorsOf,
} from '../../../src/web/shell/download-request.ts'
import { catalogue } from '../builder/catalogue.ts'

const LIST = { report: 'list', columnsBy: 'statusDuration', orderBy: '3', pageSize: '25', startIssueIndex: '50' }
const GROUPS = { report: 'aggregation', columnsBy: 'statusDuration', groupByFields: 'priority', sortBy: '3' }
const CHOICE: DownloadChoice = { format: 'xlsx', delimiter: 'semicolon', decimal: 'comma', layout: 'wide' }

const COLUMNS = (...ids: string[]) => ids.map(id => ({ id, value: id }))
const REPORT = {
  isAggregationType: false,
  table: { header: { fieldColumns: COLUMNS('assignee', 'priority'), valueColumns: COLUMNS('1', '3', '6') } },
} as unknown as Report
const GROUP_REPORT = {
  isAggregationType: true,
  table: { header: { fieldColumns: [], valueColumns: COLUMNS('1', '3', '6') } },
} as unknown as Report

function parametersOf(choices: Readonly<Record<string, string>>, format: DownloadChoice['format']) {
  const report = choices.report === 'list' ? REPORT : GROUP_REPORT
  return downloadParameters(choices, { ...CHOICE, format }, report, catalogue)
}

describe('a download', () => {
  it('of a list has its order and all its pages', () => {
    expect(parametersOf({ ...LIST, show: 'chart' }, 'xlsx')).toEqual({
      columnsBy: 'statusDuration',
      orderBy: '3',
      outputType: 'XLSX',
    })
    expect(parametersOf(LIST, 'ndjson')).toMatchObject({ outputType: 'NDJSON' })
    expect(parametersOf(LIST, 'parquet')).toMatchObject({ outputType: 'PARQUET', layout: 'wide' })
    expect(parametersOf({ ...LIST, engine: 'trino' }, 'xlsx')).not.toHaveProperty('engine')
  })

  it('has the columns of the table: without hidden ones, in its order', () => {
    const arranged = {
      ...LIST,
      fields: 'assignee,priority',
      'view.table.order': '["6","field.priority","gone"]',
      'view.table.hidden': '["1"]',
    }
    const { columns, fields } = parametersOf(arranged, 'csv')
    expect([columns, fields]).toEqual(['["6","3"]', 'priority,assignee'])
    expect(hasMixedColumns(arranged, REPORT)).toBe(true)
    expect(hasMixedColumns(LIST, REPORT)).toBe(false)
    const hidden = { ...LIST, fields: 'assignee,priority', 'view.table.hidden': '["field.assignee","field.priority"]' }
    expect(parametersOf(hidden, 'csv')).toMatchObject({ columns: '["1","3","6"]' })
    expect(parametersOf(hidden, 'csv')).not.toHaveProperty('fields')
    expect(parametersOf({ ...hidden, orderBy: 'Priority' }, 'csv').fields).toBe('priority')
    expect(parametersOf({ ...GROUPS, 'view.table.hidden': '["3"]' }, 'csv')).toMatchObject({ columns: '["1","6"]' })
    expect(parametersOf(LIST, 'csv')).not.toHaveProperty('columns')
  })

  it('as CSV is safe for spreadsheets, unless the report says otherwise', () => {
    expect(parametersOf(LIST, 'csv')).toMatchObject({ outputType: 'CSV', csvSafe: 'true' })
    expect(parametersOf({ ...LIST, csvSafe: 'false' }, 'csv')).toMatchObject({ csvSafe: 'false' })
    expect(parametersOf(LIST, 'spreadsheet')).toMatchObject({
      outputType: 'CSV',
      csvSafe: 'true',
      csvBom: 'true',
      durations: 'number',
      delimiter: 'semicolon',
      decimal: 'comma',
    })
    expect(parametersOf(LIST, 'csv')).not.toHaveProperty('delimiter')
  })

  it('of an aggregation is its CSV, or a workbook with its groups', () => {
    expect(formatsOf(GROUPS, catalogue.fileFormats)).toEqual(['xlsx', 'csv', 'spreadsheet'])
    const known = fileTypes.map(({ name }) => name)
    for (const { name } of catalogue.aggregates) {
      const { outputType } = parametersOf({ ...GROUPS, aggregationType: name }, 'csv')
      expect(known).toContain(outputType)
      expect(fileTypes.find(type => type.name === outputType)!.aggregate).toBe(name)
    }
    expect(parametersOf(GROUPS, 'csv')).toMatchObject({ outputType: 'CSVAVERAGE', sortBy: '3' })
    expect(parametersOf({ ...GROUPS, aggregationType: 'sum', sortDir: 'asc' }, 'xlsx')).toEqual({
      columnsBy: 'statusDuration',
      groupByFields: 'priority',
      outputType: 'XLSX',
    })
  })

  it('for a spreadsheet has the separators of the language', () => {
    expect(separatorsOf('de-DE')).toEqual({ delimiter: 'semicolon', decimal: 'comma' })
    expect(separatorsOf('en-GB')).toEqual({ delimiter: 'comma', decimal: 'point' })
  })
})
