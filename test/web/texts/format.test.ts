import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { runs } from '../../support/sampling.ts'

/** Loads the formats for a browser with a locale. */
async function inLocale(language: string) {
  vi.stubGlobal('navigator', { language })
  return import('../../../src/web/texts/format.ts')
}

describe('numbers of values', () => {
  beforeEach(() => vi.resetModules())
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['1387.5', '1,387.5', '1.387,5'],
    ['766.0', '766.0', '766,0'],
    ['12345', '12,345', '12.345'],
    ['9007199254740993', '9,007,199,254,740,993', '9.007.199.254.740.993'],
    ['1044 d 5 h 2 m 35 s', '1,044 d 5 h 2 m 35 s', '1.044 d 5 h 2 m 35 s'],
    ['1044:05:02:35', '1044:05:02:35', '1044:05:02:35'],
    ['-', '-', '-'],
  ])('%s is %s in English, %s in German', async (text, english, german) => {
    expect((await inLocale('en-GB')).localizeNumbers(text)).toBe(english)
    vi.resetModules()
    expect((await inLocale('de-DE')).localizeNumbers(text)).toBe(german)
  })

  it.each([
    ['2025-04-07 13:05', '7 Apr 2025, 13:05', '07.04.2025, 13:05'],
    ['2025-04-07', '7 Apr 2025', '07.04.2025'],
    ['-', '-', '-'],
    ['07/Apr/25', '07/Apr/25', '07/Apr/25'],
    ['2025-99-07', '2025-99-07', '2025-99-07'],
  ])('the date %s is %s in English, %s in German', async (text, english, german) => {
    expect((await inLocale('en-GB')).localizeDate(text)).toBe(english)
    expect((await inLocale('de-DE')).localizeDate(text)).toBe(german)
  })

  it.each([
    ['2025-04', 'Apr 2025', 'Apr. 2025'],
    ['2025-04-07', '7 Apr 2025', '07.04.2025'],
    ['2025-Q2', '2025-Q2', '2025-Q2'],
    ['2025-13', '2025-13', '2025-13'],
    ['-', '-', '-'],
  ])('the period %s is %s in English, %s in German', async (text, english, german) => {
    expect((await inLocale('en-GB')).localizePeriod(text)).toBe(english)
    expect((await inLocale('de-DE')).localizePeriod(text)).toBe(german)
  })

  it.each([
    ['en-GB', ['21 Nov 2026,', '05:00']],
    ['en-US', ['Nov 21, 2026,', '5:00 AM']],
    ['ja-JP', ['2026/11/21', '5:00']],
  ])('a date wraps before its time: %s', async (locale, parts) => {
    const { dateTimeParts, formatDateTime } = await inLocale(locale)
    const at = Date.parse('2026-11-21T05:00Z')
    expect(dateTimeParts(at, 'UTC').map(part => part.replaceAll(/\s/g, ' '))).toEqual(parts)
    expect(dateTimeParts(at, 'UTC').join(' ').trim()).toBe(formatDateTime(at, 'UTC'))
  })

  it('writes the periods in a sentence of the server as others', async () => {
    const { localizePeriods } = await inLocale('en-GB')
    expect(localizePeriods('Only time in 2025-04 counts.')).toBe('Only time in Apr 2025 counts.')
    const kept = 'Only time in 2025-Q2 counts. WEB-2025-04 and 2025-04-01T00:00Z stay.'
    expect(localizePeriods(kept)).toBe(kept)
  })

  it('keep all digits', async () => {
    const { localizeNumbers } = await inLocale('de-DE')
    const number = fc.tuple(fc.bigInt(0n, 10n ** 20n), fc.constantFrom('', '.0', '.5', '.125'))
    fc.assert(
      fc.property(number, ([whole, decimals]) => {
        const shown = localizeNumbers(`${whole}${decimals}`)
        expect(shown.replaceAll('.', '').replace(',', '.')).toBe(`${whole}${decimals}`)
      }),
      runs(100),
    )
  })
})
