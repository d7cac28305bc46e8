import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workingCalendars, writeVersion } from '../../src/calendars/working-calendars.ts'
import { type ReportTypeName, reportTypes } from '../../src/plan/report-types.ts'
import { createReportDeps, type ReportDeps } from '../../src/reports/run-report.ts'
import type { Store } from '../../src/store/store.ts'
import { DAWN, NOW, type Tracker, ZONE } from '../support/tracker-world.ts'
import { trackers } from '../support/trackers.ts'
import { checkExplanations, query } from './explanations.ts'
import { parametersOf } from './parameters-of.ts'
import { listGroups, type OracleRequest, requests } from './requests.ts'
import { withStore } from './world-store.ts'

// Compares every cell of lists with its explanation. Set EXPLAIN_SEED, EXPLAIN_TRACKERS and EXPLAIN_REQUESTS (for each
// report and tracker) for another or a longer run.
const SEED = Number(process.env.EXPLAIN_SEED ?? 20_240_402)
const TRACKERS = Number(process.env.EXPLAIN_TRACKERS ?? 3)
const REQUESTS = Number(process.env.EXPLAIN_REQUESTS ?? 2)

/** A calendar with clock changes within the world's time, and with nights, a holiday and an exception. */
const NIGHTS = {
  name: 'Nights',
  timeZone: 'Europe/Berlin',
  workingTimes: [
    ...['monday', 'tuesday', 'wednesday', 'thursday'].map(weekday => ({ weekday, start: '09:00', end: '12:30' })),
    { weekday: 'thursday', start: '22:00', end: '06:00' },
    { weekday: 'saturday', start: '20:00', end: '05:00' },
  ],
  holidays: [{ name: 'Leap Day', date: '2024-02-29', recurring: true }],
  exceptions: [{ name: 'Inventory', date: '2024-03-03', workingTimes: [{ start: '00:15', end: '23:45' }] }],
}

const large = trackers.filter(({ issues }) => issues.length > 7)

const deps = (store: Store): ReportDeps =>
  createReportDeps(store, {
    now: () => NOW,
    zone: { name: ZONE.name },
    locale: 'en-US',
    dateFormat: null,
    dateTimeFormat: null,
  })

/** Generates requests for lists of a report, about all issues of the largest project. */
function listsOf(type: ReportTypeName, { issues }: Tracker, seed: number): OracleRequest[] {
  const inAB = issues.filter(({ project }) => project.key === 'AB').length
  const project = inAB * 2 > issues.length ? 'AB' : 'CD'
  const own = requests
    .filter(request => request.type === type)
    .map(request => ({
      ...{ ...request, issues: { project }, range: null },
      ...{ aggregate: null, page: null, sort: null, filters: [] },
    }))
  return fc
    .sample(own, { seed, numRuns: REQUESTS })
    .flatMap(request => [
      { ...request, groupBy: listGroups(request), periodAt: null, orderBy: null },
      ...(request.periodAt === null ? [] : [request]),
    ])
}

async function checkAll(tracker: Tracker, seed: number): Promise<Record<string, number>> {
  return withStore(tracker, async store => {
    await workingCalendars(store, { name: ZONE.name }, NOW)
    await store.transact(run => writeVersion(run, 'nights', JSON.stringify(NIGHTS), DAWN, NOW))
    const counts: Record<string, number> = {}
    for (const type of Object.keys(reportTypes) as ReportTypeName[]) {
      for (const request of listsOf(type, tracker, seed)) {
        const calendars = reportTypes[type].kind === 'duration' ? ['normalHours', '0', 'nights'] : ['']
        for (const calendar of calendars) {
          const parameters = [
            ...parametersOf(request).parameters.filter(({ name }) => name !== 'calendar' && name !== 'dayLength'),
            ...(calendar === '' ? [] : [query('calendar', calendar), query('dayLength', '24HourDays')]),
          ]
          const cells = await checkExplanations(parameters, deps(store), {
            average: request.multiVisit === 'average',
            timed: type === 'statusDuration',
            calendar: calendar !== '' && calendar !== 'normalHours',
          })
          counts[type] = (counts[type] ?? 0) + cells
        }
      }
    }
    return counts
  })
}

describe(`every cell is the sum of its explanation (EXPLAIN_SEED=${SEED})`, () => {
  const all: Record<string, number> = {}
  for (const [location, tracker] of fc.sample(large, { seed: SEED, numRuns: TRACKERS }).entries()) {
    it(`of tracker ${location}`, { timeout: 600_000 }, async () => {
      for (const [type, cells] of Object.entries(await checkAll(tracker, SEED + location))) {
        all[type] = (all[type] ?? 0) + cells
      }
    })
  }

  it('was checked for cells of each report', () => {
    if (process.env.EXPLAIN_COUNTS) console.log(all)
    for (const type of Object.keys(reportTypes)) expect([type, all[type]! > 20]).toEqual([type, true])
  })
})
