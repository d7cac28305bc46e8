import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatInstant, type Instant, LATEST } from '../../../src/core/time/instant.ts'
import { localMillis } from '../../../src/core/time/local-time.ts'
import {
  formatInstantIn,
  formatOffset,
  instantAt,
  offsetAt,
  offsetTransitions,
  parseZone,
  UTC,
  wallClock,
  type Zone,
} from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

const zones = [
  'America/New_York',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Europe/Berlin',
  'Europe/Istanbul',
  'Asia/Istanbul',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Auckland',
]

const zone = (name: string): Zone => {
  const found = parseZone(name)
  if (!found) throw new Error(`no zone ${name}`)
  return found
}

const at = (text: string): Instant => Date.parse(text)

/** The instant in UTC of a wall-clock time `2024-03-01 02:30` in a zone. */
const instantOf = (reading: string, name: string): string =>
  formatInstant(instantAt(Date.parse(`${reading.replace(' ', 'T')}Z`), zone(name)))

const anyZone = fc.constantFrom(...zones).map(zone)
const instantsBetween = (from: string, to: string) =>
  fc.integer({ min: at(from) / 1000, max: at(to) / 1000 }).map(s => s * 1000)
const anyInstant = instantsBetween('1800-01-01T00:00:00Z', '2200-01-01T00:00:00Z')

/** Formatters by zone; the runtime has its own time zone database. */
const readers = new Map<string, Intl.DateTimeFormat>()
function readingByIntl(instant: Instant, name: string): number {
  const reader =
    readers.get(name) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  readers.set(name, reader)
  const parts = Object.fromEntries(reader.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  return localMillis({
    year: year!,
    month: month!,
    day: day!,
    hour: hour!,
    minute: minute!,
    second: second!,
    millisecond: 0,
  })
}

describe('an instant in ISO 8601', () => {
  const zone = (name: string) => parseZone(name)!

  it('has the offset of its zone, and Z without one', () => {
    const instant = Date.parse('2024-01-31T20:15:00.500Z')
    expect(formatInstantIn(instant, zone('Asia/Kathmandu'))).toBe('2024-02-01T02:00:00.500+05:45')
    expect(formatInstantIn(instant, zone('America/St_Johns'))).toBe('2024-01-31T16:45:00.500-03:30')
    expect(formatInstantIn(instant, zone('Europe/London'))).toBe('2024-01-31T20:15:00.500Z')
    expect(formatInstantIn(instant, UTC)).toBe('2024-01-31T20:15:00.500Z')
  })

  it('is in UTC where its zone has an offset with seconds, or the year has five digits', () => {
    const before = Date.parse('1880-01-01T00:00:00.000Z')
    expect(formatInstantIn(before, zone('Europe/Berlin'))).toBe('1880-01-01T00:00:00.000Z')
    expect(formatInstantIn(LATEST, zone('Asia/Tokyo'))).toBe('9999-12-31T23:59:59.999Z')
  })

  it('is the same instant in every zone', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('1900-01-01'), max: new Date('2400-01-01'), noInvalidDate: true }), date => {
        for (const name of ['Australia/Lord_Howe', 'Africa/Casablanca', 'Africa/Monrovia', '-09:30'])
          expect(Date.parse(formatInstantIn(date.getTime(), zone(name)))).toBe(date.getTime())
      }),
      runs(100),
    )
  })
})

describe('the names of zones', () => {
  it('are case-insensitive and spelled as in the database', () => {
    expect(parseZone('europe/BERLIN')).toEqual({ name: 'Europe/Berlin' })
    expect(parseZone(' america/new_york ')).toEqual({ name: 'America/New_York' })
    expect(parseZone('utc')).toEqual(UTC)
    expect(parseZone('etc/gmt+5')).toEqual({ name: 'Etc/GMT+5' })
  })

  it('are kept if a zone has several', () => {
    expect(parseZone('asia/istanbul')).toEqual({ name: 'Asia/Istanbul' })
    expect(parseZone('asia/calcutta')).toEqual({ name: 'Asia/Calcutta' })
  })

  it('may be fixed offsets, and Z and no offset at all are UTC', () => {
    expect(parseZone('+02:00')).toEqual({ name: '+02:00' })
    expect(parseZone('-09:30')).toEqual({ name: '-09:30' })
    expect(parseZone('+18:00')).toEqual({ name: '+18:00' })
    for (const text of ['Z', 'z', '+00:00', '-00:00']) expect(parseZone(text)).toEqual(UTC)
  })

  it('are null for unknown zones', () => {
    for (const text of [
      '',
      'Mars/Olympus',
      'Europe',
      '+2',
      '+18:01',
      '-19:00',
      '+02:60',
      '0200',
      '+0200',
      'constructor',
    ])
      expect(parseZone(text)).toBeNull()
  })

  it('throw if they were not parsed', () => {
    expect(() => offsetAt(0, { name: 'Mars/Olympus' })).toThrow()
  })
})

