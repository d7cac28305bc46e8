import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { reportBody, textOf } from '../../../src/reports/report/report-body.ts'
import { createReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import type { Endpoint } from '../../../src/store/plan/parameters.ts'
import { DEMO_END, demoFolder } from '../../support/demo-store.ts'

/** Too little memory for a row per issue and column. */
const LITTLE = { memoryMegabytes: 100, temporaryMegabytes: 1 }

const folder = mkdtempSync(join(tmpdir(), 'sojourn-columns-'))
let store: Store
beforeAll(async () => {
  await demoFolder(join(folder, 'store'))
  store = await openStore(join(folder, 'store'), { create: false, limits: LITTLE })
}, 120_000)
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const STATUSES = ['1', '3', '10002']

/** Reads a report on the demo with `count` consolidated columns, each with one of three statuses. */
async function columnsOf(endpoint: Endpoint, count: number, own: Readonly<Record<string, string>>): Promise<string> {
  const columns = Array.from({ length: count }, (_, i) => ({
    type: 'cons',
    name: `Column ${i}`,
    statuses: [STATUSES[i % STATUSES.length]],
  }))
  const common = { filterType: 'project', projectKey: 'WEB', columnsBy: 'statusDuration', calendar: 'normalHours' }
  const values = { ...common, ...own, outputType: 'csv', statuses: JSON.stringify(columns) }
  const parameters = Object.entries(values).map(([name, value]) => ({ name, value, location: 'body' as const }))
  const formats = { zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, { ...formats, now: () => Date.parse(DEMO_END) })
  return textOf(await reportBody(await runReport({ endpoint, parameters }, deps, { caller: LOCAL_CALLER }), '1'))
}

/** Returns the value cells of a CSV line after the first `skipped` cells. */
function valuesOf(line: string, skipped: number): string[] {
  return line.slice(1, -1).split('","').slice(skipped)
}

describe('a report with many columns of few statuses', () => {
  it.each(['average', 'median'])(
    'needs no more memory as an %s than one with few',
    { timeout: 120_000 },
    async type => {
      const own = { aggregationType: type, groupByFields: 'issuetype' }
      const few = (await columnsOf('aggregation', STATUSES.length, own)).split('\r\n').slice(1, -1)
      const many = (await columnsOf('aggregation', 19_000, own)).split('\r\n').slice(1, -1)
      expect(many.length).toBeGreaterThan(1)
      for (const [row, line] of many.entries()) {
        const values = valuesOf(line, 2)
        const expected = valuesOf(few[row]!, 2)
        expect(values).toHaveLength(19_000)
        expect(values).toEqual(values.map((_, i) => expected[i % STATUSES.length]))
      }
    },
  )

  it('needs no more memory as a list than with few columns', { timeout: 120_000 }, async () => {
    const few = (await columnsOf('list', STATUSES.length, {})).split('\r\n').slice(1, -1)
    const many = (await columnsOf('list', 2_000, {})).split('\r\n').slice(1, -1)
    expect(many).toHaveLength(200)
    for (const [row, line] of many.entries()) {
      const values = valuesOf(line, -2_000)
      const expected = valuesOf(few[row]!, -STATUSES.length)
      expect(values.every((value, i) => value === expected[i % STATUSES.length])).toBe(true)
    }
  })
})
