import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatDate,
  isPatternProblem,
  MAX_PATTERN_LENGTH,
  parseDatePattern,
} from '../../../src/core/time/date-pattern.ts'
import type { Instant } from '../../../src/core/time/instant.ts'
import { parseZone } from '../../../src/core/time/zone.ts'
import { runs } from '../../support/sampling.ts'

// A Friday, 14:05:09.007 in Berlin.
const friday: Instant = Date.parse('2024-03-01T13:05:09.007Z')

interface Setting {
  readonly at?: Instant | string
  readonly zone?: string
  readonly locale?: string
}

const write = (pattern: string, { at = friday, zone = 'Europe/Berlin', locale = 'en-US' }: Setting = {}): string => {
  const read = parseDatePattern(pattern)
  if (isPatternProblem(read)) throw new Error(read.problem)
  return formatDate(typeof at === 'string' ? Date.parse(at) : at, parseZone(zone)!, read, locale)
}

/** Returns the results of one pattern at several hours of a day in UTC. */
const atHours = (pattern: string, hours: readonly number[]): string =>
  hours.map(hour => write(pattern, { at: Date.UTC(2024, 2, 1, hour), zone: 'UTC' })).join(' ')

const problemOf = (pattern: string): string | null => {
  const read = parseDatePattern(pattern)
  return isPatternProblem(read) ? read.problem : null
}

describe('a date pattern', () => {
  it('writes dates as the tracker does by default', () => {
    expect(write('dd/MMM/yy')).toBe('01/Mar/24')
    expect(write('dd/MMM/yy h:mm a')).toBe('01/Mar/24 2:05 PM')
  })

  it('uses the names of the locale', () => {
    expect(write('EEEE, d. MMMM yyyy', { locale: 'de-DE' })).toBe('Freitag, 1. März 2024')
    expect(write('EEEE d MMMM yyyy', { locale: 'fr-FR' })).toBe('vendredi 1 mars 2024')
    expect(write('yyyy年M月d日 EEEE', { locale: 'ja-JP' })).toBe('2024年3月1日 金曜日')
  })

  it('writes ISO 8601', () => {
    expect(write("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")).toBe('2024-03-01T14:05:09.007+01:00')
  })

  it('reads the wall clock of the zone', () => {
    expect(write('yyyy-MM-dd HH:mm', { zone: 'Pacific/Auckland' })).toBe('2024-03-02 02:05')
    expect(write('yyyy-MM-dd HH:mm', { zone: 'Asia/Kathmandu' })).toBe('2024-03-01 18:50')
  })

  it('may be empty', () => expect(write('')).toBe(''))
})

