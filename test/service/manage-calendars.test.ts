import { beforeEach, describe, expect, it } from 'vitest'
import { type Calendars, calendarsOver } from '../../src/service/manage-calendars.ts'
import { plain } from '../../src/sql/sql.ts'
import { deleteReplacedCalendars } from '../../src/store/calendars.ts'
import type { Store } from '../../src/store/store.ts'
import { parseZone, UTC } from '../../src/time/zone.ts'
import { NOW } from '../support/ask.ts'
import { temporaryStore } from '../support/temporary-store.ts'

const NOTHING = { file: null, name: null, country: null, region: null, ics: null }
const OFFICE = {
  name: 'Office',
  timeZone: 'Europe/Berlin',
  workingTimes: [{ weekday: 'monday', start: '08:00', end: '16:00' }],
  holidays: [{ name: 'Company day', date: '2026-12-25', recurring: false }],
}
const file = (json: unknown) => ({ ...NOTHING, file: { name: 'office.json', json } })

let store: Store
let calendars: Calendars
beforeEach(async () => {
  store = await temporaryStore()
  calendars = calendarsOver({ store, now: () => NOW, zone: UTC })
})

describe('a working calendar', () => {
  it('is added under the next free number, and shown as its file tells it', async () => {
    expect(await calendars.add(null, file(OFFICE))).toBe('1')
    expect(await calendars.add(null, file(OFFICE))).toBe('2')
    expect(await calendars.show('1')).toMatchObject({ name: 'Office', timeZone: 'Europe/Berlin' })
  })

  it('can be given an id, which nobody else may have, in any case', async () => {
    expect(await calendars.add('Berlin', file(OFFICE))).toBe('Berlin')
    await expect(calendars.add('berlin', file(OFFICE))).rejects.toThrow("There is a calendar 'berlin' already")
  })

  it('with mistakes is refused, with all of them', async () => {
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

  it('takes the public holidays of a country and of a region', async () => {
    await calendars.add('de', { ...NOTHING, country: 'de' })
    await calendars.add('by', { ...NOTHING, country: 'DE', region: 'by' })
    const dates = async (id: string) => (await calendars.show(id)).holidays.map(({ date }) => date)
    expect(await dates('de')).toContain('2027-10-03')
    expect(await dates('de')).not.toContain('2027-01-06')
    expect(await dates('by')).toContain('2027-01-06')
    await expect(calendars.add(null, { ...NOTHING, country: 'DE', region: 'XX' })).rejects.toThrow(
      'not the code of a region of DE',
    )
  })

  it('keeps its own holidays before those of a country', async () => {
    await calendars.add('de', { ...file(OFFICE), country: 'DE' })
    const { holidays } = await calendars.show('de')
    expect(holidays.filter(({ date }) => date === '2026-12-25').map(({ name }) => name)).toEqual(['Company day'])
    expect(holidays.map(({ date }) => date)).toContain('2026-12-26')
  })

  it('takes the days of an iCalendar file, those of several days and those that come again', async () => {
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
      '2026-05-01 May Day',
      '2026-12-28 Closed',
      '2026-12-29 Closed',
      '2026-12-30 Closed',
      ...[2027, 2028, 2029, 2030, 2031].map(year => `${year}-05-01 May Day`),
    ])
    await expect(calendars.add(null, { ...NOTHING, ics: { name: 'no.ics', text: 'hello' } })).rejects.toThrow(
      'no.ics is not an iCalendar file',
    )
  })

  it('is replaced by a new version; the buckets of the one before are kept for reports that are running', async () => {
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
    await store.change(deleteReplacedCalendars)
    expect(await versions()).not.toContain(first)
  })

  it('that is the default one cannot be removed, nor the built-in one changed', async () => {
    await calendars.add('1', file(OFFICE))
    await calendars.makeDefault('1')
    await expect(calendars.remove('1')).rejects.toThrow('is the default one')
    await expect(calendars.replace('0', file(OFFICE))).rejects.toThrow('is the built-in one')
    await calendars.makeDefault('0')
    await calendars.remove('1')
    expect((await calendars.list()).map(({ id }) => id)).toEqual(['0'])
    await expect(calendars.show('1')).rejects.toThrow("There is no calendar '1'")
  })

  it('explains the time between two moments in its own zone', async () => {
    await calendars.add('1', file(OFFICE))
    // Monday 2 March 2026, 08:00-16:00 in Berlin: from 10:00 six hours are left; the next Monday is after the end.
    const { millis, days } = await calendars.explain('1', '2026-03-02 10:00', '2026-03-04')
    expect([millis, days.length]).toEqual([6 * 3_600_000, 2])
  })
})

describe('the built-in calendar', () => {
  it('is Monday to Friday, nine to five, in the zone of the server, and follows it', async () => {
    expect((await calendars.list()).map(({ calendar }) => calendar.zone.name)).toEqual(['UTC'])
    const moved = calendarsOver({ store, now: () => NOW, zone: parseZone('Asia/Kathmandu')! })
    expect((await moved.list()).map(({ calendar }) => calendar.zone.name)).toEqual(['Asia/Kathmandu'])
  })

  it('is made longer when time has gone on', async () => {
    await calendars.list()
    const later = NOW + 5 * 365 * 86_400_000
    await calendarsOver({ store, now: () => later, zone: UTC }).list()
    expect((await store.catalogue()).calendars[0]!.to).toBeGreaterThan(later)
  })
})
