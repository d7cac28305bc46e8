import { parse as csvParse } from 'csv-parse/sync'
import Papa from 'papaparse'
import { beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '../../src/store/plan/parameters.ts'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { clause, inBoth } from './clause.ts'
import { type AggregationBody, type ListBody, type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

/** Parses a CSV with two independent parsers. */
function parsed(text: string): string[][] {
  const one = csvParse(text, { relax_column_count: false }) as string[][]
  const other = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true })
  expect(other.errors).toEqual([])
  expect(other.data).toEqual(one)
  return one
}

/** Returns the expected CSV of a report, from its JSON. */
function expected(body: ListBody | AggregationBody): string[][] {
  const { header } = body.table
  const counts = body.isAggregationType ? ['Number Of Issues'] : []
  const head = [...header.headerColumns, ...header.groupByColumns, ...header.fieldColumns].map(({ value }) => value)
  const rows = body.table.body.rows.map(row => [
    ...[...row.headerColumns, ...row.groupByColumns, ...row.fieldColumns].map(({ value }) => value ?? ''),
    ...('issueCount' in row ? [String(row.issueCount)] : []),
    ...row.valueColumns.map(({ value }) => value ?? ''),
  ])
  return [[...head, ...counts, ...header.valueColumns.map(({ value }) => value)], ...rows]
}

const NEEDED: RequestParameters = {
  historyFields: 'priority,fixVersions,customfield_11',
  dbsMetrics: '[{"name":"Lead Time","to":{"id":"6","order":"first"}}]',
  groups: 'developers,testers',
}

clause('§2.3', 'one header line and one line per row', () => {
  for (const { name, kind } of Object.values(reportTypes)) {
    const endpoints: Endpoint[] = kind === 'date' ? ['list'] : ['list', 'aggregation']
    it.each(endpoints)(`the %s of ${name} has the cells of its JSON`, async endpoint => {
      const parameters = { ...NEEDED, columnsBy: name, groupByFields: 'fixVersions', fields: 'customfield_11,created' }
      expect(parsed(await tracker.csv(endpoint, parameters))).toEqual(
        expected(await tracker.report(endpoint, parameters)),
      )
    })
  }

  inBoth('a report without rows has its header line', async endpoint => {
    const none = { dateRangeField: 'created', startDate: '2030-01-01', groupByFields: 'priority', statuses: '3' }
    const text = await tracker.csv(endpoint, none)
    const [head, ...rows] = parsed(text)
    expect(head!.at(-1)).toBe('In Progress')
    // Without issues there is no group, so no row either.
    expect(rows).toEqual([])
  })
})

clause('§2.3', 'every cell is quoted', () => {
  it('follow the order of the columns, separated by commas, with CR LF after each line', async () => {
    const text = await tracker.csv('list', { statuses: '1,3', fields: 'customfield_11' })
    expect(text).toBe(
      '"Key","Summary","Team, ""core""","Open","In Progress"\r\n' +
        '"WEB-3","=1+1,\r\n""export""","-","12.0","-"\r\n' +
        '"WEB-2","Search ""all"", = 100 %","-","48.0","216.0"\r\n' +
        '"WEB-1","Login page","core","24.0","60.0"\r\n',
    )
  })

  inBoth('is text/csv in UTF-8', async endpoint => {
    const query = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusCount', aggregationType: 'sum' }
    const { headers } = await tracker.get(endpoint, { ...query, outputType: 'csv' })
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  })

  it('a cell that a spreadsheet would run is unchanged, and gets an apostrophe with csvSafe', async () => {
    const parameters = { statuses: '3' }
    expect(parsed(await tracker.csv('list', parameters))[1]).toEqual(['WEB-3', '=1+1,\r\n"export"', '-'])
    const safe = await tracker.csv('list', { ...parameters, csvSafe: 'true' })
    // The empty token and numbers are never touched.
    expect(parsed(safe)[1]).toEqual(['WEB-3', '\'=1+1,\r\n"export"', '-'])
  })
})

clause('§2.3', 'columns of an aggregation', () => {
  it('are the groups, the number of issues, then the values', async () => {
    const text = await tracker.csv('aggregation', { groupByFields: 'priority,assignee', statuses: '6,1' })
    expect(parsed(text)).toEqual([
      ['Priority', 'Assignee', 'Number Of Issues', 'Done', 'Open'],
      ['High', 'Cyd', '1', '336.0', '12.0'],
      ['Low', 'Bob', '1', '240.0', '24.0'],
      ['Low', 'Cyd', '1', '-', '48.0'],
    ])
  })
})

clause('§2.3', 'columns of a list', () => {
  it('are the issue columns, groups, fields, then the values', async () => {
    const text = await tracker.csv('list', { groupByFields: 'priority', fields: 'status', statuses: '1' })
    expect(parsed(text)[0]).toEqual(['Key', 'Summary', 'Priority', 'Status', 'Open'])
    expect(parsed(text)[1]).toEqual(['WEB-3', '=1+1,\r\n"export"', 'High', 'Done', '12.0'])
  })
})

clause('§2.3', 'empty values', () => {
  it('use the token', async () => {
    const parameters = { statuses: '10', emptyValueToken: 'Null' }
    expect(parsed(await tracker.csv('list', parameters)).map(row => row[2])).toEqual(['Review', 'null', 'null', '12.0'])
  })
  it('have no warnings', async () => {
    expect(parsed(await tracker.csv('list', { statuses: '10', nonsense: 1 }))).toHaveLength(4)
  })
})
