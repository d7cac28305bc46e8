import { readdirSync, rmSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { aggregationReport, listReport } from '../../src/reports/table/report-schema.ts'
import type { ReportTable } from '../../src/reports/table/report-table.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { reportTypes } from '../../src/store/plan/report-types.ts'
import { csvOf, jsonOf } from '../support/collected.ts'
import { demoStore } from '../support/demo-store.ts'
import { expectGolden, readableJson, UPDATES } from '../support/golden.ts'
import { reportTable } from '../support/run-reports.ts'
import { type GoldenRequest, goldenRequests } from './requests.ts'

const folder = new URL('reports/', import.meta.url)

describe('the golden reports', () => {
  let store: Store
  beforeAll(async () => {
    store = await demoStore()
  })

  const answer = ({ endpoint, parameters }: GoldenRequest): Promise<ReportTable> =>
    reportTable(store, endpoint, String(new URLSearchParams(parameters)))

  it.each(goldenRequests)('$name is unchanged', async request => {
    const table = await answer(request)
    const json = await jsonOf(table, 'golden')
    const schema = request.endpoint === 'list' ? listReport : aggregationReport
    expect(schema.parse(json)).toEqual(json)
    const text = readableJson(json)
    expect(JSON.parse(text)).toEqual(json)
    expectGolden(new URL(`${request.name}.json`, folder), `${text}\n`)
    expectGolden(new URL(`${request.name}.csv`, folder), await csvOf(table))
  })

  it('match the requests exactly', () => {
    const wanted = new Set(goldenRequests.flatMap(({ name }) => [`${name}.csv`, `${name}.json`]))
    expect(wanted.size).toBe(2 * goldenRequests.length)
    const strays = readdirSync(folder).filter(file => !file.startsWith('.') && !wanted.has(file))
    if (UPDATES) for (const stray of strays) rmSync(new URL(stray, folder))
    else expect(strays).toEqual([])
  })

  it('have a list of every report, and an aggregation of every report except those of dates', () => {
    const responses = (endpoint: string) =>
      new Set(goldenRequests.filter(one => one.endpoint === endpoint).map(({ parameters }) => parameters.columnsBy))
    const names = Object.values(reportTypes)
    expect(responses('list')).toEqual(new Set(names.map(({ name }) => name)))
    const numeric = names.filter(({ kind }) => kind !== 'date').map(({ name }) => name)
    expect(responses('aggregation')).toEqual(new Set(numeric))
  })
})
