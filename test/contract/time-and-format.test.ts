import { beforeAll, expect, it } from 'vitest'
import { clause, inBoth } from './clause.ts'
import { hours, ids, lines, raws } from './notation.ts'
import { type RequestParameters, type Service, service } from './service.ts'

let tracker: Service
beforeAll(async () => {
  tracker = await service()
})

const BUSINESS = { calendar: '0', dayLength: '24HourDays' }

clause('§2.1', 'calendar', () => {
  inBoth('is required for duration reports', async endpoint => {
    const others = { historyFields: 'priority', dbsMetrics: '[{"name":"A","to":{"id":"6"}}]' }
    for (const columnsBy of ['statusDuration', 'durationBetweenStatuses', 'groupDuration', 'anyfieldDuration'])
      await tracker.refuses(endpoint, { columnsBy, calendar: '', ...others }, 'calendar', 'required', 'normalHours')
  })

  inBoth('is not required for counts or dates', async endpoint => {
    const body = await tracker.report(endpoint, { columnsBy: 'statusCount', calendar: '', statuses: '1' })
    expect(body.warnings).toBeUndefined()
    expect(body.calendar.id).toBeNull()
  })

  inBoth('has no effect on counts, with a warning', async endpoint => {
    const body = await tracker.report(endpoint, { columnsBy: 'statusCount' })
    expect(body.warnings).toEqual([expect.stringMatching(/^calendar .*statusCount/)])
  })

  inBoth('is checked in counts too', endpoint =>
    tracker.refuses(endpoint, { columnsBy: 'statusCount', calendar: 'night' }, 'calendar', "'night'"),
  )

  it.each(['normalHours', 'normalHour', 'NORMALHOURS'])('%s counts every hour', async calendar => {
    expect(lines(await tracker.list({ calendar, statuses: '3' }))).toEqual([
      'WEB-3 | -',
      'WEB-2 | 216.0',
      'WEB-1 | 60.0',
    ])
  })

  it('0 is the default business calendar: Monday to Friday 09:00-17:00', async () => {
    const body = await tracker.list(BUSINESS)
    // WEB-1: Friday in Open 8 h; Saturday, then Sunday noon to Monday in progress 8 h; Sunday in review 0 h, which is
    // not empty; Tuesday 03-05 to Thursday 03-14 in Done 8 days. WEB-2: Open 2 days, In Progress 7. WEB-3: Wednesday
    // from noon 5 h, Thursday in Waiting, then 10 days in Done.
    expect(lines(body)).toEqual(['WEB-3 | 5.0 - - 80.0 8.0', 'WEB-2 | 16.0 56.0 - - -', 'WEB-1 | 8.0 8.0 0.0 64.0 -'])
    expect(raws(body)[2]).toBe('28800000 28800000 0 230400000 -')
    expect([body.calendar.id, body.calendar.isDefault]).toEqual(['0', true])
  })

  it('the id of a custom calendar, in any case', async () => {
    // Monday 08:00-18:00 and Friday 08:00-12:00. WEB-1: Friday 4 h; Monday 10 h; Friday and Monday.
    const body = await tracker.list({ ...BUSINESS, calendar: 'SUPPORT' })
    expect(lines(body)[2]).toBe('WEB-1 | 4.0 10.0 0.0 14.0 -')
    expect([body.calendar.id, body.calendar.name, body.calendar.isDefault]).toEqual(['support', 'Support', false])
  })

  inBoth('an unknown one is rejected by name', endpoint =>
    tracker.refuses(
      endpoint,
      { ...BUSINESS, calendar: 'night' },
      'calendar',
      "'night'",
      'normalHours',
      'custom calendar',
    ),
  )

  it('counts for every kind of duration', async () => {
    const users = await tracker.list({ ...BUSINESS, columnsBy: 'assigneeDuration' })
    // ann had WEB-1 from Friday to Sunday: 8 h. bob from Monday 03-04 on: 9 days.
    expect(lines(users)[2]).toBe('WEB-1 | 8.0 72.0 - -')
    const metric = JSON.stringify([{ name: 'Lead', to: { id: '6' } }])
    const lead = await tracker.list({ ...BUSINESS, columnsBy: 'durationBetweenStatuses', dbsMetrics: metric })
    expect(lines(lead)[2]).toBe('WEB-1 | 16.0')
    const field = await tracker.list({ ...BUSINESS, columnsBy: 'anyfieldDuration', historyFields: 'priority' })
    expect(lines(field)[2]).toBe('WEB-1 | 8.0 72.0')
  })
})

