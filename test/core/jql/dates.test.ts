import { describe, expect, it } from 'vitest'
import { meaning, problems } from './sample.ts'

/** Returns the instant to which `created > ...` was bound. */
function instant(value: string, context = {}): string {
  return meaning(`created > ${value}`, context).replace(/^created > (.*) \(.*\)$/, '$1')
}

describe('dates', () => {
  it.each([
    ['"2024/01/02"', '2024-01-02 00:00'],
    ['2024-01-02', '2024-01-02 00:00'],
    ['2024-1-2', '2024-01-02 00:00'],
    ['"2024-01-02 15:04"', '2024-01-02 15:04'],
    ['"2024/1/2 5:04"', '2024-01-02 05:04'],
    // Skipped: the clock goes from 02:00 to 03:00 that night.
    ['"2024-03-31 02:30"', '2024-03-31 03:00'],
    ['-1d', '2024-03-14 14:30'],
    ['"+1d"', '2024-03-16 14:30'],
    ['1w', '2024-03-22 14:30'],
    ['"-4w 2d"', '2024-02-14 14:30'],
    ['-6m', '2024-03-15 14:24'],
    ['"-90"', '2024-03-15 13:00'],
    ['0', '1970-01-01 01:00'],
    ['1420070400000', '2015-01-01 01:00'],
    ['now()', '2024-03-15 14:30'],
    ['startOfDay()', '2024-03-15 00:00'],
    ['endOfDay()', '2024-03-15 23:59'],
    ['startOfWeek()', '2024-03-11 00:00'],
    ['endOfWeek()', '2024-03-17 23:59'],
    ['startOfMonth()', '2024-03-01 00:00'],
    ['endOfMonth()', '2024-03-31 23:59'],
    ['startOfQuarter()', '2024-01-01 00:00'],
    ['endOfQuarter()', '2024-03-31 23:59'],
    ['startOfQuarter(1)', '2024-04-01 00:00'],
    ['endOfQuarter("-1")', '2023-12-31 23:59'],
    ['startOfQuarter(-1M)', '2023-12-01 00:00'],
    ['startOfYear()', '2024-01-01 00:00'],
    ['endOfYear()', '2024-12-31 23:59'],
    ['startOfDay("-1")', '2024-03-14 00:00'],
    ['startOfDay(-3M)', '2023-12-15 00:00'],
    ['startOfWeek("+1d")', '2024-03-12 00:00'],
    ['startOfWeek(-1)', '2024-03-04 00:00'],
    ['startOfMonth("-1")', '2024-02-01 00:00'],
    ['endOfMonth("-1M")', '2024-02-29 23:59'],
    ['endOfMonth("+15d")', '2024-04-15 23:59'],
    ['startOfDay("+9h")', '2024-03-15 09:00'],
    ['endOfYear("-1y")', '2023-12-31 23:59'],
    ['STARTOFDAY()', '2024-03-15 00:00'],
    ['startOfDay', '2024-03-15 00:00'],
  ])('reads %s', (value, expected) => {
    expect(instant(value)).toBe(expected)
  })

  it('moves to the last day of a shorter month', () => {
    const now = Date.parse('2024-03-31T10:00:00Z')
    expect(instant('startOfDay(-1M)', { now })).toBe('2024-02-29 00:00')
  })

  it('ends the previous month on its own last day', () => {
    const now = Date.parse('2024-04-15T10:00:00Z')
    expect(instant('endOfMonth(-1M)', { now })).toBe('2024-03-31 23:59')
    expect(instant('endOfMonth(-1)', { now })).toBe('2024-03-31 23:59')
  })

  it("compares dates with the day in the user's zone", () => {
    expect(meaning('due >= "2024-03-20"')).toBe('due >= 2024-03-20')
    expect(meaning('due = now()', { now: Date.parse('2024-03-15T23:30:00Z') })).toBe('due = 2024-03-16')
    expect(meaning('due < -1d')).toBe('due < 2024-03-14')
  })

  it.each([
    'yesterday',
    '2026-02-30',
    '"2020-05-06T12:15:17.831Z"',
    '"2024-01-01 24:00"',
    '"2024-01/02"',
    '"2024-01-01 10:00:00"',
    '-1y',
    '-1M',
    '"- 1d"',
    '"1d x"',
    '99999999999999999',
    '"-999999999w"',
  ])('refuses %s', value => {
    expect(problems(`created > ${value}`)[0]).toContain('Valid formats include')
  })
})
