import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { LOCAL_CALLER } from '../../../src/access/permissions/caller.ts'
import { percentileInterval } from '../../../src/core/measure/order-statistics.ts'
import { percentileOf } from '../../../src/core/measure/percentile.ts'
import { distribution } from '../../../src/reports/report/distribution.ts'
import { createReportDeps, type ReportDeps, runReport } from '../../../src/reports/report/run-report.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { reportTypes } from '../../../src/store/plan/report-types.ts'
import { parametersOf } from '../../oracle/parameters-of.ts'
import { listGroups, requests } from '../../oracle/requests.ts'
import { worldStore } from '../../oracle/world-store.ts'
import { collected } from '../../support/collected.ts'
import { cases, DEPTH } from '../../support/sampling.ts'
import { NOW, ZONE } from '../../support/tracker-world.ts'
import { trackers } from '../../support/trackers.ts'

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

/** Returns the numbers of cells in bins of equal width by plain counting, as a reference. */
function counts(cells: readonly number[], wanted: number): number[] {
  const [min, max] = [Math.min(...cells), Math.max(...cells)]
  const values = max - min + 1
  const bins = Math.min(wanted, values)
  return Array.from({ length: bins }, (_, bin) => {
    const isInBin = (cell: number) => Math.floor(((cell - min) * bins) / values) === bin
    return cells.filter(isInBin).length
  })
}

