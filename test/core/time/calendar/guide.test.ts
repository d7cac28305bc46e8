import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { atOnce } from '../../../../src/core/base/in-slices.ts'
import { dailyWorkingHours } from '../../../../src/core/time/calendar/day-length.ts'
import { explainWorkingTime } from '../../../../src/core/time/calendar/explain-working-time.ts'
import { parseCalendar } from '../../../../src/core/time/calendar/parse-calendar.ts'
import type { CalendarDefinition } from '../../../../src/core/time/calendar/working-calendar.ts'
import { workingTime } from '../../../../src/core/time/calendar/working-time.ts'
import { localDateTime } from '../../../../src/core/time/local-time.ts'
import { parseReportDate } from '../../../../src/core/time/report-date.ts'
import { offsetAt, type Zone } from '../../../../src/core/time/zone.ts'

const guide = readFileSync(new URL('../../../../docs/guides/calendars.md', import.meta.url), 'utf8')

/** Each JSON block of the guide, with the text up to the next one. */
const sections = guide
  .split('```json\n')
  .slice(1)
  .map(part => ({ json: part.slice(0, part.indexOf('```')), rest: part.slice(part.indexOf('```')) }))

const ROW =
  /^\| (\w{3}) (\d{4}-\d\d-\d\d \d\d:\d\d) \| (\w{3}) (\d{4}-\d\d-\d\d \d\d:\d\d) \| (\d+) h(?: (\d+) m)? \|$/gm

function calendarOf(json: string): CalendarDefinition {
  const parsed = atOnce(parseCalendar(JSON.parse(json)))
  if ('problems' in parsed) throw new Error(parsed.problems.join('\n'))
  return parsed.calendar
}

function instant(weekday: string, text: string, zone: Zone): number {
  const instant = parseReportDate(text, zone)!
  const { year, month, day } = localDateTime(instant + offsetAt(instant, zone))
  expect(new Date(Date.UTC(year, month - 1, day)).toUTCString().slice(0, 3), text).toBe(weekday)
  return instant
}

describe('the guide to calendars', () => {
  it('has valid calendars and correct examples', () => {
    let examples = 0
    for (const { json, rest } of sections) {
      const calendar = calendarOf(json)
      for (const [row, fromDay, from, toDay, to, hours, minutes = '0'] of rest.matchAll(ROW)) {
        const [start, end] = [instant(fromDay!, from!, calendar.zone), instant(toDay!, to!, calendar.zone)]
        const wanted = (Number(hours) * 60 + Number(minutes)) * 60_000
        expect(workingTime(calendar, start, end), `${calendar.name}: ${row}`).toBe(wanted)
        examples++
      }
    }
    expect([sections.length, examples]).toEqual([9, 27])
  })

  it('states the correct working hours of unequal days', () => {
    const unequal = sections.find(({ json }) => json.includes('Lunch and a short Friday'))!
    expect(dailyWorkingHours(calendarOf(unequal.json))).toBe(6.75)
  })

  it('contains the actual explanation of a stay', () => {
    const calendar = calendarOf(sections.find(({ json }) => json.includes('Office with holidays'))!.json)
    const [from, to] = ['2024-03-01 16:00', '2024-03-06 16:00'].map(text => parseReportDate(text, calendar.zone)!)
    const rows = explainWorkingTime(calendar, from!, to!).days.map(({ date, weekday, why, periods, millis }) => {
      const times = periods.map(({ start, end }) => `${start}-${end} `).join('')
      return `| ${date} | ${weekday} | ${why} | ${times}| ${millis / 3_600_000} h |`
    })
    expect(rows).toHaveLength(6)
    for (const row of rows) expect(guide).toContain(row)
  })
})
