import { describe, expect, it } from 'vitest'
import { defaultCalendar } from '../../../../src/core/time/calendar/default-calendar.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { DAY } from '../../../../src/core/time/local-time.ts'
import { parseZone } from '../../../../src/core/time/zone.ts'
import { nonWorkingTime } from '../../../../src/reports/report/explain/timeline.ts'

const calendar = defaultCalendar(parseZone('America/New_York')!)
const FROM = Date.parse('2024-03-08T20:30:00Z')

describe('the non-working time', () => {
  it('is the complement of working time, across a weekend and a DST change', () => {
    const until = FROM + 20 * DAY
    const gaps = nonWorkingTime(calendar, FROM, until)
    // Friday 17:00 to Monday 9:00, an hour less.
    expect(gaps[0]).toEqual([Date.parse('2024-03-08T22:00:00Z'), Date.parse('2024-03-11T13:00:00Z')])
    const length = gaps.reduce((sum, [from, to]) => sum + to - from, 0)
    expect(length).toBe(until - FROM - workingTime(calendar, FROM, until))
  })

  it('is omitted when it has too many intervals to draw', () => {
    expect(nonWorkingTime(calendar, FROM, FROM + 2500 * DAY).length).toBeGreaterThan(1500)
    expect(nonWorkingTime(calendar, FROM, FROM + 3500 * DAY)).toEqual([])
  })
})
