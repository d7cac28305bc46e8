import { describe, expect, it } from 'vitest'
import type { WorkingCalendar } from '../../../../src/core/time/calendar/working-calendar.ts'
import { workingSegments } from '../../../../src/core/time/calendar/working-segments.ts'
import { formatInstant } from '../../../../src/core/time/instant.ts'
import { at, calendar } from './notation.ts'

function segments(on: WorkingCalendar, from: string, to: string): string[] {
  return workingSegments(on, at(from, on), at(to, on)).map(
    segment => `${formatInstant(segment.from).slice(5, 16)} ${formatInstant(segment.to).slice(5, 16)}`,
  )
}

describe('working segments', () => {
  it('are the working intervals in UTC, clipped to the period', () => {
    const on = calendar('Asia/Kathmandu', 'mo-fr 09:00-17:00')
    expect(segments(on, '2024-03-01 10:00', '2024-03-04 11:30')).toEqual([
      '03-01T04:15 03-01T11:15',
      '03-04T03:15 03-04T05:45',
    ])
  })

  it('continue across midnight and across a clock change', () => {
    const on = calendar('America/New_York', 'mo-su 22:00-06:00')
    expect(segments(on, '2024-03-09 12:00', '2024-03-10 12:00')).toEqual(['03-10T03:00 03-10T10:00'])
    const always = calendar('America/New_York', 'mo-su 00:00-24:00')
    expect(segments(always, '2024-03-09 12:00', '2024-03-12 12:00')).toEqual(['03-09T17:00 03-12T16:00'])
  })

  it('occur twice when the clock repeats them', () => {
    const on = calendar('America/New_York', 'su 01:15-01:45')
    expect(segments(on, '2024-11-03 00:00', '2024-11-04 00:00')).toEqual([
      '11-03T05:15 11-03T05:45',
      '11-03T06:15 11-03T06:45',
    ])
  })

  it('do not exist in an empty or negative period', () => {
    const on = calendar('UTC', 'mo-su 00:00-24:00')
    expect(workingSegments(on, 1000, 1000)).toEqual([])
    expect(workingSegments(on, 1000, 999)).toEqual([])
  })
})
