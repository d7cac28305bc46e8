import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRelativeDate } from '../../../src/core/jql/dates/relative-date.ts'
import { UTC } from '../../../src/core/time/zone.ts'
import {
  type DayRange,
  dayAt,
  dayOfReport,
  endAfter,
  ISSUE_DATES,
  lastDayOf,
  presetChange,
  presetOf,
  presetRange,
  presets,
  rangeChange,
  rangeIn,
} from '../../../src/web/builder/date-range.ts'
import { runs } from '../../support/sampling.ts'

const day = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))

describe('a range of days', () => {
  it('includes its last day, which the server excludes', () => {
    expect(endAfter('2024-02-28')).toBe('2024-02-29')
    expect(endAfter('2023-12-31')).toBe('2024-01-01')
    expect(lastDayOf('2024-03-01')).toBe('2024-02-29')
  })

  it('survives a round trip', () => {
    fc.assert(
      fc.property(fc.option(day), fc.option(day), (first, last) => {
        const choices = Object.entries(rangeChange({ first, last }, ISSUE_DATES)).filter(([, value]) => value !== null)
        expect(rangeIn(Object.fromEntries(choices) as Record<string, string>, ISSUE_DATES)).toEqual({ first, last })
      }),
      runs(100),
    )
  })

  it('keeps a time of day', () => {
    const choices = { startDate: '2024-03-01 10:00', endDate: '2024-03-02 12:30' }
    expect(rangeIn(choices, ISSUE_DATES)).toEqual({ first: '2024-03-01 10:00', last: '2024-03-02 12:30' })
    expect(rangeChange(rangeIn(choices, ISSUE_DATES), ISSUE_DATES)).toEqual(choices)
  })

  it('has names relative to today', () => {
    const range = (preset: (typeof presets)[number], today: string): DayRange => presetRange(preset, today)
    expect(range('last7Days', '2024-03-03')).toEqual({ first: '2024-02-26', last: '2024-03-03' })
    expect(range('last30Days', '2024-03-30')).toEqual({ first: '2024-03-01', last: '2024-03-30' })
    expect(range('last90Days', '2024-03-30')).toEqual({ first: '2024-01-01', last: '2024-03-30' })
    expect(range('thisMonth', '2024-02-10')).toEqual({ first: '2024-02-01', last: '2024-02-29' })
    expect(range('lastMonth', '2024-01-31')).toEqual({ first: '2023-12-01', last: '2023-12-31' })
    expect(range('thisQuarter', '2024-06-30')).toEqual({ first: '2024-04-01', last: '2024-06-30' })
    expect(range('lastQuarter', '2024-02-01')).toEqual({ first: '2023-10-01', last: '2023-12-31' })
    expect(range('thisYear', '2024-02-01')).toEqual({ first: '2024-01-01', last: '2024-12-31' })
    expect(range('lastYear', '2024-02-01')).toEqual({ first: '2023-01-01', last: '2023-12-31' })
  })

  it('has a name only if its dates are relative', () => {
    for (const preset of presets) {
      expect(presetOf(presetChange(preset, ISSUE_DATES) as Record<string, string>, ISSUE_DATES)).toBe(preset)
    }
    expect(presetOf({ startDate: ' StartOfMonth( ) ', endDate: 'startofmonth(1)' }, ISSUE_DATES)).toBe('thisMonth')
    expect(presetOf({}, ISSUE_DATES)).toBe('all')
    expect(presetOf({ startDate: '2024-05-01', endDate: '2024-06-01' }, ISSUE_DATES)).toBeNull()
    expect(presetOf({ startDate: '-30d' }, ISSUE_DATES)).toBeNull()
  })

  it('has the days that the server reads from its relative dates', () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...presets), (today, preset) => {
        const clock = { now: Date.parse(`${today}T15:30:00Z`), zone: UTC }
        const change = presetChange(preset, ISSUE_DATES)
        const dayOf = (text: string) => new Date(readRelativeDate(text, clock)!).toISOString().slice(0, 10)
        const { first, last } = presetRange(preset, today)
        expect([dayOf(change.startDate!), lastDayOf(dayOf(change.endDate!))]).toEqual([first, last])
      }),
      runs(100),
    )
  })

  it('counts from the day of the report', () => {
    const now = Date.parse('2026-11-23T23:30:00Z')
    expect(dayOfReport({}, 'UTC', now)).toBe('2026-11-23')
    expect(dayOfReport({}, 'Europe/Berlin', now)).toBe('2026-11-24')
    expect(dayOfReport({ asOf: '2025-06-30T23:30:00Z' }, 'UTC', now)).toBe('2025-06-30')
    expect(dayOfReport({ asOf: '2025-06-30T23:30:00Z', timeZone: 'Europe/Berlin' }, 'UTC', now)).toBe('2025-07-01')
    expect(dayOfReport({ asOf: '2025-06-30' }, 'Europe/Berlin', now)).toBe('2025-06-30')
    for (const asOf of ['-7d', 'startOfMonth()', 'now()']) expect(dayOfReport({ asOf }, 'UTC', now), asOf).toBeNull()
  })

  it('uses the day in the time zone of the report', () => {
    const at = Date.parse('2024-03-01T02:00:00Z')
    expect(dayAt(at, 'UTC')).toBe('2024-03-01')
    expect(dayAt(at, 'America/New_York')).toBe('2024-02-29')
  })
})