describe('the wall clock', () => {
  it('shows the date and time of the zone, and how far it is ahead of UTC', () => {
    expect(wallClock(at('2024-03-01T23:04:05.678Z'), zone('Asia/Kathmandu'))).toEqual({
      year: 2024,
      month: 3,
      day: 2,
      hour: 4,
      minute: 49,
      second: 5,
      millisecond: 678,
      offset: 345 * 60_000,
    })
    expect(offsetAt(at('2024-07-01T00:00:00Z'), zone('America/New_York'))).toBe(-4 * 3_600_000)
    expect(offsetAt(0, UTC)).toBe(0)
  })

  it('has a fixed offset at every instant', () => {
    fc.assert(
      fc.property(anyInstant, t => offsetAt(t, zone('-09:30')) === -(9.5 * 3_600_000)),
      runs(200),
    )
  })

  it('shows local mean time, seconds included, before there was standard time', () => {
    expect(offsetAt(at('1800-01-01T00:00:00Z'), zone('America/New_York'))).toBe(-(4 * 3600 + 56 * 60 + 2) * 1000)
    expect(offsetAt(at('1900-01-01T00:00:00Z'), zone('Asia/Kathmandu'))).toBe((5 * 3600 + 41 * 60 + 16) * 1000)
  })

  it('has summer time a hundred years from now', () => {
    expect(offsetAt(at('2124-01-15T00:00:00Z'), zone('Europe/Berlin'))).toBe(3_600_000)
    expect(offsetAt(at('2124-07-15T00:00:00Z'), zone('Europe/Berlin'))).toBe(7_200_000)
  })

  it('supports years before 100', () => {
    expect(wallClock(instantAt({ year: 24, month: 3, day: 1 }, UTC), UTC)).toMatchObject({ year: 24, month: 3, day: 1 })
  })

  // Both databases agree on the zones above; others may differ if one database is newer.
  it('agrees with the runtime at random instants from 1800 to 2200', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (z, t) => {
        expect(t + offsetAt(t, z)).toBe(readingByIntl(t, z.name))
      }),
      runs(400),
    )
  })

  it('agrees with the runtime in the seconds before and at every change from 1850 to 2100', () => {
    for (const name of zones)
      for (const { from } of offsetTransitions(zone(name), at('1850-01-01T00:00:00Z'), at('2100-01-01T00:00:00Z')))
        for (const t of [from - 1000, from])
          expect([name, t + offsetAt(t, zone(name))]).toEqual([name, readingByIntl(t, name)])
  })
})

