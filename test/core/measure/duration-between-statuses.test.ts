import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipToWindow, totalLength } from '../../../src/core/measure/clip-to-window.ts'
import { allHours } from '../../../src/core/measure/clock.ts'
import { durationBetweenStatuses } from '../../../src/core/measure/duration-between-statuses.ts'
import type { Metric } from '../../../src/core/measure/metric.ts'
import { reportWindow } from '../../../src/core/measure/window.ts'
import { statusStays } from '../../support/notation.ts'
import { STATUSES } from '../../support/tracker-world.ts'
import { halfTime, histories, importedStays, RUNS, windows } from './laws.ts'

/** Parses `'first Open -> last Done|Closed'` or `'-> first Done'`, with the excluded statuses. */
function metric(text: string, excluded: readonly string[] = []): Metric {
  const [from, to] = text.split('->').map(part => {
    const [order, status] = part.trim().split(' ')
    return status ? { order: order as 'first' | 'last', statuses: status.split('|') } : null
  })
  return { name: 'Metric', from: from!, to: to!, excluded }
}

function between(
  line: string,
  text: string,
  excluded: readonly string[] = [],
  window = reportWindow(20, null, null),
): string {
  const { state, length } = durationBetweenStatuses(
    clipToWindow(statusStays(line), window),
    metric(text, excluded),
    allHours,
  )
  return `${state} ${length}`
}

const REOPENED = 'Open@0 Doing@2 Done@5 Doing@9 Done@12 Open@16'

describe('duration between statuses', () => {
  it('is the time from one entry to another', () => {
    expect(between(REOPENED, 'first Doing -> first Done')).toBe('completed 3')
    expect(between(REOPENED, 'first Doing -> last Done')).toBe('completed 10')
    expect(between(REOPENED, 'last Doing -> first Done')).toBe('completed 3')
    expect(between(REOPENED, 'last Doing -> last Done')).toBe('completed 3')
  })

  it('starts at creation without from, even in the status to reach', () => {
    expect(between(REOPENED, '-> first Done')).toBe('completed 5')
    expect(between(REOPENED, '-> first Open')).toBe('completed 0')
    expect(between(REOPENED, '-> last Open')).toBe('completed 16')
  })

  it('is between entries into any of several statuses', () => {
    expect(between(REOPENED, 'first Review|Done -> first Doing|Done')).toBe('completed 4')
    expect(between(REOPENED, 'first Doing -> last Done|Open')).toBe('completed 14')
    expect(between(REOPENED, 'first Doing|Done -> first Doing|Done')).toBe('completed 3')
    expect(between(REOPENED, '-> first Doing|Done')).toBe('completed 2')
  })

  it('has not started when from was never reached', () => {
    expect(between(REOPENED, 'first Review -> first Done')).toBe('notStarted null')
  })

  it('ends at the next visit if from and to are the same status', () => {
    expect(between(REOPENED, 'first Done -> first Done')).toBe('completed 7')
    expect(between(REOPENED, 'last Done -> first Done')).toBe('running 8')
  })

  it('runs until asOf if to is only reached before from', () => {
    expect(between(REOPENED, 'last Open -> first Done')).toBe('running 4')
  })

  it('is paused while the current status is excluded', () => {
    // Doing 9..12 and Done 12..16 count, Open 16..20 does not.
    expect(between(REOPENED, 'last Doing -> first Review', ['Open'])).toBe('paused 7')
  })

  it('does not count time in excluded statuses in between', () => {
    // 0..12 without Doing 2..5 and 9..12: 6.
    expect(between(REOPENED, '-> last Done', ['Doing'])).toBe('completed 6')
    expect(between(REOPENED, 'first Doing -> first Done', ['Doing'])).toBe('completed 0')
  })

  it('follows the order of the history when changes happen at once', () => {
    expect(between('Open@0 Done@4 Doing@4', 'first Doing -> first Done')).toBe('running 16')
    expect(between('Open@0 Doing@4 Done@4', 'first Doing -> first Done')).toBe('completed 0')
  })

  it('treats a stay that started before the window as an entry at its start, and runs until its end', () => {
    expect(between('Open@0 Doing@6 Done@9', 'first Open -> first Done', [], reportWindow(20, 4, 30))).toBe(
      'completed 5',
    )
    expect(between('Open@0 Doing@6 Done@9', '-> first Done', [], reportWindow(20, 4, 8))).toBe('running 4')
  })

  it('has not started if the issue is not in the window', () => {
    expect(between('Open@10', '-> first Open', [], reportWindow(20, 2, 6))).toBe('notStarted null')
  })

  it('is never negative, and never more than the time of the issue in the window', () => {
    const status = fc.constantFrom(...STATUSES.map(({ id }) => id))
    const statuses = fc.uniqueArray(status, { minLength: 1, maxLength: 3 })
    const end = fc.record({ statuses, order: fc.constantFrom('first' as const, 'last' as const) })
    const anyMetric = fc.record({ from: fc.option(end), to: end, excluded: fc.uniqueArray(status, { maxLength: 3 }) })
    fc.assert(
      fc.property(histories, windows, anyMetric, fc.constantFrom(allHours, halfTime), (issue, window, one, clock) => {
        const stays = clipToWindow(importedStays(issue), window)
        const { state, length } = durationBetweenStatuses(stays, { name: 'Metric', ...one }, clock)
        expect(length === null).toBe(state === 'notStarted')
        expect(length ?? 0).toBeGreaterThanOrEqual(0)
        expect(length ?? 0).toBeLessThanOrEqual(totalLength(stays, clock) ?? 0)
        if (state === 'paused') expect(one.excluded).toContain(stays.at(-1)!.of.value!.id)
      }),
      RUNS,
    )
  })
})
