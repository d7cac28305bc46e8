import { describe, expect, it } from 'vitest'
import { formatTimeOfDay, parseTimeOfDay } from '../../../../src/core/time/calendar/time-of-day.ts'

describe('a time of day', () => {
  it('is HH:mm of the 24-hour clock, and 24:00', () => {
    expect(['00:00', '09:07', '23:59', '24:00'].map(parseTimeOfDay)).toEqual([0, 32_820_000, 86_340_000, 86_400_000])
  })

  it('has no other format', () => {
    for (const text of ['9:00', '09:60', '24:01', '25:00', '09:00:00', '-1:00', ' 09:00', '9am', ''])
      expect(parseTimeOfDay(text), text).toBe(null)
  })

  it('shows seconds only if they are not 0', () => {
    expect([0, 32_820_000, 86_400_000].map(formatTimeOfDay)).toEqual(['00:00', '09:07', '24:00'])
    expect([32_825_000, 32_825_040].map(formatTimeOfDay)).toEqual(['09:07:05', '09:07:05.040'])
  })

  it('past the end of the day is that of the next day', () => {
    expect(formatTimeOfDay(30 * 3_600_000)).toBe('06:00')
  })
})
