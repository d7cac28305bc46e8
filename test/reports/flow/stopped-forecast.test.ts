import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import { flowOn } from '../../../src/reports/flow/flow.ts'
import { forecastFrom } from '../../../src/reports/flow/flow-forecast.ts'
import { backtest } from '../../../src/reports/flow/forecast-backtest.ts'
import type { Sample } from '../../../src/reports/flow/forecast-sample.ts'
import type { PlannedFlow } from '../../../src/reports/flow/planned-flow.ts'
import { createReportDeps, withSnapshot } from '../../../src/reports/report/run-report.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { emptyStore } from '../../support/store-template.ts'
import { atHour, importTiny } from '../../support/tiny-tracker.ts'

const folder = mkdtempSync(join(tmpdir(), 'sojourn-stopped-'))
;(await emptyStore()).copyTo(folder)
const store = await openStore(folder, { create: false, limits: ONE_THREAD })
await importTiny(store, ['AB-1 status Open@0'])
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const DAYS = 300

/** Returns days on which many issues finished, a different number on each. A forecast from them takes many slices. */
function busyDays(count: number): Sample {
  const counts = Array.from({ length: DAYS }, (_, i) => 100 + 3 * i)
  return { begin: 20_000 - DAYS, today: 20_000, counts, created: null, count, parts: null }
}

/** Plans a forecast, and computes something that is aborted as soon as other work has its turn. */
async function stopped<T>(compute: (flow: PlannedFlow) => Promise<T>): Promise<T> {
  const settings = { now: () => atHour(1), zone: UTC, locale: 'en-US', dateFormat: null, dateTimeFormat: null }
  const deps = createReportDeps(store, settings)
  const parameters = [
    { name: 'filterType', value: 'project', location: 'query' as const },
    { name: 'projectKey', value: 'AB', location: 'query' as const },
  ]
  const stop = new AbortController()
  return withSnapshot(deps, { caller: LOCAL_CALLER }, async whole => {
    const context = { caller: LOCAL_CALLER, signal: stop.signal }
    const flow = await flowOn(whole, { endpoint: 'forecast', parameters }, deps, context)
    setImmediate(() => stop.abort(new Error('gone')))
    return compute(flow)
  })
}

it('ends the search for a date when the request is aborted', async () => {
  await expect(stopped(flow => forecastFrom(flow, busyDays(10_000)))).rejects.toThrow('gone')
})

it('ends the search for the numbers of issues when the request is aborted', async () => {
  await expect(stopped(flow => forecastFrom(flow, busyDays(0)))).rejects.toThrow('gone')
})

it('ends the forecasts of past days when the request is aborted', async () => {
  await expect(stopped(({ plan, signal }) => backtest(plan, busyDays(0), signal))).rejects.toThrow('gone')
})
