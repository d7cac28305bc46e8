import { describe, expect, it, vi } from 'vitest'
import { localeNames, zoneName } from '../../../src/core/time/locale-names.ts'
import { parseZone } from '../../../src/core/time/zone.ts'

describe('the words of a locale', () => {
  it('are those of the calendar in order', () => {
    const { months, weekdays, dayPeriods, eras } = localeNames('en-US')
    expect(months.short.join(' ')).toBe('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')
    expect(months.long[11]).toBe('December')
    expect(weekdays.long.join(' ')).toBe('Monday Tuesday Wednesday Thursday Friday Saturday Sunday')
    expect(dayPeriods).toEqual(['AM', 'PM'])
    expect(eras).toEqual(['BC', 'AD'])
  })

  it('are complete in every language, and plain blanks are in them', () => {
    for (const locale of [
      'de-DE',
      'fr-FR',
      'es-ES',
      'ru-RU',
      'fi-FI',
      'ja-JP',
      'zh-TW',
      'ko-KR',
      'ar-EG',
      'fa-IR',
      'th-TH',
      'he-IL',
    ]) {
      const { months, monthsAlone, weekdays, dayPeriods, eras } = localeNames(locale)
      const words = [months, monthsAlone, weekdays].flatMap(({ short, long }) => [...short, ...long])
      expect(words).toHaveLength(2 * (12 + 12 + 7))
      expect([...words, ...dayPeriods, ...eras].filter(word => word === '' || /^\d+$/.test(word))).toEqual([])
      expect(new Set(weekdays.long).size).toBe(7)
      expect(dayPeriods.join()).not.toMatch(/[\u00a0\u202f]/)
    }
  })

  it('are looked up once', () => {
    expect(localeNames('sv-SE')).toBe(localeNames('sv-SE'))
  })
})

describe('the name of a zone', () => {
  it('is that of summer or winter at that time', () => {
    const newYork = parseZone('America/New_York')!
    expect(zoneName(Date.UTC(2024, 0, 1), newYork, 'en-US', 'long')).toBe('Eastern Standard Time')
    expect(zoneName(Date.UTC(2024, 6, 1), newYork, 'en-US', 'short')).toBe('EDT')
  })

  it('of a fixed offset is the offset', () => {
    expect(zoneName(0, parseZone('+02:00')!, 'en-US', 'short')).toBe('GMT+02:00')
  })

  it('is the offset when the runtime has never heard of the zone', () => {
    const older = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
      throw new RangeError('Invalid time zone specified')
    })
    try {
      expect(zoneName(Date.UTC(2024, 0, 1), parseZone('America/Caracas')!, 'en-US', 'long')).toBe('GMT-04:00')
    } finally {
      older.mockRestore()
    }
  })
})
