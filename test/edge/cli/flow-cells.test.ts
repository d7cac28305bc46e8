import { describe, expect, it } from 'vitest'
import { timeFormat, timeNote } from '../../../src/edge/cli/flow-cells.ts'

const HOUR = 3_600_000

describe('a time in a table of flow', () => {
  it('is in days of the calendar', () => {
    const time = timeFormat(8 * HOUR)
    expect([0, 7.94 * HOUR, 8 * HOUR, 65 * HOUR].map(time)).toEqual(['0.0 h', '7.9 h', '1.0 d', '8.1 d'])
    expect(timeFormat(24 * HOUR)(65 * HOUR)).toBe('2.7 d')
    expect(time(null)).toBe('-')
  })

  it('is in hours if the days of the calendar differ', () => {
    expect(timeFormat(null)(65 * HOUR)).toBe('65.0 h')
  })

  it('is explained, unless days have 24 hours', () => {
    const noteFor = (workingDay: number | null) => timeNote({ calendar: { name: 'Office' }, workingDay })
    expect(noteFor(24 * HOUR)).toBeNull()
    expect(noteFor(7.5 * HOUR)).toBe('A day (d) has 7.5 working hours of the calendar Office.')
    expect(noteFor(null)).toBe('Times are in working hours of the calendar Office. Its days differ in length.')
  })
})