clause('§2.1', 'dayLength', () => {
  inBoth('is required for durations with a calendar other than 24/7', endpoint =>
    tracker.refuses(endpoint, { calendar: '0' }, 'dayLength', 'required', '24HourDays or businessDays'),
  )

  inBoth('a missing one is an error that says which value is usual', async endpoint => {
    const refuses = (sent: Readonly<Record<string, string>>, usual: string) =>
      tracker.refuses(endpoint, { dayLength: '', ...sent }, 'dayLength', usual)
    await refuses({ calendar: '0', viewFormat: 'days' }, 'Usual: businessDays, days of 8 working hours')
    await refuses({ calendar: '0', viewFormat: 'hours' }, 'Usual: 24HourDays, because durations are shown without days')
    await refuses({ calendar: 'support' }, 'Possible value: 24HourDays, because')
  })

  inBoth('is not required with 24/7 or for counts', async endpoint => {
    expect((await tracker.report(endpoint)).warnings).toBeUndefined()
    const count = await tracker.report(endpoint, { columnsBy: 'statusCount', calendar: '' })
    expect(count.warnings).toBeUndefined()
  })

  it('changes the length of a day, but not raw', async () => {
    const business = { calendar: '0', viewFormat: 'days', statuses: '3,6' }
    const whole = await tracker.list({ ...business, dayLength: '24HourDays' })
    const working = await tracker.list({ ...business, dayLength: 'businessDays' })
    // WEB-1: 8 h and 64 h.
    expect([lines(whole)[2], lines(working)[2]]).toEqual(['WEB-1 | 0.3 2.7', 'WEB-1 | 1.0 8.0'])
    expect(raws(working)).toEqual(raws(whole))
  })

  inBoth('businessDays is refused with 24/7', endpoint =>
    tracker.refuses(endpoint, { dayLength: 'businessDays' }, 'dayLength', 'businessDays', 'normalHours'),
  )

  inBoth('businessDays is refused when days are of unequal length', endpoint =>
    tracker.refuses(endpoint, { calendar: 'support', dayLength: 'businessDays' }, 'dayLength', 'unequal length'),
  )

  inBoth('is one of the two', endpoint =>
    tracker.refuses(endpoint, { calendar: '0', dayLength: '8h' }, 'dayLength', "'8h'", '24HourDays or businessDays'),
  )

  it('is part of aggregations, 24HourDays if it does not apply', async () => {
    const working = await tracker.aggregation({ calendar: '0', dayLength: 'businessdays' })
    expect(working.dayLength).toBe('businessDays')
    expect((await tracker.aggregation()).dayLength).toBe('24HourDays')
  })
})

