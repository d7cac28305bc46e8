import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EARLIEST, formatInstant, LATEST } from '../../../src/core/time/instant.ts'
import { formatReportDate, formatServerTime, parseReportDate } from '../../../src/core/time/report-date.ts'
import { offsetAt, parseZone, UTC } from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

const berlin = parseZone('Europe/Berlin')!

const read = (text: string, zone = berlin): string | null => {
  const instant = parseReportDate(text, zone)
  return instant === null ? null : formatInstant(instant)
}

describe('a date parameter', () => {
  it('without a time means 00:00 in the zone', () => {
    expect(read('2024-03-01')).toBe('2024-02-29T23:00:00.000Z')
    expect(read('2024-02-29', UTC)).toBe('2024-02-29T00:00:00.000Z')
  })

  it('has its time on the 24-hour clock', () => {
    expect(read('2024-03-01 14:05')).toBe('2024-03-01T13:05:00.000Z')
    expect(read('2024-03-01 00:00')).toBe('2024-02-29T23:00:00.000Z')
    expect(read('2024-03-01 23:59')).toBe('2024-03-01T22:59:00.000Z')
  })

  it('may have blanks around it', () => {
    expect(read('  2024-03-01 14:05\t')).toBe('2024-03-01T13:05:00.000Z')
  })

  it('in a skipped hour is the instant of the change', () => {
    expect(read('2024-03-31 02:30')).toBe('2024-03-31T01:00:00.000Z')
  })

  it('in a repeated hour is the earlier instant', () => {
    expect(read('2024-10-27 02:30')).toBe('2024-10-27T00:30:00.000Z')
  })

  it('on a skipped day is the instant of the change', () => {
    expect(read('2011-12-30', parseZone('Pacific/Apia')!)).toBe('2011-12-30T10:00:00.000Z')
  })

  it.each(['2024-02-30', '2023-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '2024-01-00'])(
    'is none when the date does not exist: %s',
    text => expect(read(text)).toBeNull(),
  )

  it.each(['2024-03-01 24:00', '2024-03-01 25:00', '2024-03-01 12:60'])(
    'is none when the time does not exist: %s',
    text => expect(read(text)).toBeNull(),
  )

  it.each([
    '',
    '2024-3-1',
    '2024-03',
    '24-03-01',
    '2024/03/01',
    '01.03.2024',
    '2024-03-01T14:05',
    '2024-03-01  14:05',
    '2024-03-01 14:05:00',
    '2024-03-01 9:05',
    '2024-03-01 2:05 PM',
    '2024-03-01 14:05Z',
    '+2024-03-01',
    '٢٠٢٤-٠٣-٠١',
  ])('is null for any other format: %j', text => expect(read(text)).toBeNull())

  it('is invalid before the year 1 or after the year 9999', () => {
    expect(read('0000-12-31', UTC)).toBeNull()
    expect(parseReportDate('0001-01-01', UTC)).toBe(EARLIEST)
    expect(read('0001-01-01', parseZone('+02:00')!)).toBeNull()
    expect(parseReportDate('9999-12-31 23:59', UTC)).toBe(LATEST - 59_999)
    expect(read('9999-12-31 23:59', parseZone('-02:00')!)).toBeNull()
  })
})

describe('an instant', () => {
  it('is formatted like date parameters, in the zone', () => {
    expect(formatReportDate(Date.parse('2024-03-01T13:05:59.999Z'), berlin)).toBe('2024-03-01 14:05')
    expect(formatReportDate(EARLIEST, UTC)).toBe('0001-01-01 00:00')
  })

  it('has seconds in error bodies', () => {
    expect(formatServerTime(Date.parse('2024-03-01T13:05:09.999Z'), berlin)).toBe('2024-03-01 14:05:09')
  })

  it('is unchanged when it is formatted and parsed, to the minute, outside repeated hours', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland', 'Asia/Kathmandu'].map(
      n => parseZone(n)!,
    )
    const minutes = fc.integer({ min: Date.UTC(1990, 0, 1) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (zone, minute) => {
        const instant = minute * 60_000
        const again = parseReportDate(formatReportDate(instant, zone), zone)!
        fc.pre(offsetAt(again, zone) === offsetAt(instant, zone))
        expect(again).toBe(instant)
      }),
      runs(100),
    )
  })
})
