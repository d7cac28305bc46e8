import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calendarOperations } from '../../../src/app/operations/calendars.ts'
import { type Calls, localCalls } from '../../../src/app/operations/operation.ts'
import type { Years } from '../../../src/core/time/calendar/working-calendar.ts'
import { parseZone, UTC } from '../../../src/core/time/zone.ts'
import { nationalHolidays } from '../../../src/intake/source/holidays/national-holidays.ts'
import { type CalendarDeps, MAX_CALENDARS } from '../../../src/reports/calendars/manage-calendars.ts'
import { calendarOf, parseNewDefinition, writeVersion } from '../../../src/reports/calendars/working-calendars.ts'
import { openStore } from '../../../src/store/engine/open-store.ts'
import type { Store } from '../../../src/store/engine/store.ts'
import { deleteReplacedCalendars } from '../../../src/store/rows/calendars.ts'
import { plain } from '../../../src/store/sql/sql.ts'
import { addIssue } from '../../store/small-batch.ts'
import { itDrawn } from '../../support/drawn-test.ts'
import { ONE_THREAD } from '../../support/one-thread.ts'
import { collectReport, NOW } from '../../support/run-reports.ts'
import { storeTemplate } from '../../support/store-template.ts'

const NOTHING = { file: null, name: null, country: null, region: null, timeZone: null, hours: null, ics: null }
const OFFICE = {
  name: 'Office',
  timeZone: 'Europe/Berlin',
  workingTimes: [{ weekday: 'monday', start: '08:00', end: '16:00' }],
  holidays: [{ name: 'Company day', date: '2026-12-25', recurring: false }],
}
const file = (json: unknown) => ({ ...NOTHING, file: { name: 'office.json', json } })

let store: Store
const calendarsOf = (deps: CalendarDeps) => localCalls(calendarOperations, deps)

let calendars: Calls<typeof calendarOperations>
let dir: string
const emptyStore = storeTemplate(async () => {})

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sojourn-test-'))
  const { copyTo } = await emptyStore()
  copyTo(join(dir, 'store'))
  store = await openStore(join(dir, 'store'), { create: false, limits: ONE_THREAD })
  calendars = calendarsOf({ store, now: () => NOW, zone: UTC })
})

