import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../src/access/caller.ts'
import { reportTypes } from '../../src/plan/report-types.ts'
import { distribution } from '../../src/reports/distribution.ts'
import { createReportDeps, type ReportDeps, runReport } from '../../src/reports/run-report.ts'
import type { Store } from '../../src/store/store.ts'
import { parametersOf } from '../oracle/parameters-of.ts'
import { requests } from '../oracle/requests.ts'
import { withStore } from '../oracle/world-store.ts'
import { collected } from '../support/collected.ts'
import { NOW, ZONE } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'

const SEED = 20_240_405
const REQUEST_CONTEXT = { caller: LOCAL_CALLER }

function depsOf(store: Store): ReportDeps {
  const zone = { name: ZONE.name }
  return createReportDeps(store, { now: () => NOW, zone, locale: 'en-US', dateFormat: null, dateTimeFormat: null })
}

/** Returns a quartile by plain counting, as a reference. */
function quartile(cells: readonly number[], quarters: number): number {
  const sorted = cells.toSorted((a, b) => a - b)
  const location = (quarters * (sorted.length - 1)) / 4
  const [below, above] = [sorted[Math.floor(location)]!, sorted[Math.ceil(location)]!]
  return below + (above - below) * (location - Math.floor(location))
}

describe('a distribution', () => {
  const durationsAndCounts = requests
    .filter(({ type }) => reportTypes[type].kind !== 'date')
    .map(request => ({ ...request, page: null, fields: [], orderBy: null }))
  const large = trackers.filter(({ issues }) => issues.length > 8)
  const world = fc.sample(large, { seed: SEED, numRuns: 1 })[0]!

  it('equals that of the cells of the list in each column', { timeout: 120_000 }, () =>
    withStore(world, async store => {
      let columns = 0
      for (const request of fc.sample(durationsAndCounts, { seed: SEED, numRuns: 90 })) {
        const { parameters } = parametersOf({ ...request, aggregate: null, sort: null, filters: [] })
        const list = await collected(await runReport({ endpoint: 'list', parameters }, depsOf(store), REQUEST_CONTEXT))
        const expected = list.columns.flatMap(({ id, value }, i) => {
          const cells = list.rows.flatMap(({ values }) => (values[i]!.raw === null ? [] : Number(values[i]!.raw)))
          if (cells.length === 0) return []
          const [min, lower, median, upper, max] = [0, 1, 2, 3, 4].map(n => quartile(cells, n))
          return { ...{ id, name: value, count: cells.length }, ...{ min, lower, median, upper, max } }
        })
        // The extra parameters of an aggregation have no effect.
        const spreadParameters = parametersOf({ ...request, aggregate: 'sum' }).parameters
        const { columns: actual } = await distribution(spreadParameters, depsOf(store), REQUEST_CONTEXT)
        expect(actual).toEqual(expected)
        columns += actual.length
      }
      expect(columns).toBeGreaterThan(100)
    }),
  )

  it('needs no aggregationType, and reports the errors of all other parameters', () =>
    withStore(world, async store => {
      const rawParametersOf = (all: Readonly<Record<string, string>>) =>
        Object.entries(all).map(([name, value]) => ({ name, value, location: 'query' as const }))
      const good = { filterType: 'project', projectKey: 'AB', columnsBy: 'statusCount' }
      expect(
        await distribution(rawParametersOf({ ...good, aggregationType: 'nonsense' }), depsOf(store), REQUEST_CONTEXT),
      ).toHaveProperty('columns')
      const bad = { ...good, columnsBy: 'lastTransitionFromDate', projectKey: 'NO' }
      await expect(distribution(rawParametersOf(bad), depsOf(store), REQUEST_CONTEXT)).rejects.toMatchObject({
        parameters: { messages: [expect.stringContaining('projectKey'), expect.stringContaining('columnsBy')] },
      })
    }))
})