describe('the letter', () => {
  it('y is the year: two digits for yy, else at least as many as there are letters', () => {
    expect(write('y yy yyy yyyy yyyyy')).toBe('2024 24 2024 2024 02024')
    expect(write('y yy yyyy', { at: '0005-06-01T12:00:00Z', zone: 'UTC' })).toBe('5 05 0005')
  })

  it('Y is the year that the week belongs to', () => {
    expect(write('Y YY YYYY', { at: '2024-12-30T12:00:00Z' })).toBe('2025 25 2025')
  })

  it('M is the month: a number, then an abbreviation, then the name', () => {
    expect(write('M MM MMM MMMM MMMMM')).toBe('3 03 Mar March March')
    expect(write('M MMM', { at: '2024-12-01T12:00:00Z' })).toBe('12 Dec')
  })

  it('M is the form next to a day, L the stand-alone form', () => {
    expect(write('d MMMM', { locale: 'ru-RU' })).toBe('1 марта')
    expect(write('LLLL', { locale: 'ru-RU' })).toBe('март')
    expect(write('L LL LLL LLLL')).toBe('3 03 Mar March')
  })

  it('M is the stand-alone form if it is the only field', () => {
    expect(write('MMMM', { locale: 'ru-RU' })).toBe('март')
    expect(write("'in' MMMM", { locale: 'ru-RU' })).toBe('in март')
    expect(write('MMMM yyyy', { locale: 'ru-RU' })).toBe('марта 2024')
  })

  it('M is a complete name in languages that number their months', () => {
    expect(write('MMM MMMM', { locale: 'ja-JP' })).toBe('3月 3月')
  })

  it('d is the day of the month, D of the year, F the occurrence of its weekday in the month', () => {
    expect(write('d dd D DDDD F')).toBe('1 01 61 0061 1')
    expect([7, 8, 14, 15, 29].map(day => write('F', { at: Date.UTC(2024, 2, day, 12) })).join('')).toBe('12235')
  })

  it('w is the week of the year, W that of the month, as the locale counts them', () => {
    expect(write('w ww W')).toBe('9 09 1')
    expect(write('w ww W', { locale: 'de-DE' })).toBe('9 09 0')
    expect(write('w W', { at: '2024-03-03T12:00:00Z' })).toBe('10 2')
    expect(write('w W', { at: '2024-03-03T12:00:00Z', locale: 'de-DE' })).toBe('9 0')
    expect(write('w ww', { at: '2024-12-29T12:00:00Z' })).toBe('1 01')
  })

  it('E is the name of the weekday, u its number with Monday as 1', () => {
    expect(write('E EE EEE EEEE u uu')).toBe('Fri Fri Fri Friday 5 05')
    expect(write('EEE u', { at: '2024-03-04T12:00:00Z' })).toBe('Mon 1')
    expect(write('EEE u', { at: '2024-03-03T12:00:00Z' })).toBe('Sun 7')
  })

  it('H counts hours from 0 to 23, k from 1 to 24, K from 0 to 11, h from 1 to 12', () => {
    expect(atHours('H', [0, 1, 11, 12, 13, 23])).toBe('0 1 11 12 13 23')
    expect(atHours('k', [0, 1, 11, 12, 13, 23])).toBe('24 1 11 12 13 23')
    expect(atHours('K', [0, 1, 11, 12, 13, 23])).toBe('0 1 11 0 1 11')
    expect(atHours('h', [0, 1, 11, 12, 13, 23])).toBe('12 1 11 12 1 11')
    expect(write('HH kk KK hh')).toBe('14 14 02 02')
  })

  it('a is AM or PM with nothing but these letters in English', () => {
    expect(atHours('a', [0, 11, 12, 23])).toBe('AM AM PM PM')
    expect(write('aaaa', { locale: 'en' })).toBe('PM')
    expect(write('a', { locale: 'zh-TW' })).toBe('下午')
    expect(write('a', { locale: 'zh-TW', at: '2024-03-01T04:00:00Z' })).toBe('上午')
  })

  it('m, s and S are minutes, seconds and milliseconds; milliseconds are a number, not a fraction', () => {
    expect(write('m mm s ss')).toBe('5 05 9 09')
    expect(write('S SS SSS SSSS')).toBe('7 07 007 0007')
    expect(write('S SS', { at: friday + 120 })).toBe('127 127')
  })

  it('z is the name of the zone at that instant, short up to three letters, long from four', () => {
    expect(write('z', { locale: 'de-DE' })).toBe('MEZ')
    expect(write('z', { locale: 'en-GB', at: '2024-07-01T12:00:00Z' })).toBe('CEST')
    expect(write('z', { zone: 'America/New_York' })).toBe('EST')
    expect(write('zzzz')).toBe('Central European Standard Time')
    expect(write('zzzz', { at: '2024-07-01T12:00:00Z' })).toBe('Central European Summer Time')
    expect(write('z', { zone: 'UTC' })).toBe('UTC')
    expect(write('z zzzz', { zone: '-09:30' })).toBe('GMT-09:30 GMT-09:30')
  })

  it('Z is the offset from UTC without a colon', () => {
    expect(write('Z ZZZZ')).toBe('+0100 +0100')
    expect(write('Z', { zone: 'UTC' })).toBe('+0000')
    expect(write('Z', { zone: 'America/New_York' })).toBe('-0500')
  })

  it('X is the offset by ISO 8601: hours, with minutes, with a colon, and Z for none', () => {
    expect(write('X XX XXX')).toBe('+01 +0100 +01:00')
    expect(write('X XX XXX', { zone: 'Asia/Kathmandu' })).toBe('+05 +0545 +05:45')
    expect(write('X XX XXX', { zone: 'UTC' })).toBe('Z Z Z')
  })

  it('G is the era', () => {
    expect(write('G')).toBe('AD')
    expect(write('GGGG')).toBe('AD')
    expect(write('y G', { at: '0000-06-01T12:00:00Z', zone: 'UTC' })).toBe('1 BC')
  })
})