afterEach(async () => {
  await store.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('a working calendar', () => {
  it('is added with the next free number, and shown in its file format', async () => {
    expect(await calendars.add(null, file(OFFICE))).toBe('1')
    expect(await calendars.add(null, file(OFFICE))).toBe('2')
    expect(await calendars.show('1')).toMatchObject({ name: 'Office', timeZone: 'Europe/Berlin' })
  })

  it('is parsed in slices before it is stored, and then no more', async () => {
    const workingTimes = Array.from({ length: 24 }, (_, hour) => {
      const two = String(hour).padStart(2, '0')
      return { start: `${two}:00`, end: `${two}:30` }
    })
    const exceptions = Array.from({ length: 5000 }, (_, i) => {
      return { date: new Date(Date.UTC(2010, 0, 1 + i)).toISOString().slice(0, 10), workingTimes }
    })
    const definition = JSON.stringify({ ...OFFICE, exceptions })
    let turns = 0
    const turn = () => {
      turns++
      waiting = setImmediate(turn)
    }
    let waiting = setImmediate(turn)
    await parseNewDefinition(definition)
    clearImmediate(waiting)
    // 120,000 periods take more than three slices on any machine.
    expect(turns).toBeGreaterThan(3)
    const parse = vi.spyOn(JSON, 'parse')
    try {
      expect(calendarOf(definition).exceptions).toHaveLength(5000)
      expect(parse).not.toHaveBeenCalled()
    } finally {
      parse.mockRestore()
    }
  })

  it('can have an explicit id, which must be unique in any case', async () => {
    expect(await calendars.add('Berlin', file(OFFICE))).toBe('Berlin')
    await expect(calendars.add('berlin', file(OFFICE))).rejects.toThrow("There is a calendar 'berlin' already")
  })

  it('is rejected when there are as many as allowed', async () => {
    await calendars.add(null, file(OFFICE))
    const others = MAX_CALENDARS - 2
    const copies = `insert into calendar select 'c' || i, version, false from calendar, range(${others}) r(i) where id = '1'`
    await store.transact(run => run(plain(copies)))
    await expect(calendars.add(null, file(OFFICE))).rejects.toMatchObject({ code: 'CALENDARS_TOO_MANY' })
    await calendars.remove('c0')
    expect(await calendars.add(null, file(OFFICE))).toBe('2')
  })

  it('has its own id when several are added at once', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => calendars.add(null, file(OFFICE))))
    expect(ids.sort()).toEqual(['1', '2', '3'])
    const taken = [1, 2].map(() => calendars.add('x', file(OFFICE)).catch(({ code }) => code))
    expect((await Promise.all(taken)).sort()).toEqual(['CALENDAR_TAKEN', 'x'])
  })

  it('in a file with an unknown region is rejected with its other errors', async () => {
    const wrong = { ...OFFICE, name: '', publicHolidays: { country: 'DE', region: 'XX' } }
    await expect(calendars.add(null, file(wrong))).rejects.toMatchObject({
      code: 'CALENDAR_INVALID',
      parameters: { problems: ['name is empty', expect.stringContaining("publicHolidays.region 'XX'")] },
    })
  })

  it('with errors is rejected with all of them', async () => {
    const wrong = {
      ...OFFICE,
      timeZone: 'Mars/Base',
      workingTimes: [{ weekday: 'moonday', start: '25:00', end: '16:00' }],
    }
    const error = await calendars.add(null, file(wrong)).catch(String)
    expect(error).toContain('Mars/Base')
    expect(error).toContain('moonday')
    expect(error).toContain('25:00')
    expect(await calendars.list()).toHaveLength(1)
  })

  it('gets the public holidays of a country', async () => {
    await calendars.add('de', { ...NOTHING, country: 'de' })
    const dates = (await calendars.show('de')).holidays.map(({ date }) => date)
    expect(dates).toContain('2027-10-03')
    expect(dates).not.toContain('2027-01-06')
    await expect(calendars.add(null, { ...NOTHING, country: 'DE', region: 'XX' })).rejects.toThrow(
      'not the code of a region of DE',
    )
  })

  it('keeps its country and region, with the public holidays of 2000 to 2040', async () => {
    await calendars.add('by', { ...NOTHING, country: 'de', region: 'by' })
    const { publicHolidays, holidays } = await calendars.show('by')
    expect(publicHolidays).toEqual({ country: 'DE', region: 'BY', firstYear: 2000, lastYear: 2040 })
    const dates = holidays.map(({ date }) => date)
    expect(dates).toContain('2000-01-01')
    expect(dates).toContain('2015-12-25')
    expect(dates).toContain('2040-12-26')
    // No holiday of the whole country.
    expect(dates).toContain('2027-01-06')
    expect(new Set(dates.map(date => date.slice(0, 4))).size).toBe(41)
    // The shown calendar can be added again without a change.
    await calendars.add('again', file(await calendars.show('by')))
    expect(await calendars.show('again')).toEqual(await calendars.show('by'))
  })

  it('can have a country without years in its file', async () => {
    await calendars.add('de', file({ ...OFFICE, publicHolidays: { country: 'DE' } }))
    const { publicHolidays, holidays } = await calendars.show('de')
    expect(publicHolidays).toEqual({ country: 'DE', firstYear: 2000, lastYear: 2040 })
    expect(holidays).toContainEqual(expect.objectContaining({ date: '2026-12-25', name: 'Company day' }))
    expect(holidays.map(({ date }) => date)).toContain('2015-12-25')
    const wrong = { ...OFFICE, publicHolidays: { country: 'DE', firstYear: 2040, lastYear: 2000 } }
    await expect(calendars.add(null, file(wrong))).rejects.toThrow('publicHolidays.firstYear')
    await expect(calendars.add(null, file({ ...OFFICE, publicHolidays: { country: 'QQ' } }))).rejects.toMatchObject({
      code: 'CALENDAR_INVALID',
      parameters: { problems: [expect.stringContaining('publicHolidays.country')] },
    })
  })

  it('of a country has its time zone, the given one or that of the server, and never silently another one', async () => {
    const zoneOf = async (id: string) => (await calendars.show(id)).timeZone
    await calendars.add('de', { ...NOTHING, country: 'DE' })
    expect(await zoneOf('de')).toBe('Europe/Berlin')
    await calendars.add('la', { ...NOTHING, country: 'US', region: 'CA' })
    expect(await zoneOf('la')).toBe('America/Los_Angeles')
    const us = { ...NOTHING, country: 'US' }
    await expect(calendars.add(null, us)).rejects.toThrow(/--time-zone.*America\/New_York, .*Pacific\/Honolulu/)
    await calendars.add('ny', { ...us, timeZone: 'America/New_York' })
    expect(await zoneOf('ny')).toBe('America/New_York')
    const there = calendarsOf({ store, now: () => NOW, zone: parseZone('America/Denver')! })
    await there.add('denver', us)
    expect(await zoneOf('denver')).toBe('America/Denver')
    await calendars.add('file', { ...file(OFFICE), timeZone: 'Asia/Tokyo' })
    expect(await zoneOf('file')).toBe('Asia/Tokyo')
    await expect(calendars.add(null, { ...us, timeZone: 'Mars/Base' })).rejects.toThrow("--time-zone: 'Mars/Base'")
  })

  it('gets other hours for Monday to Friday when there is no file', async () => {
    await calendars.add('de', { ...NOTHING, country: 'DE', hours: '08:00-12:00,13:00-16:30' })
    const { workingTimes } = await calendars.show('de')
    expect(workingTimes).toHaveLength(10)
    expect(workingTimes.slice(0, 2)).toEqual([
      { weekday: 'monday', start: '08:00', end: '12:00' },
      { weekday: 'monday', start: '13:00', end: '16:30' },
    ])
    for (const hours of ['', '9-17', '09:00-17:00,16:00-18:00', '25:00-26:00', '09:00-17:00,']) {
      await expect(calendars.add(null, { ...NOTHING, hours })).rejects.toThrow(`--hours: '${hours}'`)
    }
    await expect(calendars.add(null, { ...file(OFFICE), hours: '09:00-17:00' })).rejects.toThrow('office.json has')
  })

  it('reports the years between two instants without holiday data', async () => {
    const lacking = async (id: string, from: string, to: string) =>
      (await calendars.explain(id, from, to)).yearsWithoutHolidays
    await calendars.add('de', { ...NOTHING, country: 'DE' })
    expect(await lacking('de', '1998-06-01', '2001-06-01')).toEqual([1998, 1999])
    expect(await lacking('de', '2039-06-01', '2042-06-01')).toEqual([2041, 2042])
    expect(await lacking('de', '2015-01-01', '2016-01-01')).toEqual([])
    await calendars.add('own', file(OFFICE))
    expect(await lacking('own', '2025-12-31', '2027-01-02')).toEqual([2025, 2027])
    expect(await lacking('0', '2025-12-31', '2027-01-02')).toEqual([])
    const yearly = [{ name: 'Christmas', date: '2020-12-25', recurring: true }]
    await calendars.add('yearly', file({ ...OFFICE, holidays: [...OFFICE.holidays, ...yearly] }))
    expect(await lacking('yearly', '1998-12-31', '2027-01-02')).toEqual([])
    const { days } = await calendars.explain('de', '2015-12-25', '2015-12-26')
    expect(days).toMatchObject([{ date: '2015-12-25', why: 'holiday Christmas Day', millis: 0 }])
  })

  it('prefers its own holidays to those of a country', async () => {
    await calendars.add('de', { ...file(OFFICE), country: 'DE' })
    const { holidays } = await calendars.show('de')
    expect(holidays.filter(({ date }) => date === '2026-12-25').map(({ name }) => name)).toEqual(['Company day'])
    expect(holidays.map(({ date }) => date)).toContain('2026-12-26')
  })

  it('gets the days of an iCalendar file, including recurring events and events of several days', async () => {
    const text = [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//example//EN',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART;VALUE=DATE:20261228',
      'DTEND;VALUE=DATE:20261231',
      'SUMMARY:Closed',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:2',
      'DTSTART;VALUE=DATE:20100501',
      'RRULE:FREQ=YEARLY',
      'SUMMARY:May Day',
      'END:VEVENT',
      'END:VCALENDAR',
    ].join('\r\n')
    await calendars.add('ics', { ...NOTHING, ics: { name: 'days.ics', text } })
    expect((await calendars.show('ics')).holidays.map(({ date, name }) => `${date} ${name}`)).toEqual([
      ...Array.from({ length: 17 }, (_, i) => `${2010 + i}-05-01 May Day`),
      '2026-12-28 Closed',
      '2026-12-29 Closed',
      '2026-12-30 Closed',
      ...Array.from({ length: 14 }, (_, i) => `${2027 + i}-05-01 May Day`),
    ])
    await expect(calendars.add(null, { ...NOTHING, ics: { name: 'no.ics', text: 'hello' } })).rejects.toThrow(
      'no.ics is not an iCalendar file',
    )
  })

  it('is replaced by a new version; the old buckets are kept for running reports', async () => {
    await calendars.add('1', file(OFFICE))
    const versions = async () =>
      (
        await store.query(
          plain(
            `select distinct b.version from calendar_bucket b join calendar_version v using (version) where calendar_id = '1' order by 1`,
          ),
        )
      ).map(row => row.version)
    const [first] = await versions()
    await calendars.replace('1', file({ ...OFFICE, name: 'New' }))
    expect((await calendars.show('1')).name).toBe('New')
    expect(await versions()).toHaveLength(2)
    expect(await versions()).toContain(first)
    await store.transact(deleteReplacedCalendars)
    expect(await versions()).not.toContain(first)
  })

  it('cannot be removed if it is the default, or changed if it is built in', async () => {
    await calendars.add('1', file(OFFICE))
    await calendars.makeDefault('1')
    await expect(calendars.remove('1')).rejects.toThrow('is the default one')
    await expect(calendars.replace('0', file(OFFICE))).rejects.toThrow('is built in')
    await calendars.makeDefault('0')
    await calendars.remove('1')
    expect((await calendars.list()).map(({ id }) => id)).toEqual(['0'])
    await expect(calendars.show('1')).rejects.toThrow("There is no calendar '1'")
  })

  it('explains the time between two instants in its own zone', async () => {
    await calendars.add('1', file(OFFICE))
    // Monday 2 March 2026, 08:00-16:00 in Berlin: from 10:00 six hours are left; the next Monday is after the end.
    const { millis, days } = await calendars.explain('1', '2026-03-02 10:00', '2026-03-04')
    expect([millis, days.length]).toEqual([6 * 3_600_000, 2])
  })
})

