import { describe, expect, it } from 'vitest'
import { isoWeek, weekOfMonth, weekOfYear } from '../../../src/core/time/week.ts'

const ISO = { firstDay: 1, minimalDays: 4 }

describe('a week by ISO 8601', () => {
  it('belongs to the year of its Thursday', () => {
    expect(isoWeek({ year: 2024, month: 3, day: 1 })).toEqual({ year: 2024, week: 9 })
    expect(isoWeek({ year: 2024, month: 12, day: 30 })).toEqual({ year: 2025, week: 1 })
    expect(isoWeek({ year: 2021, month: 1, day: 3 })).toEqual({ year: 2020, week: 53 })
    expect(isoWeek({ year: 2026, month: 12, day: 31 })).toEqual({ year: 2026, week: 53 })
    expect(isoWeek({ year: 2023, month: 1, day: 1 })).toEqual({ year: 2022, week: 52 })
  })

  it('begins on Monday', () => {
    expect(isoWeek({ year: 2024, month: 3, day: 3 }).week).toBe(9)
    expect(isoWeek({ year: 2024, month: 3, day: 4 }).week).toBe(10)
  })

  it('has a number in the month of its Thursday, and days before week 1 are in week 0', () => {
    // 1 March 2024 was a Friday.
    expect([1, 3, 4, 10, 11, 31].map(day => weekOfMonth({ year: 2024, month: 3, day }, ISO))).toEqual([
      0, 0, 1, 1, 2, 4,
    ])
    // 1 February 2024 was a Thursday.
    expect([1, 4, 5, 29].map(day => weekOfMonth({ year: 2024, month: 2, day }, ISO))).toEqual([1, 1, 2, 5])
  })
})

describe('a week that begins on Sunday and needs one day', () => {
  const rule = { firstDay: 7, minimalDays: 1 }

  it('belongs to the new year from the Sunday before it', () => {
    expect(weekOfYear({ year: 2024, month: 12, day: 28 }, rule)).toEqual({ year: 2024, week: 52 })
    expect(weekOfYear({ year: 2024, month: 12, day: 29 }, rule)).toEqual({ year: 2025, week: 1 })
    expect(weekOfYear({ year: 2025, month: 1, day: 5 }, rule)).toEqual({ year: 2025, week: 2 })
  })

  it('is never week 0 of a month', () => {
    expect([1, 2, 3, 31].map(day => weekOfMonth({ year: 2024, month: 3, day }, rule))).toEqual([1, 1, 2, 6])
  })
})
