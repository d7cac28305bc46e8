import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { durationBetweenStatuses } from '../../../src/core/measure/duration-between-statuses.ts'
import type { Metric } from '../../../src/core/measure/metric.ts'
import {
  countByPeriod,
  entriesOf,
  metricByPeriod,
  type PeriodVisit,
  timeByPeriod,
  visitsThatCount,
} from '../../../src/core/measure/periods.ts'
import { statusCount } from '../../../src/core/measure/status-count.ts'
import { statusDuration } from '../../../src/core/measure/status-duration.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { DAWN, NOW, STATUSES } from '../../support/tracker-world.ts'
import { hours } from '../../support/trackers.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

/** Returns the periods between instants. */
function between(...borders: readonly number[]) {
  return borders.slice(1).map((end, i) => ({ start: borders[i]!, end }))
}

const WEEKS = between(0, 10, 20, 30)
const visits: readonly PeriodVisit[] = ['total', 'first', 'last']

function over(line: string, status: string, visit: PeriodVisit = 'total', asOf = 30) {
  const stays = clipToWindow(statusStays(line), reportWindow(asOf, null, null))
  return timeByPeriod(visitsThatCount(stays, [status], visit), WEEKS, allHours)
}

describe('time by period', () => {
  it('is cut at the borders of the periods', () => {
    // Doing 8..12 and 15..30.
    expect(over('Open@0 Doing@8 Open@12 Doing@15', 'Doing')).toEqual([2, 2 + 5, 10])
  })

  it('decides the visit that counts over the whole history, then cuts it', () => {
    expect(over('Open@0 Doing@8 Open@12 Doing@15', 'Doing', 'first')).toEqual([2, 2, null])
    expect(over('Open@0 Doing@8 Open@12 Doing@15', 'Doing', 'last')).toEqual([null, 5, 10])
  })

  it('is empty in a period that no stay touches, and 0 for a visit of length 0', () => {
    expect(over('Open@0 Doing@12 Done@12', 'Doing')).toEqual([null, 0, null])
  })

  it('ends at the border: the next period has nothing of a stay that was left then', () => {
    expect(over('Open@0 Doing@10 Done@20', 'Doing')).toEqual([null, 10, null])
    expect(over('Open@0 Doing@10 Done@10', 'Doing')).toEqual([null, 0, null])
  })

  it('counts a visit in the period of its entry', () => {
    const stays = clipToWindow(statusStays('Open@0 Doing@8 Open@12 Doing@15'), reportWindow(30, 5, null))
    const entries = entriesOf(visitsThatCount(stays, ['Open'], 'total'))
    // The stay that was carried into the window is in no period.
    expect(countByPeriod(entries, WEEKS)).toEqual([null, 1, null])
  })

  it('adds up over the periods to the time and to the number of visits', () => {
    const cases = fc.tuple(histories, windows, fc.constantFrom(...visits), fc.constantFrom(allHours, halfTime), borders)
    fc.assert(
      fc.property(cases, ([history, window, visit, clock, periods]) => {
        const stays = clipToWindow(importedStays(history), window)
        for (const { id } of STATUSES) {
          const chosen = visitsThatCount(stays, [id], visit)
          expect(total(timeByPeriod(chosen, periods, clock))).toBe(statusDuration(stays, [id], visit, clock))
          if (visit !== 'total') continue
          const carried = chosen.filter(({ of, entered }) => of.entered < entered).length
          const counted = total(countByPeriod(entriesOf(chosen), periods)) ?? 0
          expect(counted + carried).toBe(statusCount(stays, [id]) ?? 0)
        }
      }),
      RUNS,
    )
  })
})

describe('a metric by period', () => {
  const cycle: Metric = {
    name: 'Cycle',
    from: { statuses: ['Doing'], order: 'first' },
    to: { statuses: ['Done'], order: 'last' },
    excluded: ['Waiting'],
  }
  const metric = (line: string, one: Metric) =>
    metricByPeriod(clipToWindow(statusStays(line), reportWindow(30, null, null)), one, WEEKS, allHours)

  it('has both ends decided over the whole history, then its time is cut', () => {
    // Doing 5..15 and 18..26; Done from 15 to 18 is on the way to the last Done.
    expect(metric('Open@0 Doing@5 Done@15 Doing@18 Done@26', cycle)).toEqual([5, 10, 6])
  })

  it('is 0, not empty, in a period of its path with excluded time only', () => {
    expect(metric('Open@0 Doing@5 Waiting@10 Doing@20 Done@25', cycle)).toEqual([5, 0, 5])
  })

  it('is empty before its start, after its end, and if it has not started', () => {
    expect(metric('Open@0 Doing@12 Done@15', cycle)).toEqual([null, 3, null])
    expect(metric('Open@0', cycle)).toEqual([null, null, null])
  })

  it('has its 0 in the period of its moment if it ends with the first stay', () => {
    expect(metric('Done@12', { ...cycle, from: null, to: { statuses: ['Done'], order: 'first' } })).toEqual([
      ...[null, 0, null],
    ])
  })

  it('adds up over the periods to the metric', () => {
    const ids = fc.subarray(
      STATUSES.map(({ id }) => id),
      { minLength: 1 },
    )
    const end = fc.record({ statuses: ids, order: fc.constantFrom('first' as const, 'last' as const) })
    const metrics = fc.record({ name: fc.constant('M'), from: fc.option(end), to: end, excluded: ids })
    fc.assert(
      fc.property(histories, windows, metrics, borders, (history, window, one, periods) => {
        const stays = clipToWindow(importedStays(history), window)
        const { length } = durationBetweenStatuses(stays, one, allHours)
        expect(total(metricByPeriod(stays, one, periods, allHours))).toBe(length)
      }),
      RUNS,
    )
  })
})

/** Periods of the world between borders on the hour, where changes happen. */
const borders = fc
  .uniqueArray(hours)
  .map(some => between(DAWN - 1, ...some.filter(at => at > DAWN - 1).toSorted((a, b) => a - b), NOW + 1))

/** Returns the sum of the values that are not empty; `null` if all are. */
function total(values: readonly (number | null)[]): number | null {
  const found = values.filter(value => value !== null)
  return found.length === 0 ? null : found.reduce((a, b) => a + b)
}
