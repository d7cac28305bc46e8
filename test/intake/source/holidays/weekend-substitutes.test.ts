import { describe, expect, it } from 'vitest'
import { nationalHolidays } from '../../../../src/intake/source/holidays/national-holidays.ts'

/** Returns the names of the public holidays on these dates; `null` for none. */
function namesOn(country: string, region: string | null, dates: readonly string[]) {
  const years = dates.map(date => Number(date.slice(0, 4)))
  const all = nationalHolidays(country, region, { first: Math.min(...years), last: Math.max(...years) })
  return dates.map(date => all.find(holiday => holiday.date === date)?.name ?? null)
}

/** Days that governments announced. */
const announced = [
  ['MY', null, ['2022-07-11', '2022-10-10', '2016-10-03', '2024-06-17']],
  ['MY', '10', ['2022-07-11', '2022-10-10']],
  // The Monday is Malaysia Day.
  ['MY', null, ['2024-09-17']],
  ['SG', null, ['2020-05-25', '2022-07-11', '2019-08-12']],
  // Idd-ul-Azha was moved by notices in the Kenya Gazette.
  ['KE', null, ['2020-05-25', '2019-08-12', '2022-07-11']],
  // The second day of the Chinese New Year, and the birthday of the king, are on the Monday.
  ['MY', null, ['2023-01-24', '2026-06-02']],
  ['MY', null, ['2019-05-20', '2022-05-16', '2019-10-28', '2015-05-04', '2023-04-24']],
  ['SG', null, ['2014-10-06']],
  // Friday is in the weekend of Johor until 2024, and of Kedah; Saturday in that of Kelantan and Terengganu.
  ['MY', '01', ['2014-02-02', '2015-02-22', '2015-12-27', '2016-09-18']],
  ['MY', '02', ['2008-02-10', '2011-09-18', '2012-09-02']],
  ['MY', '03', ['2010-05-02', '2010-12-26', '2013-09-01']],
  ['MY', '11', ['2010-05-02', '2010-12-26']],
  ['AL', null, ['2024-06-17', '2025-03-31']],
] as const

describe('a religious holiday on a weekend', () => {
  it.each(announced)('has its substitute in %s %s on %j', (country, region, dates) => {
    for (const name of namesOn(country, region, dates)) expect(name).toMatch(/ \(substitute day\)$/)
  })

  it.each([
    ['Johor', '01', ['2022-07-11', '2022-10-10']],
    ['Terengganu', '11', ['2022-07-11', '2022-10-10']],
  ])('has none in %s, whose weekend was on Friday and Saturday', (_, region, dates) => {
    expect(namesOn('MY', region, dates)).toEqual([null, null])
  })

  it('has no other day in a state with another weekend', () => {
    // Christmas 2022 and the Independence Day of 2014 were on a Sunday, which is a working day there.
    for (const region of ['01', '02', '03', '11'])
      expect(namesOn('MY', region, ['2022-12-26', '2014-09-01'])).toEqual([null, null])
    expect(namesOn('MY', '01', ['2013-02-12', '2025-08-31', '2025-09-01'])).not.toContain(null)
  })

  it('has none on a Saturday, nor where no law moves it', () => {
    // Awal Muharram was on Saturday 2022-07-30; Indonesia had Eid al-Adha on Sunday 2022-07-10.
    expect(namesOn('MY', null, ['2022-07-31', '2022-08-01'])).toEqual([null, null])
    expect(namesOn('ID', null, ['2022-07-11'])).toEqual([null])
  })

  it('on a weekday, and dates of other kinds, are as before', () => {
    expect(namesOn('MY', null, ['2022-12-26', '2022-05-02', '2023-01-23'])).not.toContain(null)
    const all = nationalHolidays('MY', null, { first: 2000, last: 2040 })
    expect(new Set(all.map(({ date }) => date)).size).toBe(all.length)
  })
})
