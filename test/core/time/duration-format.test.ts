import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRaw } from '../../../src/core/time/decimal.ts'
import * as formats from '../../../src/core/time/duration-format.ts'
import { type ViewFormat, viewFormats } from '../../../src/core/time/duration-format.ts'
import { runs } from '../../support/sampling.ts'

const formatCount = (raw: string) => formats.formatCount(parseRaw(raw))
const formatDuration = (raw: string, format: ViewFormat, day: number) =>
  formats.formatDuration(parseRaw(raw), format, day)

const HOUR = 3_600_000
const DAY = 24 * HOUR
const BUSINESS_DAY = 8 * HOUR

const millis = (days: number, hours = 0, minutes = 0, seconds = 0): string =>
  String(days * DAY + hours * HOUR + minutes * 60_000 + seconds * 1000)
const all = (raw: string, day = DAY): Record<string, string> =>
  Object.fromEntries(viewFormats.map(format => [format, formatDuration(raw, format, day)]))

describe('the view formats', () => {
  it('are the eight of the contract', () => {
    expect(viewFormats).toEqual([
      'humanReadable',
      'ddhhmmss',
      'hhmmss',
      'days',
      'hours',
      'minutes',
      'seconds',
      'milliseconds',
    ])
  })

  it('format a duration in eight formats', () => {
    expect(all(millis(44, 5, 2, 35))).toEqual({
      humanReadable: '44 d 5 h 2 m 35 s',
      ddhhmmss: '44:05:02:35',
      hhmmss: '1061:02:35',
      days: '44.2',
      hours: '1061.0',
      minutes: '63662.6',
      seconds: '3819755',
      milliseconds: '3819755000',
    })
  })

  it('format 0', () => {
    expect(all('0')).toEqual({
      humanReadable: '0 s',
      ddhhmmss: '00:00:00:00',
      hhmmss: '00:00:00',
      days: '0.0',
      hours: '0.0',
      minutes: '0.0',
      seconds: '0',
      milliseconds: '0',
    })
  })
})

describe('humanReadable', () => {
  it.each([
    [millis(2, 0, 0, 1), '2 d 0 h 0 m 1 s'],
    [millis(0, 5, 0, 3), '5 h 0 m 3 s'],
    [millis(0, 0, 7), '7 m 0 s'],
    [millis(0, 0, 0, 9), '9 s'],
    ['999', '0 s'],
  ])('has every part from the largest one down: %s is %s', (raw, text) => {
    expect(formatDuration(raw, 'humanReadable', DAY)).toBe(text)
  })
})

describe('parts of a duration', () => {
  it('are truncated, not rounded', () => {
    expect(formatDuration('59999.999', 'humanReadable', DAY)).toBe('59 s')
    expect(formatDuration('59999.999', 'ddhhmmss', DAY)).toBe('00:00:00:59')
    expect(formatDuration('3599999.999', 'hhmmss', DAY)).toBe('00:59:59')
  })

  it('have at least two digits, and days and hours as many as they need', () => {
    expect(formatDuration(millis(123, 4), 'ddhhmmss', DAY)).toBe('123:04:00:00')
    expect(formatDuration(millis(1, 4), 'ddhhmmss', DAY)).toBe('01:04:00:00')
    expect(formatDuration(millis(0, 4), 'hhmmss', DAY)).toBe('04:00:00')
  })

  it('sum up to the whole seconds for any length of day', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.constantFrom(24, 8, 7.5, 1), (length, hours) => {
        const day = hours * HOUR
        const parts = formatDuration(String(length), 'ddhhmmss', day).split(':').map(BigInt) as [
          bigint,
          bigint,
          bigint,
          bigint,
        ]
        const [d, h, m, s] = parts
        expect(d * BigInt(day / 1000) + h * 3600n + m * 60n + s).toBe(length / 1000n)
        expect((h * 3600n + m * 60n + s) * 1000n < BigInt(day)).toBe(true)
        expect(m < 60n && s < 60n).toBe(true)
      }),
      runs(200),
    )
  })

  it('are the same numbers in humanReadable as in ddhhmmss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 * DAY }), length => {
        const spoken = formatDuration(String(length), 'humanReadable', BUSINESS_DAY).match(/\d+/g)!.map(Number)
        const clock = formatDuration(String(length), 'ddhhmmss', BUSINESS_DAY).split(':').map(Number)
        expect([0, 0, 0, 0, ...spoken].slice(-4)).toEqual(clock)
      }),
      runs(200),
    )
  })
})