clause('§2.1', 'viewFormat', () => {
  // WEB-2 in progress from 03-06 00:00: 8 days 5 h 2 min 35.5 s, which are 709,355.5 s.
  const asOf = '2024-03-14T05:02:35.500Z'

  it.each([
    ['humanReadable', '8 d 5 h 2 m 35 s'],
    ['ddhhmmss', '08:05:02:35'],
    ['hhmmss', '197:02:35'],
    ['days', '8.2'],
    ['hours', '197.0'],
    ['minutes', '11822.6'],
    ['', '11822.6'],
    ['seconds', '709356'],
    ['milliseconds', '709355500'],
    ['DDHHMMSS', '08:05:02:35'],
  ])("'%s' writes %s", async (viewFormat, text) => {
    const body = await tracker.list({ viewFormat, asOf, statuses: '3' })
    expect(lines(body)[1]).toBe(`WEB-2 | ${text}`)
    expect(raws(body)[1]).toBe('709355500')
  })

  it.each([
    ['humanReadable', '0 s'],
    ['ddhhmmss', '00:00:00:00'],
    ['hhmmss', '00:00:00'],
    ['days', '0.0'],
    ['seconds', '0'],
  ])('%s writes nothing as %s', async (viewFormat, text) => {
    const body = await tracker.list({ ...BUSINESS, viewFormat, statuses: '10' })
    expect(lines(body)[2]).toBe(`WEB-1 | ${text}`)
  })

  inBoth('is one of the eight', endpoint =>
    tracker.refuses(endpoint, { viewFormat: 'weeks' }, 'viewFormat', "'weeks'", 'humanReadable', 'milliseconds'),
  )
})

clause('§2.1', 'dateFormat', () => {
  const shown = async (parameters: RequestParameters, from: Service = tracker) => {
    const body = await from.list({ fields: 'customfield_10', ...parameters })
    return [body.dateFormat, body.table.body.rows[2]!.fieldColumns[0]!.value]
  }

  it('is a Java pattern of dates', async () => {
    expect(await shown({ dateFormat: "EEE d MMMM yyyy 'at' D" })).toEqual([
      "EEE d MMMM yyyy 'at' D",
      'Tue 2 April 2024 at 93',
    ])
  })

  it("absent, the server's setting, else dd/MMM/yy", async () => {
    expect(await shown({})).toEqual(['dd/MMM/yy', '02/Apr/24'])
    const configured = await service({ dateFormat: 'yyyy-MM-dd' })
    expect(await shown({}, configured)).toEqual(['yyyy-MM-dd', '2024-04-02'])
    expect(await shown({ dateFormat: 'dd.MM.' }, configured)).toEqual(['dd.MM.', '02.04.'])
    const empty = await service({ dateFormat: '' })
    expect(await shown({ dateFormat: '' }, empty)).toEqual(['dd/MMM/yy', '02/Apr/24'])
  })

  inBoth('an invalid pattern is refused', endpoint =>
    tracker.refuses(endpoint, { dateFormat: 'yyyy-bb' }, 'dateFormat', "'yyyy-bb'", "'b'"),
  )
})

clause('§2.1', 'dateTimeFormat', () => {
  const shown = async (parameters: RequestParameters, from: Service = tracker) => {
    const body = await from.list({ fields: 'created', ...parameters })
    return [body.dateTimeFormat, body.reportDate, body.table.body.rows[2]!.fieldColumns[0]!.value]
  }

  it('is a Java pattern of dates with times', async () => {
    const dateTimeFormat = 'yyyy-MM-dd HH:mm:ss.SSS Z u'
    expect(await shown({ dateTimeFormat })).toEqual([
      dateTimeFormat,
      '2024-03-15 00:00:00.000 +0000 5',
      '2024-03-01 00:00:00.000 +0000 5',
    ])
  })

  it('dates with times are in the zone of the report', async () => {
    const [, , created] = await shown({ dateTimeFormat: 'dd HH:mm Z', timeZone: 'Asia/Kathmandu' })
    expect(created).toBe('01 05:45 +0545')
  })

  it("absent, the server's setting, else dd/MMM/yy h:mm a", async () => {
    expect(await shown({})).toEqual(['dd/MMM/yy h:mm a', '15/Mar/24 12:00 AM', '01/Mar/24 12:00 AM'])
    const configured = await service({ dateTimeFormat: 'HH:mm' })
    expect(await shown({}, configured)).toEqual(['HH:mm', '00:00', '00:00'])
  })

  inBoth('an invalid pattern is refused', endpoint =>
    tracker.refuses(endpoint, { dateTimeFormat: "HH:mm 'h" }, 'dateTimeFormat', "'HH:mm 'h'"),
  )
})

