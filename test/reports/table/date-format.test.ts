import { describe, expect, it } from 'vitest'
import { patternOf } from '../../../src/reports/table/text-writer.ts'
import { dateNumberFormat } from '../../../src/reports/table/xlsx/date-format.ts'

const formatOf = (pattern: string, locale = 'en-US') => dateNumberFormat(patternOf(pattern), locale)

describe('a date pattern in a spreadsheet', () => {
  it.each([
    ['dd/MMM/yy h:mm a', '[$-409]dd"/"mmm"/"yy" "h":"mm" "AM/PM'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSS", '[$-409]yyyy"-"mm"-"dd"T"hh":"mm":"ss.000'],
    ['EEEE, d MMMM y', '[$-409]dddd", "d" "mmmm" "yyyy'],
    ['d \'of "M"\' M', '[$-409]d" ""of "\\""M"\\"" "m'],
    ['mm:ss', '[$-409]mm":"ss'],
  ])('%s is %s', (pattern, format) => expect(formatOf(pattern)).toBe(format))

  it('has the names of the language of the report, if it has a code', () => {
    expect(formatOf('MMM', 'de-DE')).toBe('[$-407]mmm')
    expect(formatOf('MMM', 'en-GB')).toBe('[$-809]mmm')
    expect(formatOf('MMM', 'tlh')).toBe('mmm')
  })

  it.each([
    ...['ww', 'G y', 'Z', 'z', 'XXX', 'D', 'F', 'u', 'K', 'k', 'YYYY', 'yyyyy', 'ddd', "'text'", ''],
    // Without AM or PM, 12 hours are ambiguous; with them, spreadsheets have no 24 hours.
    ...['h:mm', 'HH:mm a'],
    // Spreadsheets read minutes alone as months, and months after hours as minutes.
    ...['mm', 'HH MM', 'ss.S', 'ss,SSS'],
  ])('%s has no equivalent', pattern => expect(formatOf(pattern)).toBeNull())
})
