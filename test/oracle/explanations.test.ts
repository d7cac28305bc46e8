import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { workingCalendars, writeVersion } from '../../src/reports/calendars/working-calendars.ts'
import { createReportDeps, type ReportDeps } from '../../src/reports/report/run-report.ts'
import type { Store } from '../../src/store/engine/store.ts'
import { type ReportTypeName, reportTypes } from '../../src/store/plan/report-types.ts'
import { IS_DEEP, runs, SEED } from '../support/sampling.ts'
import { DAWN, NOW, type Tracker, ZONE } from '../support/tracker-world.ts'
import { largeTrackers } from '../support/trackers.ts'
import { checkExplanations, query } from './explanations.ts'
import { parametersOf } from './parameters-of.ts'
import { listGroups, type OracleRequest, requestsOf } from './requests.ts'
import { withStore } from './world-store.ts'

/** The number of requests for each type of report in each tracker. */
const REQUESTS = 1

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
  const own = requestsOf(type).map(request => ({
    ...request,
    issues: { project },
    range: null,
    aggregate: null,
    page: null,
    sort: null,
    filters: [],
  }))
  return fc
    .sample(own, { seed, numRuns: REQUESTS })
    .flatMap(request => [
      { ...request, groupBy: listGroups(request), periodAt: null, orderBy: null },
      ...(request.periodAt === null ? [] : [request]),
    ])
}

/** Returns the calendars of a report: one of the three, all of them in the long run. */
function calendarsOf(type: ReportTypeName, number: number): readonly string[] {
  if (reportTypes[type].kind !== 'duration') return ['']
  const all = ['normalHours', '0', 'nights']
  return IS_DEEP ? all : [all[number % all.length]!]
}

/** Compares lists of each type of report with their explanations, and returns the numbers of cells. */
async function checkAll(tracker: Tracker, seed: number): Promise<number> {
  return withStore(tracker, async store => {
    await workingCalendars(store, { name: ZONE.name }, NOW)
    await store.transact(run => writeVersion(run, 'nights', JSON.stringify(NIGHTS), DAWN, NOW))
    let cells = 0
    for (const [i, type] of (Object.keys(reportTypes) as ReportTypeName[]).entries()) {
      for (const request of listsOf(type, tracker, seed + i)) {
        for (const calendar of calendarsOf(type, seed + i)) {
          const parameters = [
            ...parametersOf(request).parameters.filter(({ name }) => name !== 'calendar' && name !== 'dayLength'),
            ...(calendar === '' ? [] : [query('calendar', calendar), query('dayLength', '24HourDays')]),
          ]
          cells += await checkExplanations(parameters, deps(store), {
            average: request.multiVisit === 'average',
            timed: type === 'statusDuration',
            calendar: calendar !== '' && calendar !== 'normalHours',
          })
        }
      }
    }
    return cells
  })
}

describe('cells are the sums of their explanations', () => {
  for (const [location, tracker] of fc.sample(largeTrackers, runs(1)).entries()) {
    it(`of tracker ${location}`, async () => {
      expect(await checkAll(tracker, SEED + 100 * location)).toBeGreaterThan(30)
    })
  }
})