describe('every locale', () => {
  it('has western digits and the Gregorian calendar', () => {
    expect(write('yyyy-MM-dd', { locale: 'ar-EG' })).toBe('2024-03-01')
    expect(write('MMMM yyyy', { locale: 'th-TH' })).toBe('มีนาคม 2024')
    expect(write('MMMM', { locale: 'fa-IR' })).toBe('مارس')
  })

  it('must be a language tag', () => {
    expect(() => write('yyyy', { locale: 'not a tag' })).toThrow(RangeError)
  })
})

describe('quotes', () => {
  it('keep letters as text', () => {
    expect(write("h 'o''clock' a")).toBe("2 o'clock PM")
    expect(write("'yyyy' yyyy")).toBe('yyyy 2024')
  })

  it('in pairs are a quote, inside and outside of quoted text', () => {
    expect(write("''yy''")).toBe("'24'")
    expect(write("yy''''yy")).toBe("24''24")
    expect(write("'''yy'")).toBe("'yy")
    expect(write("'yy'''")).toBe("yy'")
    expect(write("'a''b'''yy")).toBe("a'b'24")
  })

  it('can contain any text', () => {
    fc.assert(
      // A pattern of quotes alone has pairs, each of which is a quote.
      fc.property(
        fc.string({ minLength: 1, maxLength: 60 }).filter(text => /[^']/.test(text)),
        text => {
          expect(write(`'${text.replaceAll("'", "''")}'`)).toBe(text)
        },
      ),
      runs(200),
    )
  })

  it('are not needed for punctuation, digits and letters of other scripts', () => {
    expect(write('d.M.yy, №1 [年]\n')).toBe('1.3.24, №1 [年]\n')
  })
})

describe('an error in a pattern', () => {
  it('is an unknown letter, which the message names', () => {
    expect(problemOf('dd-bb')).toMatch(/^'b' is not a pattern letter\./)
    for (const letter of 'ABCIJNOPQRTUVbcefgijlnopqrtvx') expect(problemOf(letter)).toContain(`'${letter}'`)
  })

  it('lists the allowed letters', () => {
    expect(problemOf('T')).toContain('G y Y M L w W D d F E u a H k K h m s S z Z X')
  })

  it('is an unclosed quote, with its location', () => {
    expect(problemOf("yyyy 'T")).toBe('The quote at character 6 has no end.')
    expect(problemOf("yy 'a'' b")).toBe('The quote at character 4 has no end.')
    expect(problemOf("'")).toBe('The quote at character 1 has no end.')
    for (const pattern of ["'a''", "'''", "'a'''yy'", "yy'"])
      expect(problemOf(pattern)).toMatch(/^The quote at .* no end\.$/)
  })

  it('is an offset of more than three X', () => {
    expect(problemOf('XXXX')).toBe("'XXXX' has more than three X.")
    expect(problemOf('XXX X')).toBeNull()
  })

  it('is a pattern that is too long', () => {
    expect(problemOf('y'.repeat(MAX_PATTERN_LENGTH))).toBeNull()
    expect(problemOf('y'.repeat(MAX_PATTERN_LENGTH + 1))).toBe('It is longer than 200 characters.')
  })

  it('is found in any text, without other failures', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), text => {
        const read = parseDatePattern(text)
        expect(isPatternProblem(read) ? read.problem : write(text)).toBeTypeOf('string')
        if ((text.match(/'/g) ?? []).length % 2 === 1) expect(isPatternProblem(read)).toBe(true)
      }),
      runs(200),
    )
  })
})