describe('the built-in calendar', () => {
  it('is Monday to Friday, nine to five, in the current zone of the server', async () => {
    expect((await calendars.list()).map(({ calendar }) => calendar.zone.name)).toEqual(['UTC'])
    const moved = calendarsOf({ store, now: () => NOW, zone: parseZone('Asia/Kathmandu')! })
    expect((await moved.list()).map(({ calendar }) => calendar.zone.name)).toEqual(['Asia/Kathmandu'])
  })

  it('is extended when time has passed', async () => {
    await calendars.list()
    const later = NOW + 5 * 365 * 86_400_000
    await calendarsOf({ store, now: () => later, zone: UTC }).list()
    expect((await store.catalogue()).calendars[0]!.to).toBeGreaterThan(later)
  })
})

describe('a calendar that an older version stored', () => {
  /** Stores a calendar as older versions did: with holidays of a few years, and without a country. */
  async function storeOld(id: string, country: string, region: string | null, years: Years, more: object = {}) {
    const holidays = nationalHolidays(country, region, years, 1)
    const definition = JSON.stringify({ ...OFFICE, holidays, ...more })
    await store.transact(run => writeVersion(run, id, definition, NOW, NOW))
    // They stored no edition of the public holidays.
    await store.transact(run => run(plain(`update calendar_version set rules = split_part(rules, ' ', 1)`)))
  }
  const OLD: Years = { first: 2024, last: 2027 }

  itDrawn(
    'is completed on first use, as a new version, with one of the regions that have the same holidays',
    async () => {
      await storeOld('by', 'DE', 'BY', OLD)
      const versions = async () => (await store.catalogue()).calendars.map(({ id, version }) => `${id} ${version}`)
      const before = await versions()
      const { publicHolidays, holidays } = await calendars.show('by')
      const years = { first: 2000, last: 2040 }
      const region = expect.stringMatching(/^(BW|BY)$/)
      expect(publicHolidays).toEqual({ country: 'DE', region, firstYear: years.first, lastYear: years.last })
      const dates = nationalHolidays('DE', 'BY', years).map(({ date }) => date)
      expect(holidays.map(({ date }) => date).sort()).toEqual(dates)
      const after = await versions()
      expect(after).not.toEqual(before)
      await calendars.list()
      expect(await versions()).toEqual(after)
    },
  )

  itDrawn('is matched to a whole country, even if its holidays were edited slightly', async () => {
    const christmas = { name: 'Our own Christmas', date: '2020-12-25', recurring: true }
    const german = nationalHolidays('DE', null, OLD).filter(({ date }) => !date.endsWith('12-25'))
    await storeOld('de', 'DE', null, OLD, { holidays: [christmas, ...german] })
    const { publicHolidays, holidays } = await calendars.show('de')
    expect(publicHolidays).toEqual({ country: 'DE', firstYear: 2000, lastYear: 2040 })
    expect(holidays.filter(({ date }) => date.endsWith('12-25'))).toEqual([christmas])
  })

  itDrawn('stays as it is when its holidays match no country', async () => {
    await storeOld('own', 'DE', null, OLD, { holidays: OFFICE.holidays })
    await calendars.list()
    const shown = await calendars.show('own')
    expect(shown).toMatchObject({ holidays: OFFICE.holidays })
    expect(shown.publicHolidays).toBeUndefined()
  })

  itDrawn('gets corrected public holidays on first use, and keeps what its owner changed', async () => {
    const years = { first: 2000, last: 2040 }
    const known = (region?: string) => ({ publicHolidays: { country: 'MY', region, firstYear: 2000, lastYear: 2040 } })
    const before = nationalHolidays('MY', null, years, 1).filter(({ date }) => date !== '2023-05-01')
    const own = { name: 'Company day', date: '2022-07-12', recurring: false }
    await storeOld('my', 'MY', null, years, { ...known(), holidays: [...before, own] })
    await storeOld('johor', 'MY', '01', years, known('01'))
    const datesOf = async (id: string) => (await calendars.show(id)).holidays.map(({ date }) => date)
    const dates = await datesOf('my')
    expect(dates).toEqual(expect.arrayContaining(['2022-07-11', '2022-07-12', '2022-10-10', '2023-01-24']))
    expect(dates).not.toContain('2023-05-01')
    expect(new Set(dates).size).toBe(dates.length)
    // Sunday is a working day in Johor until 2024, so Christmas 2022 has no substitute.
    expect(nationalHolidays('MY', '01', years, 1).map(({ date }) => date)).toContain('2022-12-26')
    expect(await datesOf('johor')).not.toContain('2022-12-26')
    const versions = async () => (await store.catalogue()).calendars.map(({ id, version }) => `${id} ${version}`)
    const after = await versions()
    await calendars.list()
    expect(await versions()).toEqual(after)
  })

  itDrawn('without a country gets corrected public holidays too', async () => {
    await storeOld('my', 'MY', null, OLD)
    const { publicHolidays, holidays } = await calendars.show('my')
    expect(publicHolidays).toMatchObject({ country: 'MY' })
    // Awal Muharram was on Sunday 2024-07-07.
    expect(holidays.map(({ date }) => date)).toContain('2024-07-08')
  })

  it('gets the years that a newer version adds', async () => {
    const known = { publicHolidays: { country: 'DE', firstYear: 2010, lastYear: 2030 } }
    await storeOld('de', 'DE', null, { first: 2010, last: 2030 }, known)
    const { publicHolidays, holidays } = await calendars.show('de')
    expect(publicHolidays).toEqual({ country: 'DE', firstYear: 2000, lastYear: 2040 })
    expect(new Set(holidays.map(({ date }) => date)).size).toBe(holidays.length)
    expect(new Set(holidays.map(({ date }) => date.slice(0, 4))).size).toBe(41)
  })
})

