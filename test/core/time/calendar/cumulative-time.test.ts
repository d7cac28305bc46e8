import { describe, expect, it } from 'vitest'
import { type BucketTable, bucketTable } from '../../../../src/core/time/calendar/cumulative-time.ts'
import { workingSegments } from '../../../../src/core/time/calendar/working-segments.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { calendarOf, shapes, zones } from './calendars.ts'
import { calendar } from './notation.ts'
import { readBuckets } from './read-buckets.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

const [FROM, TO] = [Date.UTC(1990, 0, 1), Date.UTC(2035, 0, 1)]

function gridOf({ width, shift }: BucketTable): string {
  return `${width / MINUTE} min, shift ${shift / MINUTE}`
}

describe('a bucket table', () => {
  it('has buckets of a day if each day has one working interval', () => {
    const table = bucketTable(calendar('UTC', 'mo-fr 09:00-17:00'), Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 4, 12))
    expect(gridOf(table)).toBe('1440 min, shift 0')
    // Friday to Monday; days since 1970 begin at 19783.
    expect([...table.k]).toEqual([19783, 19784, 19785, 19786])
    expect([...table.start]).toEqual(
      ['01T09:00', '02T00:00', '03T00:00', '04T09:00'].map(day => Date.parse(`2024-03-${day}Z`)),
    )
    expect([...table.length]).toEqual([8 * HOUR, 0, 0, 8 * HOUR])
    expect([...table.cumulative]).toEqual([0, 8 * HOUR, 8 * HOUR, 8 * HOUR])
  })

  it('shifts its boundaries out of the working time', () => {
    // Nights 22-06 in UTC need a boundary between 06 and 22.
    const table = bucketTable(calendar('UTC', 'mo-su 22:00-06:00'), FROM, TO)
    expect(table.width).toBe(24 * HOUR)
    const border = (24 * HOUR - table.shift) % (24 * HOUR)
    expect(border).toBeGreaterThanOrEqual(6 * HOUR)
    expect(border).toBeLessThanOrEqual(22 * HOUR)
  })

  it('has narrower buckets if a day has a break', () => {
    expect(bucketTable(calendar('Europe/Berlin', 'mo-fr 09:00-12:00; mo-fr 13:00-17:30'), FROM, TO).width).toBe(
      12 * HOUR,
    )
  })

  it('has a working interval of 24 hours in each bucket of adjacent days', () => {
    const table = bucketTable(calendar('UTC', 'mo-su 00:00-24:00'), Date.UTC(2024, 2, 1), Date.UTC(2024, 2, 2, 12))
    expect([...table.length]).toEqual([24 * HOUR, 24 * HOUR])
    expect([...table.cumulative]).toEqual([0, 24 * HOUR])
  })

  it('rounds k down before 1970', () => {
    const on = calendar('UTC', 'mo-su 09:00-17:00')
    const table = bucketTable(on, Date.UTC(1969, 11, 30, 10), Date.UTC(1970, 0, 1, 10))
    expect([...table.k]).toEqual([-2, -1, 0])
    const buckets = readBuckets(table)
    expect(buckets(-1) - buckets(-12 * HOUR)).toBe(5 * HOUR)
  })

  it('covers both ends of any range', () => {
    const on = calendar('America/New_York', 'mo-su 22:00-06:00')
    for (const [from, to] of [
      [Date.UTC(2024, 2, 9, 23, 59, 59, 999), Date.UTC(2024, 2, 10, 6)],
      [5, 5],
    ] as const) {
      const buckets = readBuckets(bucketTable(on, from, to))
      expect(buckets(to) - buckets(from)).toBe(workingTime(on, from, to))
    }
  })

  it.each(zones)('has no gaps, and at most one interval per bucket, in %s', zone => {
    for (const shape of shapes) {
      const on = calendarOf(shape, zone)
      const [from, to] = [Date.UTC(2011, 0, 1), Date.UTC(2013, 0, 1)]
      const { width, shift, k, start, length } = bucketTable(on, from, to)
      const intervals: { from: number; to: number }[] = []
      k.forEach((number, i) => {
        const left = number * width - shift
        const inside = start[i]! >= left && start[i]! + length[i]! <= left + width
        if (number !== k[0]! + i || !inside) expect.fail(`${shape.name}: bucket ${number} has an interval outside`)
        if (length[i]! > 0) intervals.push({ from: start[i]!, to: start[i]! + length[i]! })
      })
      // The intervals of all buckets, merged at the boundaries, are exactly the working time.
      const [first, last] = [k[0]! * width - shift, (k.at(-1)! + 1) * width - shift]
      expect(joined(intervals), shape.name).toEqual(workingSegments(on, first, last))
    }
  })

  it('supports a break of one minute', () => {
    const on = calendar('Europe/Berlin', 'mo-fr 09:00-10:01; mo-fr 10:02-11:03; mo-fr 11:04-12:05; mo-fr 12:06-13:07')
    const [from, to] = [Date.UTC(2024, 2, 29), Date.UTC(2024, 3, 2)]
    const buckets = readBuckets(bucketTable(on, from, to))
    for (let at = from; at < to; at += MINUTE / 2) expect(buckets(at) - buckets(from)).toBe(workingTime(on, from, at))
  })

  it('rejects breaks that are too short for buckets of a minute', () => {
    const second = (start: number) => ({ weekday: 'monday' as const, start, end: start + 1000 })
    const on = { ...calendar('UTC', 'mo 09:00-17:00'), workingTimes: [0, 2000, 4000].map(second) }
    expect(() => bucketTable(on, FROM, TO)).toThrow('breaks that are too short')
  })
})

function joined(intervals: readonly { from: number; to: number }[]): { from: number; to: number }[] {
  const result: { from: number; to: number }[] = []
  for (const next of intervals) {
    const last = result.at(-1)
    if (last?.to === next.from) last.to = next.to
    else result.push({ ...next })
  }
  return result
}
