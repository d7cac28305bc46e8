import { beforeAll, describe, expect, it } from 'vitest'
import type { OpenExports } from '../../../src/app/exports/open-exports.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { readFileRequest } from '../../../src/store/plan/file-request.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { demoStore } from '../../support/demo-store.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { rawParameters } from '../../support/run-reports.ts'
import { cases, sample } from '../../support/sampling.ts'
import { exported, exportsOf, LOCAL, parquetRows, startOf } from './exports-world.ts'

const AT = '&asOf=2025-07-01T00:00:00Z'
const FIELDS = 'assignee,created,duedate,labels,currentStatusAge'
const METRICS = JSON.stringify([{ name: 'Build', from: { id: 'In Progress' }, to: { id: 'Done' } }])

type JsonRow = Readonly<Record<string, unknown>>

let store: Store
let exports: OpenExports
beforeAll(async () => {
  store = await demoStore()
  exports = exportsOf(store)
})

function queryOf({ name, kind, outer }: (typeof reportTypes)[keyof typeof reportTypes]): string {
  return [
    `filterType=customjql&customjql=${encodeURIComponent('project = WEB AND created >= 2025-01-01')}&columnsBy=${name}&fields=${FIELDS}&groupByFields=issuetype${AT}`,
    ...(kind === 'duration' ? ['calendar=normalHours'] : []),
    ...(outer === 'field' ? ['historyFields=priority,assignee'] : []),
    ...(outer === 'metric' ? [`dbsMetrics=${encodeURIComponent(METRICS)}`] : []),
  ].join('&')
}

/** Returns a value of a Parquet file as NDJSON has it. */
function asJson(value: unknown, type: string): unknown {
  if (value === null) return null
  if (type.startsWith('DECIMAL')) return Number(String(value))
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Date)) return value
  return type === 'DATE' ? value.toISOString().slice(0, 10) : value.toISOString()
}

async function rowsOf(query: string) {
  const { bytes } = await exported(exports, `${query}&outputType=ndjson`)
  return bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as JsonRow)
}

describe('a Parquet file', () => {
  it.each(sample('types', Object.values(reportTypes), cases(3)).map(type => [type.name, type] as const))(
    'has the exact values of %s, with their types',
    async (_, type) => {
      const expected = await rowsOf(queryOf(type))
      const wide = await parquetRows((await exported(exports, `${queryOf(type)}&outputType=parquet&layout=wide`)).path)
      expect(Object.keys(wide.types)).toEqual(Object.keys(expected[0]!))
      const shown = wide.rows.map(row =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asJson(value, wide.types[name]!)])),
      )
      expect(shown).toEqual(expected)
      const { Created, 'Due Date': due, Assignee, 'Current Status Age': _age, ...others } = wide.types
      expect([Created, due, Assignee]).toEqual(['TIMESTAMP WITH TIME ZONE', 'DATE', 'VARCHAR'])
      const values = Object.entries(others).slice(Object.keys(others).indexOf('Labels') + 1)
      expect(new Set(values.map(([, type]) => type))).toEqual(
        new Set([type.kind === 'date' ? 'TIMESTAMP WITH TIME ZONE' : 'BIGINT']),
      )
      const long = await parquetRows((await exported(exports, `${queryOf(type)}&outputType=parquet`)).path)
      const valueName = { duration: 'Milliseconds', count: 'Count', date: 'Time' }[type.kind]
      const filled = expected.flatMap(row =>
        values.flatMap(([name]) => (row[name] === null ? [] : [[row.Key, row[name]]])),
      )
      expect(long.rows.map(row => [row.Key, asJson(row[valueName], long.types[valueName]!)])).toEqual(filled)
      expect('State' in long.types).toBe(type.outer === 'metric')
    },
  )

  it('has exact averages as decimals', async () => {
    const query = `filterType=customjql&customjql=ORDER BY key&columnsBy=statusDuration&calendar=normalHours&groupByFields=project,issuetype&aggregationType=average${AT}`
    const request = (layout: 'long' | 'wide', format: 'parquet' | 'ndjson') => {
      const type = { name: 'X', format, endpoint: 'aggregation', aggregate: null } as const
      return readFileRequest(rawParameters(`${query}&layout=${layout}`), type)
    }
    const { readFileSync } = await import('node:fs')
    const expectedFile = await exports.write(request('long', 'ndjson'), LOCAL)
    const expected = readFileSync(expectedFile.path, 'utf8').trimEnd().split('\n')
    const file = await exports.write(request('wide', 'parquet'), LOCAL)
    const { types, rows } = await parquetRows(file.path)
    expect(new Set(Object.values(types))).toEqual(new Set(['VARCHAR', 'BIGINT', 'DECIMAL(38,3)']))
    expect(
      rows.map(row =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asJson(value, types[name]!)])),
      ),
    ).toEqual(expected.map(line => JSON.parse(line)))
    await Promise.all([file.release(), expectedFile.release()])
  })
})

describe('a file that would have too many columns', () => {
  const codeOf = (query: string) =>
    startOf(exports, query).then(
      () => 'ok',
      error => [error.code, error.parameters],
    )

  it('is refused before it waits', async () => {
    const { total } = await exports.list(0, 1, LOCAL)
    const values = 'filterType=project&projectKey=OPS&columnsBy=anyFieldCount&historyFields=environment'
    await store.transact(run =>
      run(
        plain(`insert into stay (project_id, issue_id, field_id, seq, value_id, value, entered_ms, left_ms, from_id, actor_id, visit_number, visit_count)
      select project_id, id, 'environment', i + 1000, 'Machine ' || i, 'Machine ' || i, created_ms + i, created_ms + i + 1, null, null, 1, 1
      from issue, range(2001) t(i) where key = 'OPS-5'`),
      ),
    )
    const refused = await codeOf(`${values}&outputType=parquet&layout=wide`)
    expect(refused).toEqual(['EXPORT_LAYOUT_TOO_WIDE', { columns: expect.any(Number), limit: 2_000 }])
    const many = JSON.stringify(
      Array.from({ length: 16_384 }, (_, i) => ({ type: 'cons', name: `Column ${i}`, statuses: ['3'] })),
    )
    const workbook = `filterType=project&projectKey=WEB&columnsBy=statusCount&statuses=${encodeURIComponent(many)}&outputType=xlsx`
    expect(await codeOf(workbook)).toEqual(['EXPORT_TOO_WIDE', { columns: 16_386, limit: 16_384 }])
    expect((await exports.list(0, 1, LOCAL)).total).toBe(total)
  })
})

describe('exports at the same time', () => {
  itDrawn('have the same content as one after the other', async () => {
    const queries = sample('concurrent types', Object.values(reportTypes), cases(2)).flatMap((type, i) =>
      ['csv', i % 2 === 0 ? 'xlsx' : 'ndjson'].map(format => `${queryOf(type)}&outputType=${format}`),
    )
    const alone: string[] = []
    for (const query of queries) alone.push((await exported(exports, query)).view.sha256!)
    const callers = queries.map((_, i) => ({ caller: { ...LOCAL.caller, login: `user${i}` } }))
    const together = await Promise.all(queries.map((query, i) => exported(exports, query, callers[i])))
    expect(together.map(({ view }) => view.sha256)).toEqual(alone)
  })
})