const WINDOW = { trimHistoryStartDate: '2024-03-04', trimHistoryEndDate: '2024-03-10' }

clause('§2.1', 'trimHistoryStartDate', () => {
  it('earlier history does not count, and no issue is dropped', async () => {
    const body = await tracker.list({ trimHistoryStartDate: '2024-03-04' })
    // WEB-1: In Progress for one more day, then Done. WEB-3: Done all the time.
    expect(ids(body)).toBe('1 3 6')
    expect(lines(body)).toEqual(['WEB-3 | - - 264.0', 'WEB-2 | 48.0 216.0 -', 'WEB-1 | - 24.0 240.0'])
  })

  it('an issue counts with any visit in the window, not only the first one', async () => {
    // WEB-1 had left In Progress before, and returned: 24 h of it are in the window, and 216 h of WEB-2.
    const parameters = { aggregationType: 'average', statuses: '3', trimHistoryStartDate: '2024-03-04' }
    expect(lines(await tracker.aggregation(parameters))).toEqual(['3 | 120.0'])
    const counted = { ...parameters, columnsBy: 'statusCount', calendar: '', viewFormat: '' }
    expect(lines(await tracker.aggregation(counted))).toEqual(['3 | 1'])
  })

  it('a stay carried in is one visit', async () => {
    const parameters = { columnsBy: 'statusCount', calendar: '', trimHistoryStartDate: '2024-03-04 06:30' }
    expect(lines(await tracker.list(parameters))[2]).toBe('WEB-1 | - 1 1')
  })

  it('may be relative to asOf; the response has the actual date', async () => {
    const parameters = { aggregationType: 'sum', trimHistoryStartDate: '-11d', trimHistoryEndDate: 'startOfDay(-5)' }
    const body = await tracker.aggregation(parameters)
    expect([body.trimHistoryStartDate, body.trimHistoryEndDate]).toEqual(['2024-03-04 00:00', '2024-03-10 00:00'])
    const absolute = await tracker.aggregation({ aggregationType: 'sum', ...WINDOW })
    expect(body).toEqual(absolute)
  })

  it('is never shown as a date', async () => {
    const columnsBy = 'firstTransitionToStatusDate'
    const body = await tracker.list({
      columnsBy,
      calendar: '',
      trimHistoryStartDate: '2024-03-03 06:00',
      statuses: '10,3',
    })
    expect(raws(body)[2]).toBe(`- ${Date.parse('2024-03-03T12:00:00Z')}`)
  })

  it('may have a time, in the zone of the report', async () => {
    const parameters = { statuses: '3', trimHistoryStartDate: '2024-03-04 22:00' }
    expect(lines(await tracker.list(parameters))[2]).toBe('WEB-1 | 2.0')
    expect(lines(await tracker.list({ ...parameters, timeZone: '+01:00' }))[2]).toBe('WEB-1 | 3.0')
  })

  inBoth('rejects other formats', endpoint =>
    tracker.refuses(endpoint, { trimHistoryStartDate: '4/3/24' }, 'trimHistoryStartDate', "'4/3/24'", 'yyyy-MM-dd'),
  )

  inBoth('after trimHistoryEndDate is refused', endpoint =>
    tracker.refuses(
      endpoint,
      { ...WINDOW, trimHistoryStartDate: '2024-03-11' },
      'trimHistoryStartDate',
      "'2024-03-11'",
      'trimHistoryEndDate',
      "'2024-03-10'",
    ),
  )

  it('equal to trimHistoryEndDate is an empty window: rows with empty cells', async () => {
    const body = await tracker.list({ ...WINDOW, trimHistoryEndDate: '2024-03-04', statuses: '3' })
    expect(lines(body)).toEqual(['WEB-3 | -', 'WEB-2 | -', 'WEB-1 | -'])
  })
})

