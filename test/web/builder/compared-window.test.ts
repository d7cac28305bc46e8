import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { windowBefore } from '../../../src/core/measure/flow/window-before.ts'
import { localDateTime } from '../../../src/core/time/local-time.ts'
import { instantAt, parseZone } from '../../../src/core/time/zone.ts'
import { comparedChoices, whyNotCompared } from '../../../src/web/builder/compared-window.ts'
import type { Choices } from '../../../src/web/state/choices.ts'
import { instantOf, localTimeAt, parseLocal, writeLocal } from '../../../src/web/state/local-time.ts'

const NOW = Date.parse('2026-11-27T09:00:30Z')

/** Returns the dates of the history in the other report. */
function other(choices: Choices, zone = 'UTC', now = NOW): readonly (string | undefined)[] {
  const compared = comparedChoices({ 'view.compare': 'previous', ...choices }, zone, now)
  return [compared?.trimHistoryStartDate, compared?.trimHistoryEndDate]
}

const between = (trimHistoryStartDate: string, trimHistoryEndDate: string, more: Choices = {}) => ({
  trimHistoryStartDate,
  trimHistoryEndDate,
  ...more,
})

describe('the period before', () => {
  it('is earlier by the fewest whole weeks that are at least its length', () => {
    expect(other(between('2026-09-01', '2026-09-08'))).toEqual(['2026-08-25', '2026-09-01'])
    expect(other(between('2026-09-01', '2026-09-09'))).toEqual(['2026-08-18', '2026-08-26'])
    expect(other(between('2026-04-01', '2026-07-01'))).toEqual(['2025-12-31', '2026-04-01'])
    expect(other(between('2026-09-01 10:30', '2026-09-01 12:00'))).toEqual(['2026-08-25 10:30', '2026-08-25 12:00'])
  })

  it('of a period that is not over ends before the time of the report, rounded up to a minute', () => {
    expect(other(between('startOfMonth()', 'startOfMonth(1)'))).toEqual(['2026-10-04', '2026-10-30 09:01'])
    expect(other({ trimHistoryStartDate: '2026-11-25' })).toEqual(['2026-11-18', '2026-11-20 09:01'])
    expect(other({ trimHistoryStartDate: '2026-11-25', asOf: '2026-11-26' })).toEqual(['2026-11-18', '2026-11-19'])
  })

  it('counts named periods in the zone of the report', () => {
    const choices = between('startOfMonth()', 'startOfMonth(1)', { asOf: '2026-10-31T23:30:00Z' })
    expect(other(choices)[0]).toBe('2026-08-27')
    expect(other(choices, 'Asia/Tokyo')).toEqual(['2026-10-25', '2026-10-25 08:30'])
    expect(other({ ...choices, timeZone: 'Asia/Tokyo' })).toEqual(['2026-10-25', '2026-10-25 08:30'])
  })

  it('is not a week earlier because a clock was put back or forward', () => {
    expect(other(between('2026-10-20', '2026-10-27'), 'Europe/Berlin')).toEqual(['2026-10-13', '2026-10-20'])
    const window = between('2026-03-28', '2026-04-04 00:30')
    expect(other(window, 'Europe/Berlin')).toEqual(['2026-03-21', '2026-03-28'])
    expect(other(window, 'UTC')).toEqual(['2026-03-14', '2026-03-21 00:30'])
  })

  it('is that of the server for all windows and clock changes', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']
    const minute = fc.integer({ min: Date.UTC(2011, 0) / 60_000, max: Date.UTC(2026, 0) / 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minute, fc.integer({ min: 0, max: 200 * 1440 }), (name, start, length) => {
        const zone = parseZone(name)!
        const [from, end] = [start * 60_000, (start + length) * 60_000]
        const [first, last] = other(between(writeLocal(from), writeLocal(end)), name).map(parseLocal)
        const at = (local: number) => instantAt(localDateTime(local), zone)
        const expected = windowBefore({ from: at(from), end: at(end) }, zone)
        expect([at(first!), Math.min(at(last!), at(from))]).toEqual([expected.from, expected.end])
      }),
    )
  })
})