describe('a distribution', () => {
  const durationsAndCounts = requests
    .filter(({ type }) => reportTypes[type].kind !== 'date')
    .map(request => ({
      ...request,
      page: null,
      fields: [],
      orderBy: null,
      percentiles: [],
      groupBy: listGroups(request),
    }))
  const large = trackers.filter(({ issues }) => issues.length > 8)
  const world = fc.sample(large, { seed: SEED, numRuns: 1 })[0]!
  let store: Store
  beforeAll(async () => {
    store = await worldStore(world)
  })

  it('equals that of the cells of the list in each column, with their percentiles, bins and values', async () => {
    let columns = 0
    const extras = { percentiles: '1,50,85,100', bins: '7', values: 'true' }
    for (const request of fc.sample(durationsAndCounts, { seed: SEED, numRuns: cases(45) })) {
      const { parameters } = parametersOf({ ...request, aggregate: null, sort: null, filters: [] })
      const list = await collected(await runReport({ endpoint: 'list', parameters }, depsOf(store), REQUEST_CONTEXT))
      const expected = list.columns.flatMap(({ id, value }, i) => {
        const cells = list.rows.flatMap(({ values }) => (values[i]!.raw === null ? [] : Number(values[i]!.raw)))
        if (cells.length === 0) return []
        const [min, lower, median, upper, max] = [0, 1, 2, 3, 4].map(n => quartile(cells, n))
        return { id, name: value, count: cells.length, min, lower, median, upper, max }
      })
      // The extra parameters of an aggregation have no effect.
      const spreadParameters = parametersOf({ ...request, aggregate: 'sum' }).parameters
      const { columns: actual } = await distribution(spreadParameters, depsOf(store), REQUEST_CONTEXT)
      expect(actual).toEqual(expected)

      const others = Object.entries(extras).map(([name, value]) => ({ name, value, location: 'query' as const }))
      const all = await distribution([...spreadParameters, ...others], depsOf(store), REQUEST_CONTEXT)
      expect(all.columns.map(({ percentiles, bins, values, ...column }) => column)).toEqual(expected)
      for (const { id, percentiles, bins, values } of all.columns) {
        const i = list.columns.findIndex(column => column.id === id)
        const cells = list.rows
          .flatMap(row => (row.values[i]!.raw === null ? [] : [Number(row.values[i]!.raw)]))
          .sort((a, b) => a - b)
        expect(values).toEqual(cells)
        for (const [percent, found] of Object.entries(percentiles!)) {
          const { lower, upper } = percentileInterval(Number(percent), cells.length)
          expect(found).toEqual({
            value: percentileOf(cells, Number(percent)),
            lower: lower === null ? null : cells[lower - 1],
            upper: upper === null ? null : cells[upper - 1],
            isMaximum: cells.length * (100 - Number(percent)) < 100,
          })
        }
        expect(bins!.map(({ count }) => count)).toEqual(counts(cells, 7))
        columns++
      }
    }
    expect(columns).toBeGreaterThan(cases(20))
  })

  it('has bins of equal width that contain each cell once', async () => {
    const found = { perValue: 0, single: 0, wider: 0 }
    const onlyCounts = durationsAndCounts.filter(({ type }) => reportTypes[type].kind === 'count')
    const sampled = [durationsAndCounts, onlyCounts].flatMap(all =>
      fc.sample(all, { seed: SEED + 2, numRuns: cases(18) }),
    )
    for (const [i, request] of sampled.entries()) {
      const wanted = [1, 2, 3, 10, 37, 100][i % 6]!
      const { parameters } = parametersOf({ ...request, aggregate: 'sum', sort: null, filters: [] })
      const others = Object.entries({ bins: String(wanted), values: 'true' })
      const { columns } = await distribution(
        [...parameters, ...others.map(([name, value]) => ({ name, value, location: 'query' as const }))],
        depsOf(store),
        REQUEST_CONTEXT,
      )
      for (const { bins, values, count, min, max } of columns) {
        const widths = bins!.map(({ from, to }) => to - from)
        expect(Math.min(...widths)).toBeGreaterThanOrEqual(1)
        expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
        expect(bins![0]!.from).toBe(min)
        expect(bins!.slice(1).map(({ from }) => from)).toEqual(bins!.slice(0, -1).map(({ to }) => to))
        expect(bins!.at(-1)!.to).toBe(max + 1)
        expect(bins).toHaveLength(Math.min(wanted, max - min + 1))
        expect(bins!.reduce((sum, bin) => sum + bin.count, 0)).toBe(count)
        expect(bins!.map(bin => bin.count)).toEqual(counts(values!, wanted))
        for (const { from, to, count } of bins!)
          expect(count).toBe(values!.filter(value => from <= value && value < to).length)
        if (max === min) found.single++
        else if (max - min + 1 < wanted) found.perValue++
        else found.wider++
      }
    }
    // Few requests may have none of a kind.
    if (DEPTH >= 1) for (const [kind, columns] of Object.entries(found)) expect(columns, kind).toBeGreaterThan(0)
  })

  it('names all wrong parameters', async () => {
    const all = { projectKey: 'NO', bins: '101', values: 'maybe', percentiles: '0', columnsBy: 'statusCount' }
    const parameters = Object.entries({ filterType: 'project', ...all }).map(([name, value]) => ({
      name,
      value,
      location: 'query' as const,
    }))
    await expect(distribution(parameters, depsOf(store), REQUEST_CONTEXT)).rejects.toMatchObject({
      parameters: {
        messages: [
          "ERROR: bins '101' is not possible. Allowed: whole numbers from 1 to 100.",
          "ERROR: values 'maybe' is not possible. Allowed: true or false.",
          expect.stringContaining('projectKey'),
          expect.stringContaining('percentiles'),
        ],
      },
    })
  })

  describe('that ignores parameters', () => {
    const rawParametersOf = (all: Readonly<Record<string, string>>) =>
      Object.entries({ filterType: 'project', projectKey: 'AB', columnsBy: 'statusDuration', ...all }).map(
        ([name, value]) => ({ name, value, location: 'query' as const }),
      )
    const at = { calendar: '0', dayLength: '24HourDays' }
    const noEffect = (names: string) =>
      names.split(' ').map(name => `${name} was ignored: it has no effect on distributions.`)

    it('names those that have no effect on distributions', async () => {
      const ignored = {
        aggregationType: 'nonsense',
        outputType: 'csv',
        averageDenominator: 'rowCount',
        viewFormat: 'days',
        dateFormat: 'yyyy',
        dateTimeFormat: 'yyyy',
        sortBy: '20',
        sortDir: 'asc',
        filters: '[]',
        emptyValueToken: 'Zero',
        groupByFields: 'issuetype,period:month',
        csvSafe: 'true',
        csvBom: 'true',
        delimiter: 'tab',
        decimal: 'comma',
        durations: 'number',
        columnNames: 'id',
        engine: 'duckdb',
        percentile: '85',
      }
      const plain = await distribution(rawParametersOf(at), depsOf(store), REQUEST_CONTEXT)
      expect(plain.columns.length).toBeGreaterThan(0)
      expect(plain).not.toHaveProperty('warnings')
      const answer = await distribution(rawParametersOf({ ...at, ...ignored }), depsOf(store), REQUEST_CONTEXT)
      expect(answer).toEqual({ ...plain, warnings: noEffect(Object.keys(ignored).join(' ')) })
    })

    it('names those without effect on the report, those of lists, and unknown ones', async () => {
      const all = { calendar: 'normalHours', pageSize: '5', wombat: '1', columnsBy: 'statusCount', bins: '3' }
      const { warnings } = await distribution(rawParametersOf(all), depsOf(store), REQUEST_CONTEXT)
      expect(warnings).toEqual([
        'pageSize was ignored: it is a parameter of the list report.',
        "Unknown parameter 'wombat' was ignored.",
        'calendar was ignored: it has no effect on statusCount.',
      ])
    })

    it('still refuses wrong values of them', async () => {
      const wrong = { ...at, viewFormat: 'weeks', groupByFields: 'wombat', sortBy: '1', csvSafe: 'maybe' }
      await expect(distribution(rawParametersOf(wrong), depsOf(store), REQUEST_CONTEXT)).rejects.toMatchObject({
        parameters: {
          messages: [
            expect.stringMatching(/^ERROR: viewFormat /),
            expect.stringMatching(/^ERROR: sortBy /),
            expect.stringMatching(/^ERROR: sortDir /),
            expect.stringMatching(/^ERROR: groupByFields /),
            expect.stringMatching(/^ERROR: csvSafe /),
          ],
        },
      })
    })
  })

  it('needs no aggregationType, and reports the errors of all other parameters', async () => {
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
  })
})