clause('§2.1', 'trimHistoryEndDate', () => {
  it('later history does not count; open stays end there', async () => {
    expect(lines(await tracker.list(WINDOW))).toEqual([
      'WEB-3 | - - 144.0',
      'WEB-2 | 48.0 96.0 -',
      'WEB-1 | - 24.0 120.0',
    ])
  })

  it('an issue created after it keeps its row', async () => {
    const body = await tracker.list({ trimHistoryEndDate: '2024-03-02', statuses: '1' })
    expect(lines(body)).toEqual(['WEB-3 | 12.0', 'WEB-2 | -', 'WEB-1 | 24.0'])
  })

  it('after asOf, stays end at asOf', async () => {
    const body = await tracker.list({ trimHistoryEndDate: '2024-04-01', statuses: '3' })
    expect(lines(body)[1]).toBe('WEB-2 | 216.0')
  })

  inBoth('rejects other formats', endpoint =>
    tracker.refuses(endpoint, { trimHistoryEndDate: 'now' }, 'trimHistoryEndDate', "'now'", 'yyyy-MM-dd hh:mm'),
  )
})

clause('§2.1', 'emptyValueToken', () => {
  // In Review: WEB-1 only. The fix version of WEB-2 is also empty.
  const parameters = { statuses: '10', fields: 'fixVersions', groupByFields: 'fixVersions' }

  it.each([
    ['', '-'],
    ['Hyphen', '-'],
    ['-', '-'],
    ['Zero', '0'],
    ['0', '0'],
    ['Null', 'null'],
    ['null', 'null'],
    ['NULL', 'null'],
    ['NoChar', ''],
    ['SingleSpace', ' '],
    [' ', ' '],
  ])("'%s' writes '%s' in empty cells, and in empty groups and fields", async (emptyValueToken, token) => {
    const body = await tracker.list({ ...parameters, emptyValueToken })
    const row = body.table.body.rows.find(({ headerColumns }) => headerColumns[0]!.value === 'WEB-2')!
    expect(row.valueColumns).toEqual([{ id: '10', value: token }])
    expect(row.fieldColumns).toEqual([{ id: 'fixVersions', value: token }])
    expect(row.groupByColumns).toEqual([{ id: 'fixVersions', value: token }])
    const csv = await tracker.csv('list', { ...parameters, emptyValueToken })
    expect(csv.split('\r\n')).toContain(`"WEB-2","Search ""all"", = 100 %","${token}","${token}","${token}"`)
  })

  it('NoToken omits the value; CSV cells are empty quotes', async () => {
    const body = await tracker.list({ ...parameters, emptyValueToken: 'notoken' })
    const row = body.table.body.rows.find(({ headerColumns }) => headerColumns[0]!.value === 'WEB-2')!
    expect(row.valueColumns).toEqual([{ id: '10' }])
    expect(row.fieldColumns).toEqual([{ id: 'fixVersions' }])
    const csv = await tracker.csv('list', { ...parameters, emptyValueToken: 'NoToken' })
    expect(csv.split('\r\n')).toContain('"WEB-2","Search ""all"", = 100 %","","",""')
  })

  it('a value of 0 is not empty', async () => {
    const body = await tracker.list({ ...BUSINESS, statuses: '10', emptyValueToken: 'Hyphen' })
    expect(body.table.body.rows[2]!.valueColumns).toEqual([{ id: '10', value: '0.0', raw: hours(0) }])
  })

  inBoth('another token is refused with the names there are', endpoint =>
    tracker.refuses(endpoint, { emptyValueToken: 'n/a' }, 'emptyValueToken', "'n/a'", 'Hyphen', 'NoToken'),
  )
})