describe('the same period last year', () => {
  const lastYear = (first: string, end: string) => other(between(first, end, { 'view.compare': 'lastYear' }))

  it('has the same dates', () => {
    expect(lastYear('startOfQuarter(-1)', 'startOfQuarter()')).toEqual(['2025-07-01', '2025-10-01'])
    expect(lastYear('2024-01-01', '2025-01-01')).toEqual(['2023-01-01', '2024-01-01'])
  })

  it('has all of February around a leap day', () => {
    expect(lastYear('2024-02-29', '2024-03-01')).toEqual(['2023-02-28', '2023-03-01'])
    expect(lastYear('2024-02-01', '2024-03-01')).toEqual(['2023-02-01', '2023-03-01'])
    expect(lastYear('2024-02-01', '2024-02-29')).toEqual(['2023-02-01', '2023-03-01'])
    expect(lastYear('2025-02-01', '2025-03-01')).toEqual(['2024-02-01', '2024-03-01'])
  })

  it('of a period that is not over has the part until the time of the report', () => {
    expect(lastYear('startOfYear()', 'startOfYear(1)')).toEqual(['2025-01-01', '2025-11-27 09:01'])
  })
})

describe('the other report', () => {
  it('has other dates of the issues, or of both, and all else is the same', () => {
    const issues = {
      startDate: '2026-09-01',
      endDate: '2026-09-08',
      dateRangeField: 'resolved',
      columnsBy: 'statusDuration',
    }
    const before = { ...issues, startDate: '2026-08-25', endDate: '2026-09-01' }
    const choices = { ...issues, 'view.compare': 'previous' }
    expect(comparedChoices(choices, 'UTC', NOW)).toEqual({ ...before, 'view.compare': 'previous' })
    const both = { ...choices, ...between('2026-08-25', '2026-09-08') }
    expect(comparedChoices(both, 'UTC', NOW)).toMatchObject({
      ...between('2026-08-11', '2026-08-25'),
      startDate: '2026-08-18',
      endDate: '2026-08-25',
    })
  })

  it('has any dates', () => {
    const dates = between('2026-09-01', '2026-09-08', { 'view.compare': '2024-01-01..2024-04-01' })
    expect(other(dates)).toEqual(['2024-01-01', '2024-04-01'])
  })

  it.each([
    ['list', { report: 'list', ...between('2026-09-01', '2026-09-08') }],
    ['periods', { groupByFields: 'issuetype,period:week', ...between('2026-09-01', '2026-09-08') }],
    ['dates', {}],
    ['start', { endDate: '2026-09-08' }],
    ['asOf', { asOf: '-932d', ...between('startOfQuarter(-1)', 'startOfQuarter()') }],
    ['asOf', { asOf: 'startOfMonth()', startDate: '2024-01-01', endDate: '2024-04-01' }],
    ['relative', { startDate: '-90d' }],
    [null, { startDate: 'startOfDay(-6)', endDate: 'startOfDay(1)' }],
    [null, { asOf: '2024-05-10', startDate: 'startOfDay(-6)', endDate: 'startOfDay(1)' }],
    [null, { asOf: '2024-05-10T10:30:00+02:00', startDate: '2024-01-01', endDate: '2024-04-01' }],
  ] as const)('is missing for the reason: %s', (why, choices) => {
    expect(whyNotCompared(choices)).toBe(why)
    expect(comparedChoices({ ...choices, 'view.compare': 'previous' }, 'UTC', NOW) === null).toBe(why !== null)
  })

  it('is missing without a comparison', () => {
    expect(comparedChoices(between('2026-09-01', '2026-09-08'), 'UTC', NOW)).toBeNull()
  })
})

describe('a local time', () => {
  it('is that of a zone, in years of any length', () => {
    expect(writeLocal(localTimeAt(Date.parse('2026-03-29T00:59:00Z'), 'Europe/Berlin'))).toBe('2026-03-29 01:59')
    expect(writeLocal(localTimeAt(Date.parse('2026-03-29T01:00:00Z'), 'Europe/Berlin'))).toBe('2026-03-29 03:00')
    expect(instantOf(parseLocal('2026-07-01')!, 'Asia/Kathmandu')).toBe(Date.parse('2026-06-30T18:15:00Z'))
    expect(parseLocal('2026-13-01')).toBeNull()
    expect(parseLocal('-90d')).toBeNull()
  })
})
