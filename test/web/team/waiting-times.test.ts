import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowHead, WaitStatus } from '../../../src/web/api/flow.ts'
import type { ChartTheme } from '../../../src/web/chart/chart-theme.ts'
import { ticksTo, timeText, unitFor } from '../../../src/web/drilldown/time-scale.ts'
import { longestOf, rankedStatuses } from '../../../src/web/team/ranked-statuses.ts'
import { waitsOption } from '../../../src/web/team/waits-option.ts'
import { runs } from '../../support/sampling.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const at = (value: number) => ({ value, lower: null, upper: null, isMaximum: false })

const status = (id: string, more: Partial<WaitStatus>): WaitStatus => ({
  id,
  status: id,
  stage: id,
  kind: 'active',
  issues: 20,
  percentiles: {},
  values: null,
  time: 0,
  active: 0,
  waiting: 0,
  blocked: 0,
  items: {},
  previous: { count: 0, percentiles: {}, values: [] },
  itemsPrevious: {},
  ...more,
})

describe('the ranked statuses', () => {
  const statuses = [
    status('quick', { percentiles: { 50: at(1), 85: at(90) } }),
    status('done', { kind: 'done', percentiles: { 50: at(1000), 85: at(2000) } }),
    status('few', { issues: 2, values: [50, 300] }),
    status('slow', { kind: 'notStarted', percentiles: { 50: at(7), 85: at(8) } }),
    status('fewer', { issues: 1, kind: 'unmapped', values: [60] }),
  ]

  it('are those before done, the longest median first, those with few issues last', () => {
    expect(rankedStatuses(statuses).map(({ id }) => id)).toEqual(['slow', 'quick', 'fewer', 'few'])
  })

  it('share one scale, without done', () => {
    expect(longestOf(rankedStatuses(statuses))).toBe(300)
    expect(longestOf([])).toBe(0)
    const before = { count: 20, percentiles: { 50: at(1), 85: at(900) }, values: null }
    expect(longestOf(rankedStatuses([...statuses, status('shorter', { values: [2], previous: before })]))).toBe(900)
  })
})

describe('the bars of waiting time', () => {
  const optionOf = (...statuses: readonly WaitStatus[]) =>
    waitsOption(rankedStatuses(statuses), {
      unit: { name: 'hours', size: HOUR },
      names: { median: '50th', late: '85th', each: 'One', medianBefore: '50th before', lateBefore: '85th before' },
      axisText: String,
      textOf: String,
      timesOf: String,
    })({ isDark: false } as ChartTheme, 900)
  const slow = status('slow', { percentiles: { 50: at(2 * HOUR), 85: at(9 * HOUR) } })
  const few = status('few', { issues: 2, values: [HOUR, 3 * HOUR] })

  it('have a part until the median, and one from there until the 85th percentile', () => {
    const { series } = optionOf(few, slow)
    expect(series.slice(0, 2).map(({ name, data }) => [name, data])).toEqual([
      ['50th', [2, 0]],
      ['85th', [7, null]],
    ])
  })

  it('are a dot for each of few issues, in the row of their status', () => {
    const target = { category: 1, series: null }
    expect(optionOf(few, slow).series[2]!.data).toEqual([
      { value: [1, 1], target },
      { value: [3, 1], target },
    ])
    expect(optionOf(slow).series.map(({ name }) => name)).toEqual(['50th', '85th'])
  })

  it('have marks of other forms at the percentiles before, also of few issues', () => {
    const previous = { count: 20, percentiles: { 50: at(4 * HOUR), 85: at(6 * HOUR) }, values: null }
    const fewBefore = { count: 1, percentiles: {}, values: [HOUR] }
    const { series } = optionOf({ ...slow, previous: fewBefore }, { ...few, previous })
    const target = { category: 1, series: null }
    expect(series.slice(3).map(({ name, data }) => [name, data])).toEqual([
      ['50th before', [{ value: [4, 1], target }]],
      ['85th before', [{ value: [6, 1], target }]],
    ])
    const forms = series.slice(2).map(({ symbol }) => symbol)
    expect(new Set(forms).size).toBe(3)
  })
})

describe('the unit of times', () => {
  const head = (id: string | null) => ({ calendar: { id, name: '' } }) as FlowHead
  const calendars = { calendars: [{ id: '1', name: 'A', isDefault: true, dailyWorkingHours: 8 }] }

  it('is the largest one that fits twice', () => {
    const unit = (longest: number) => unitFor(longest, head(null), { calendars: [] }, undefined).name
    expect([2 * DAY, 2 * DAY - 1, 2 * HOUR, 2 * HOUR - 1].map(unit)).toEqual(['days', 'hours', 'hours', 'minutes'])
  })

  it('has the length of a working day, or 24 hours if the report does', () => {
    expect(unitFor(5 * DAY, head('1'), calendars, 'businessDays')).toEqual({ name: 'workingDays', size: 8 * HOUR })
    expect(unitFor(5 * DAY, head('1'), calendars, '24HourDays').name).toBe('days')
    expect(unitFor(5 * DAY, head('2'), calendars, undefined).name).toBe('hours')
  })

  it('is in the text, with one decimal, on the line of the number', () => {
    const text = (time: number) => timeText(time, { name: 'days', size: DAY })
    expect([1.26 * DAY, 2 * DAY, 1250 * DAY].map(text)).toEqual(['1.3\u00a0d', '2.0\u00a0d', '1,250.0\u00a0d'])
  })
})

describe('the ticks of the scale', () => {
  it('are round numbers', () => {
    expect(ticksTo(49.3)).toEqual([0, 10, 20, 30, 40, 50])
    expect(ticksTo(0.7)).toEqual([0, 0.2, 0.4, 0.6, 0.8])
    expect(ticksTo(0)).toEqual([0, 1])
  })

  it('are at most six, begin at 0, and reach the longest time', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-6, max: 1e9, noNaN: true }), longest => {
        const ticks = ticksTo(longest)
        expect(ticks[0]).toBe(0)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks.at(-1)! * (1 + 1e-6)).toBeGreaterThanOrEqual(longest)
        expect(ticks.at(-2)!).toBeLessThan(longest)
      }),
      runs(100),
    )
  })
})
