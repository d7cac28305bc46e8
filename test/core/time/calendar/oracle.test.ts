import { describe, expect, it } from 'vitest'
import { bucketTable } from '../../../../src/core/time/calendar/cumulative-time.ts'
import { explainWorkingTime } from '../../../../src/core/time/calendar/explain-working-time.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { SEED, sample } from '../../../support/sampling.ts'
import { calendarOf, shapes, zones } from './calendars.ts'
import { naiveClock, type Reading, readingByIntl, seeded } from './oracle.ts'
import { readBuckets } from './read-buckets.ts'

const MINUTE = 60_000
const DAY = 86_400_000

/** Clock changes of each zone, and ordinary days. The walk covers two days in both directions. */
const days = {
  'America/New_York': ['2024-03-10', '2024-11-03', '1974-01-06'],
  'Europe/Berlin': ['2024-03-31', '2024-10-27', '1980-04-06'],
  'Europe/Istanbul': ['2015-11-08', '2016-09-08', '1978-06-29'],
  'Asia/Kathmandu': ['1986-01-01', '2024-03-01'],
  'Australia/Lord_Howe': ['2024-04-07', '2024-10-06', '1981-03-01'],
  'Pacific/Apia': ['2011-12-30', '2012-04-01'],
  'Pacific/Auckland': ['2024-04-07', '2024-09-29'],
  'America/Sao_Paulo': ['2018-02-18', '2018-11-04'],
  'Africa/Casablanca': ['2024-03-10', '2024-04-14'],
  UTC: ['1970-01-01', '2000-02-29'],
} satisfies Record<(typeof zones)[number], string[]>

/** Returns a cached reading: all calendars walk over the same minutes. */
function cached(read: Reading): Reading {
  const known = new Map<number, number>()
  return instant => {
    const reading = known.get(instant) ?? read(instant)
    known.set(instant, reading)
    return reading
  }
}

describe('working time equals a walk over the wall clock', () => {
  it.each(zones)('minute by minute, around clock changes in %s', zone => {
    const random = seeded(SEED)
    const read = cached(readingByIntl(zone))
    for (const day of sample(zone, days[zone], 1)) {
      const from = Date.parse(`${day}T00:00Z`) - 2 * DAY
      const to = from + 5 * DAY
      for (const shape of shapes) {
        const calendar = calendarOf(shape, zone)
        const naive = naiveClock(shape, read, from, to, MINUTE)
        const buckets = readBuckets(bucketTable(calendar, from, to))
        for (let at = from; at < to; at += 7 * MINUTE + 1) {
          const other = from + Math.floor(random() * (to - from))
          const wanted = naive(at) - naive(other)
          const where = `${shape.name} ${new Date(other).toISOString()} ${new Date(at).toISOString()}`
          if (workingTime(calendar, other, at) !== wanted) expect.fail(`${where}: not ${wanted} of working time`)
          if (buckets(at) - buckets(other) !== wanted) expect.fail(`${where}: not ${wanted} in buckets`)
        }
        const walked = naive(to - 1) - naive(from)
        expect(explainWorkingTime(calendar, from, to - 1).millis, shape.name).toBe(walked)
      }
    }
  })

  it.each([
    ['America/New_York', '1883-11-18T17:00:00Z'],
    ['Asia/Kathmandu', '1919-12-31T18:18:44Z'],
    ['Australia/Lord_Howe', '1895-01-31T13:23:40Z'],
  ])('second by second, at the end of local mean time in %s', (zone, change) => {
    const read = cached(readingByIntl(zone))
    const [from, to] = [Date.parse(change) - 7 * 3_600_000, Date.parse(change) + 7 * 3_600_000]
    for (const shape of shapes) {
      const calendar = calendarOf(shape, zone)
      const naive = naiveClock(shape, read, from, to, 1000)
      const buckets = readBuckets(bucketTable(calendar, from, to))
      for (let at = from; at < to; at += 29_999) {
        const wanted = naive(at)
        const where = `${shape.name} ${new Date(at).toISOString()}`
        expect([workingTime(calendar, from, at), buckets(at) - buckets(from)], where).toEqual([wanted, wanted])
      }
    }
  })
})