describe('days, hours and minutes', () => {
  it('have exactly one decimal', () => {
    expect(formatDuration(millis(5), 'days', DAY)).toBe('5.0')
    expect(formatDuration(millis(0, 1, 30), 'hours', DAY)).toBe('1.5')
    expect(formatDuration(millis(0, 0, 2), 'minutes', DAY)).toBe('2.0')
  })

  it('round halves away from zero', () => {
    expect(formatDuration('3000', 'minutes', DAY)).toBe('0.1')
    expect(formatDuration('2999.999', 'minutes', DAY)).toBe('0.0')
    expect(formatDuration(millis(0, 0, 15), 'hours', DAY)).toBe('0.3')
    expect(formatDuration(String(DAY / 20), 'days', DAY)).toBe('0.1')
    expect(formatDuration(String(DAY / 20 - 1), 'days', DAY)).toBe('0.0')
  })
})

describe('seconds and milliseconds', () => {
  it('are whole, halves rounded away from zero', () => {
    expect(formatDuration('1499.999', 'seconds', DAY)).toBe('1')
    expect(formatDuration('1500', 'seconds', DAY)).toBe('2')
    expect(formatDuration('2500', 'seconds', DAY)).toBe('3')
    expect(formatDuration('2.5', 'milliseconds', DAY)).toBe('3')
    expect(formatDuration('2.499', 'milliseconds', DAY)).toBe('2')
  })

  it('keep all digits of large numbers', () => {
    expect(formatDuration('9007199254740993', 'milliseconds', DAY)).toBe('9007199254740993')
  })
})

describe('the business day', () => {
  it('turns 24 hours of working time into three days', () => {
    expect(formatDuration(millis(0, 120), 'days', DAY)).toBe('5.0')
    expect(formatDuration(millis(0, 24), 'days', DAY)).toBe('1.0')
    expect(formatDuration(millis(0, 24), 'days', BUSINESS_DAY)).toBe('3.0')
  })

  it('changes what a day is in humanReadable, ddhhmmss and days only', () => {
    const [calendar, business] = [all(millis(1, 9, 1, 1)), all(millis(1, 9, 1, 1), BUSINESS_DAY)]
    const changed = viewFormats.filter(format => calendar[format] !== business[format])
    expect(changed).toEqual(['humanReadable', 'ddhhmmss', 'days'] satisfies ViewFormat[])
    expect(business.humanReadable).toBe('4 d 1 h 1 m 1 s')
    expect(business.ddhhmmss).toBe('04:01:01:01')
    expect(business.days).toBe('4.1')
  })

  it('need not be whole hours', () => {
    expect(formatDuration(millis(0, 7, 45), 'humanReadable', 7.5 * HOUR)).toBe('1 d 0 h 15 m 0 s')
  })
})

describe('counts', () => {
  it('are integers in lists', () => {
    expect(formatCount('3')).toBe('3')
  })

  it('have one decimal as averages, medians and deviations, unless they are whole', () => {
    expect(formatCount('2')).toBe('2')
    expect(formatCount('2.5')).toBe('2.5')
    expect(formatCount('0.333')).toBe('0.3')
    expect(formatCount('0.25')).toBe('0.3')
    expect(formatCount('1.999')).toBe('2.0')
  })
})
