import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOfWeek, dayOfYear, localDateTime, localMillis } from '../../../src/core/time/local-time.ts'
import { runs } from '../../support/sampling.ts'

describe('a reading of the wall clock', () => {
  it('as a number counts the milliseconds since 1970 on that clock', () => {
    expect(localMillis({ year: 1970, month: 1, day: 2, hour: 3, minute: 4, second: 5, millisecond: 6 })).toBe(
      97_445_006,
    )
    expect(localMillis({ year: 1969, month: 12, day: 31 })).toBe(-86_400_000)
  })

  it('is unchanged when it is converted to a number and back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59Z') }),
        millis => {
          expect(localMillis(localDateTime(millis))).toBe(millis)
        },
      ),
      runs(100),
    )
  })

  it('rolls over past the end of a month', () => {
    expect(localDateTime(localMillis({ year: 2024, month: 12, day: 32 }))).toMatchObject({
      year: 2025,
      month: 1,
      day: 1,
    })
  })
})

describe('a day', () => {
  it('has a number in its year', () => {
    expect(dayOfYear({ year: 2024, month: 3, day: 1 })).toBe(61)
    expect(dayOfYear({ year: 2023, month: 12, day: 31 })).toBe(365)
    expect(dayOfYear({ year: 2024, month: 12, day: 31 })).toBe(366)
  })

  it('has a number in its week: Monday is 1, Sunday is 7', () => {
    expect(dayOfWeek({ year: 2024, month: 3, day: 4 })).toBe(1)
    expect(dayOfWeek({ year: 2024, month: 3, day: 10 })).toBe(7)
    expect(dayOfWeek({ year: 1970, month: 1, day: 1 })).toBe(4)
    expect(dayOfWeek({ year: 1969, month: 12, day: 28 })).toBe(7)
  })
})