describe('the instant of a wall-clock time', () => {
  it('in a skipped hour is the instant of the change', () => {
    expect(instantOf('2024-03-31 02:00', 'Europe/Berlin')).toBe('2024-03-31T01:00:00.000Z')
    expect(instantOf('2024-03-31 02:59', 'Europe/Berlin')).toBe('2024-03-31T01:00:00.000Z')
    expect(instantOf('2024-03-31 03:00', 'Europe/Berlin')).toBe('2024-03-31T01:00:00.000Z')
    expect(instantOf('2024-03-10 02:30', 'America/New_York')).toBe('2024-03-10T07:00:00.000Z')
    expect(instantOf('2024-10-06 02:15', 'Australia/Lord_Howe')).toBe('2024-10-05T15:30:00.000Z')
  })

  it('at a skipped midnight is the instant of the change', () => {
    expect(instantOf('2018-11-04 00:00', 'America/Sao_Paulo')).toBe('2018-11-04T03:00:00.000Z')
  })

  it('in a skipped day is the instant of the change', () => {
    expect(instantOf('2011-12-29 23:59', 'Pacific/Apia')).toBe('2011-12-30T09:59:00.000Z')
    expect(instantOf('2011-12-30 12:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
    expect(instantOf('2011-12-31 00:00', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
  })

  it('in a repeated hour is the earlier of the two', () => {
    expect(instantOf('2024-10-27 02:30', 'Europe/Berlin')).toBe('2024-10-27T00:30:00.000Z')
    expect(instantOf('2024-10-27 03:00', 'Europe/Berlin')).toBe('2024-10-27T02:00:00.000Z')
    expect(instantOf('2024-11-03 01:30', 'America/New_York')).toBe('2024-11-03T05:30:00.000Z')
    expect(instantOf('2024-04-07 01:45', 'Australia/Lord_Howe')).toBe('2024-04-06T14:45:00.000Z')
  })

  it('of a date is that of its 00:00', () => {
    expect(instantAt({ year: 2024, month: 3, day: 1 }, zone('Asia/Kathmandu'))).toBe(at('2024-02-29T18:15:00Z'))
  })

  it('is the same after a round trip, or the earlier instant with that wall-clock time', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (z, t) => {
        const reading = wallClock(t, z)
        const instant = instantAt(reading, z)
        expect(wallClock(instant, z)).toMatchObject({ ...reading, offset: offsetAt(instant, z) })
        expect(instant).toBeLessThanOrEqual(t)
        if (offsetAt(instant, z) === reading.offset) expect(instant).toBe(t)
      }),
      runs(200),
    )
  })

  it('is the first instant at which the clock shows that time or later, around every change', () => {
    for (const name of zones)
      for (const { from } of offsetTransitions(zone(name), at('1850-01-01T00:00:00Z'), at('2100-01-01T00:00:00Z')))
        for (const hours of [-24, -2, -1, -0.5, -0.25, 0, 0.25, 0.5, 1, 2, 24]) {
          const local = from + offsetAt(from, zone(name)) + hours * 3_600_000
          const instant = instantAt(local, zone(name))
          expect(instant + offsetAt(instant, zone(name))).toBeGreaterThanOrEqual(local)
          expect(instant - 1 + offsetAt(instant - 1, zone(name))).toBeLessThan(local)
        }
  })
})

describe('the periods between changes', () => {
  it('are split at the instants of the changes', () => {
    const ramadan = offsetTransitions(zone('Africa/Casablanca'), at('2024-01-01T00:00:00Z'), at('2025-01-01T00:00:00Z'))
    expect(ramadan).toEqual([
      { from: at('2024-01-01T00:00:00Z'), to: at('2024-03-10T02:00:00Z'), offset: 3_600_000 },
      { from: at('2024-03-10T02:00:00Z'), to: at('2024-04-14T02:00:00Z'), offset: 0 },
      { from: at('2024-04-14T02:00:00Z'), to: at('2025-01-01T00:00:00Z'), offset: 3_600_000 },
    ])
  })

  it('are one if the clock does not change, and none for an empty period', () => {
    expect(offsetTransitions(zone('+02:00'), 5, 9)).toEqual([{ from: 5, to: 9, offset: 7_200_000 }])
    expect(offsetTransitions(zone('Europe/Berlin'), 5, 5)).toEqual([])
    // Istanbul stayed on summer time in 2016: the name of its time changed, but not the offset.
    const istanbul = offsetTransitions(zone('Europe/Istanbul'), at('2016-08-01T00:00:00Z'), at('2024-01-01T00:00:00Z'))
    expect(istanbul).toHaveLength(1)
  })

  it('tile the period, and each has the offset of all its instants', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, anyInstant, (z, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const periods = offsetTransitions(z, from, to)
        expect(periods.map(period => period.from)).toEqual(
          from < to ? [from, ...periods.slice(0, -1).map(p => p.to)] : [],
        )
        if (from < to) expect(periods.at(-1)!.to).toBe(to)
        for (const period of periods) {
          expect(period.from).toBeLessThan(period.to)
          expect(offsetAt(period.from, z)).toBe(period.offset)
          expect(offsetAt(period.to - 1, z)).toBe(period.offset)
        }
      }),
      runs(20),
    )
  })
})

describe('an offset', () => {
  it('is formatted with its sign, hours and minutes', () => {
    expect(formatOffset(0)).toBe('+00:00')
    expect(formatOffset(345 * 60_000)).toBe('+05:45')
    expect(formatOffset(-210 * 60_000)).toBe('-03:30')
    expect(formatOffset(-(4 * 3600 + 56 * 60 + 2) * 1000)).toBe('-04:56')
  })
})