describe('a report with a calendar', () => {
  it('lists the years for which the calendar has no holidays', async () => {
    await addIssue(store, 'WEB-1')
    const { firstCreated } = await store.catalogue()
    const year = new Date(firstCreated!).getUTCFullYear()
    await calendars.add('own', file({ ...OFFICE, holidays: [{ name: 'Feast', date: `${year}-05-01` }] }))
    await calendars.add('de', { ...NOTHING, country: 'DE' })
    const warnings = async (more: string) =>
      (
        await collectReport(
          store,
          'list',
          `filterType=project&projectKey=WEB&columnsBy=statusDuration&dayLength=24HourDays&${more}`,
        )
      ).plan.warnings
    const note = (years: string) => [
      `The calendar 'Office' has no holidays for ${years}: all its weekdays count there.`,
    ]
    expect(await warnings(`calendar=own&asOf=${year + 2}-06-01`)).toEqual(note(`${year + 1}-${year + 2}`))
    expect(await warnings(`calendar=own&asOf=${year + 2}-06-01&trimHistoryEndDate=${year + 1}-06-01`)).toEqual(
      note(`${year + 1}`),
    )
    expect(await warnings(`calendar=own&asOf=${year}-12-30`)).toEqual([])
    const [note1970] = await warnings('calendar=de&asOf=2002-06-01')
    expect(note1970).toMatch(/has no holidays for 1970-1999: all its weekdays count there\.$/)
    expect(await warnings('calendar=de&asOf=2002-06-01&trimHistoryStartDate=2000-02-01')).toEqual([])
    expect(await warnings(`calendar=0&asOf=${year + 2}-06-01`)).toEqual([])
  })
})
