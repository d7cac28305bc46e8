import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allHours } from '../../../../src/core/measure/clock.ts'
import { unchangedBefore } from '../../../../src/core/measure/flow/ageing.ts'
import { workingClock } from '../../../../src/core/time/calendar/working-time.ts'
import { runs } from '../../../support/sampling.ts'
import { calendarOf, shapes, zones } from '../../time/calendar/calendars.ts'

const HOUR = 3_600_000
const AS_OF = Date.parse('2024-04-02T10:30:00Z')

/** Clocks of 24/7 and of calendars in several zones, whose clocks changed shortly before. */
const clocks = fc.constantFrom(
  allHours,
  ...shapes.flatMap(shape => zones.slice(0, 4).map(zone => workingClock(calendarOf(shape, zone)))),
)

const backwards = fc.integer({ min: 0, max: 60 * 24 * HOUR })

describe('the instant before which a change makes an issue unchanged', () => {
  it('divides the changes that are idle for longer from the others', () => {
    fc.assert(
      fc.property(
        clocks,
        fc.constantFrom(0, HOUR, 40 * HOUR, 120 * HOUR),
        backwards,
        backwards,
        (clock, idle, age, back) => {
          const earliest = AS_OF - Math.max(age, back)
          const before = unchangedBefore(clock, AS_OF, idle, earliest)
          const isIdle = (at: number) => clock(AS_OF) - clock(at) > idle
          for (const at of [AS_OF - Math.min(age, back), before - 1, before].filter(one => one >= earliest)) {
            expect(isIdle(at)).toBe(at < before)
          }
        },
      ),
      runs(100),
    )
  })

  it('is the instant five days before asOf on a clock that never stops', () => {
    expect(unchangedBefore(allHours, AS_OF, 120 * HOUR, 0)).toBe(AS_OF - 120 * HOUR)
  })

  it('is not before the first issue', () => {
    expect(unchangedBefore(allHours, AS_OF, 120 * HOUR, AS_OF - HOUR)).toBe(AS_OF - HOUR)
    expect(unchangedBefore(allHours, AS_OF, 0, AS_OF + HOUR)).toBe(AS_OF)
  })
})
