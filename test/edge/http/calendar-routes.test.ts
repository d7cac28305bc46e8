import type { InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { calendarDetails, calendarList, calendarMonth } from '../../../src/app/operations/calendar-schemas.ts'
import { limitedWorkspace } from '../../../src/app/workspace/limited-workspace.ts'
import type { Workspace } from '../../../src/app/workspace/workspace.ts'
import type { Server, ServerDeps } from '../../../src/edge/http/create-server.ts'
import { LIMITS } from '../../contract/service.ts'
import { storeTemplate } from '../../support/store-template.ts'
import { importSmallTracker, openWorkspace, temporaryFolder } from './small-tracker.ts'
import { JSON_BODY, LIST, testServer } from './test-server.ts'

const folder = temporaryFolder()
let workspace: Workspace
let tokens: ReadonlyMap<string, string>
let usual: Server['server']

const withUsers = storeTemplate(async store => fill(await importSmallTracker(store)))

/** A store with users, and with the calendar BERLIN as number 1. */
const withBerlin = storeTemplate(async store => {
  const { access, calendars } = await importSmallTracker(store)
  const file = { name: 'berlin.json', json: BERLIN }
  const nothing = { name: null, country: null, region: null, timeZone: null, hours: null, ics: null }
  await calendars.add(null, { file, ...nothing })
  return fill({ access })
})

async function fill({ access }: Pick<Workspace, 'access'>): Promise<ReadonlyMap<string, string>> {
  const added = new Map<string, string>()
  for (const [login, groups] of [
    ['ann', []],
    ['eve', ['administrators']],
  ] as const) {
    await access.addUser({ login, groups: [...groups], timeZone: null })
    added.set(login, (await access.createToken(login, null)).token)
  }
  return added
}

async function open(makeTemplate: typeof withUsers): Promise<void> {
  const template = await makeTemplate()
  workspace = await openWorkspace(folder.path, template)
  tokens = template.filled
  usual = serverWith()
}

async function close(): Promise<void> {
  await workspace.close()
  folder.forget()
}

/** Opens a copy of a store for each test of a block. */
function eachWith(template: typeof withUsers): void {
  beforeEach(() => open(template))
  afterEach(close)
}

/** Opens a copy of a store for all tests of a block, which change nothing in it. */
function allWith(template: typeof withUsers): void {
  beforeAll(() => open(template))
  afterAll(close)
}

/** Creates a server in access mode `tokens`, with other dependencies. */
function serverWith(deps: Partial<ServerDeps> = {}) {
  const { report, calendars, authenticate } = limitedWorkspace(workspace, LIMITS)
  return testServer({ report, calendars, authenticate, ...deps }).server
}

/** Sends a request as a user. */
async function send(login: string | null, request: InjectOptions, server = usual) {
  const authorization = login === null ? {} : { authorization: `Bearer ${tokens.get(login)}` }
  const { statusCode, headers, payload } = await server.inject({
    ...request,
    headers: { ...(request.payload === undefined ? {} : JSON_BODY), ...authorization, ...request.headers },
  })
  const body = payload === '' ? null : JSON.parse(payload)
  return { status: statusCode, code: headers['x-error-code'], headers, body }
}

const get = (url: string, login = 'eve') => send(login, { url })
const post = (calendar: unknown, login: string | null = 'eve') =>
  send(login, { method: 'POST', url: '/api/calendars', payload: JSON.stringify(calendar) })
const put = (id: string, calendar: unknown, ifMatch: string | null, login = 'eve') =>
  send(login, {
    method: 'PUT',
    url: `/api/calendars/${id}`,
    payload: JSON.stringify(calendar),
    headers: ifMatch === null ? {} : { 'if-match': ifMatch },
  })
const remove = (id: string, ifMatch: string | null, login = 'eve') =>
  send(login, {
    method: 'DELETE',
    url: `/api/calendars/${id}`,
    headers: ifMatch === null ? {} : { 'if-match': ifMatch },
  })
const preview = (calendar: unknown, month: unknown, login = 'ann') =>
  send(login, { method: 'POST', url: '/api/calendar-preview', payload: JSON.stringify({ calendar, month }) })

const split = (weekday: string) => [
  { weekday, start: '08:00', end: '12:00' },
  { weekday, start: '13:00', end: '17:00' },
]

const BERLIN = {
  name: 'Berlin',
  timeZone: 'Europe/Berlin',
  workingTimes: [
    ...['monday', 'tuesday', 'wednesday', 'thursday'].flatMap(split),
    { weekday: 'friday', start: '08:00', end: '12:00' },
  ],
  publicHolidays: { country: 'DE' },
  holidays: [{ name: "New Year's Eve", date: '2020-12-31', recurring: true }],
  exceptions: [{ date: '2024-12-24', name: 'Half day', workingTimes: [{ start: '08:00', end: '12:00' }] }],
}

/** Without public holidays, which take long to store. */
const { publicHolidays: _, ...PLAIN } = BERLIN

/** Every request that changes a calendar. */
const changes = (etag: string): (InjectOptions & { readonly method: string })[] => [
  { method: 'POST', url: '/api/calendars', payload: JSON.stringify(BERLIN) },
  { method: 'PUT', url: '/api/calendars/1', payload: JSON.stringify(BERLIN), headers: { 'if-match': etag } },
  { method: 'POST', url: '/api/calendars/1/default' },
  { method: 'DELETE', url: '/api/calendars/1', headers: { 'if-match': etag } },
]

describe('adding a calendar over HTTP', () => {
  eachWith(withUsers)

  it('returns it with its address, its version and the public holidays of its country', async () => {
    const { status, headers, body } = await post(BERLIN)
    expect([status, headers.location, headers.etag]).toEqual([201, '/api/calendars/1', `"${body.version}"`])
    const read = calendarDetails.parse(body)
    expect(read).toMatchObject({ id: '1', name: 'Berlin', isDefault: false, isBuiltIn: false, location: 'Germany' })
    expect(read.definition.publicHolidays).toEqual({ country: 'DE', firstYear: 2000, lastYear: 2040 })
    expect(read.publicDates).toContain('2024-12-25')
    expect(read.publicDates).not.toContain('2020-12-31')
    expect(read.definition.holidays).toHaveLength(read.publicDates.length + 1)
    expect(read.leftOut).toEqual([])
    expect(await get('/api/calendars/berlin')).toMatchObject({ body })
  })

  it('gives concurrent ones different ids', async () => {
    const answers = await Promise.all([post(PLAIN), post({ ...PLAIN, name: 'Bonn' }), post(PLAIN)])
    expect(answers.map(({ body }) => body.id).sort()).toEqual(['1', '2', '3'])
  })
})

describe('changing a calendar over HTTP', () => {
  eachWith(withBerlin)

  it('replaces the version that the caller has read', async () => {
    const { headers } = await get('/api/calendars/1')
    const { status, body } = await put('1', { ...PLAIN, name: 'Bonn' }, String(headers.etag))
    expect([status, body.name]).toEqual([200, 'Bonn'])
    expect((await put('1', PLAIN, `"other", "${body.version}"`)).status).toBe(200)
  })

  it('refuses a version that was replaced meanwhile, so that no change is lost', async () => {
    const { headers } = await get('/api/calendars/1')
    const etag = String(headers.etag)
    const [first, second] = await Promise.all([
      put('1', { ...PLAIN, name: 'Bonn' }, etag),
      put('1', { ...PLAIN, name: 'Mainz' }, etag),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 412])
    const { body } = [first, second].find(({ status }) => status === 412)!
    expect(body.code).toBe('CALENDAR_CHANGED')
    expect((await remove('1', etag)).code).toBe('CALENDAR_CHANGED')
    // Over the command line too.
    const present = (await get('/api/calendars/1')).headers.etag
    await workspace.calendars.replaceFile('1', { ...PLAIN, name: 'Kiel' }, null)
    expect((await put('1', PLAIN, String(present))).status).toBe(412)
    expect((await put('1', PLAIN, '*')).status).toBe(200)
  })

  it('keeps the version while only the buckets are computed again', async () => {
    const { body } = await get('/api/calendars/1')
    await workspace.calendars.replaceFile('1', body.definition, null)
    expect((await get('/api/calendars/1')).body.version).toBe(body.version)
  })

  it('removes it unless it is the default one', async () => {
    const { headers } = await get('/api/calendars/1')
    const makeDefault = (id: string) => send('eve', { method: 'POST', url: `/api/calendars/${id}/default` })
    expect((await makeDefault('1')).body.isDefault).toBe(true)
    expect((await remove('1', String(headers.etag))).code).toBe('CALENDAR_IN_USE')
    await makeDefault('0')
    expect((await remove('1', String(headers.etag))).status).toBe(204)
    expect((await get('/api/calendars/1')).status).toBe(404)
    expect((await makeDefault('1')).status).toBe(404)
  })

  it('changes the next report at once', async () => {
    const columns = 'filterType=project&projectKey=WEB&columnsBy=statusDuration&calendar=Berlin&viewFormat=hours'
    const raw = async () => (await get(`${LIST}?${columns}&dayLength=24HourDays`)).body.table.body.rows
    const before = await raw()
    expect(await raw()).toEqual(before)
    const allDay = (weekday: string) => ({ weekday, start: '00:00', end: '24:00' })
    const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(allDay)
    await put('1', { ...BERLIN, workingTimes: week }, '*')
    expect(await raw()).not.toEqual(before)
  })
})

describe('the public holidays of a calendar', () => {
  eachWith(withUsers)

  it('that it does not have are listed, so that they can be added again', async () => {
    const { definition } = (await post(BERLIN)).body
    const without = definition.holidays.filter(({ date }: { date: string }) => date !== '2024-12-25')
    const { body } = await post({ ...definition, holidays: without })
    expect(body.leftOut).toEqual([{ date: '2024-12-25', name: 'Christmas Day' }])
    const { body: whole } = await post({ ...definition, holidays: without, publicHolidays: { country: 'DE' } })
    expect(whole.leftOut).toEqual([])
  })
})

describe('who may change calendars', () => {
  eachWith(withUsers)

  it('everybody on this machine, in access mode open, but no other page', async () => {
    const open = (request: InjectOptions) => send(null, request, serverWith({ authenticate: null }))
    const page = (request: InjectOptions) => open({ ...request, headers: { ...request.headers, 'x-sojourn': 'page' } })
    expect((await page(changes('*')[0]!)).status).toBe(201)
    for (const request of changes('*')) {
      expect([request.method, (await open(request)).code]).toEqual([request.method, 'FOREIGN_PAGE'])
    }
    expect((await page(changes('*')[1]!)).status).toBe(200)
    expect((await page(changes('*')[3]!)).status).toBe(204)
  })
})

describe('without a change', () => {
  allWith(withBerlin)

  describe('adding a calendar over HTTP', () => {
    it('shows it in the list, to all users', async () => {
      const { calendars } = calendarList.parse((await get('/api/calendars', 'ann')).body)
      expect(calendars.map(({ name, hours, address }) => [name, hours, address])).toEqual([
        ['Business hours', 'Mon-Fri 09:00-17:00', '/api/calendars/0'],
        ['Berlin', 'Mon-Thu 08:00-12:00,13:00-17:00; Fri 08:00-12:00', '/api/calendars/1'],
      ])
    })

    it('reports all errors at once, each with its place', async () => {
      const { status, code, body } = await post({
        name: ' ',
        timeZone: 'Mars/Base',
        color: 'red',
        workingTimes: [
          { weekday: 'moonday', start: '25:00', end: '12:00' },
          { weekday: 'monday', start: '09:00', end: '09:00' },
          { weekday: 'tuesday', start: '09:00', end: '17:00' },
          { weekday: 'tuesday', start: '16:00', end: '18:00' },
          { weekday: 'friday', start: '24:00' },
        ],
        publicHolidays: { country: 'DE', region: 'XX', firstYear: 2020 },
        holidays: [
          { date: '2026-02-29', recurring: 'yes' },
          { date: '2024-05-01', name: 7 },
          { date: '2024-05-01', name: 'x'.repeat(201) },
        ],
        exceptions: [{ date: '24.12.2024', workingTimes: [{ start: '12:00', end: '08:00' }] }, { date: '2024-12-31' }],
      })
      expect([status, code]).toEqual([400, 'CALENDAR_INVALID'])
      expect(body.messages).toEqual([
        'color is not known. Allowed: name, timeZone, workingTimes, publicHolidays, holidays, exceptions.',
        'name is empty',
        "timeZone 'Mars/Base' is not a time zone such as Europe/Berlin or +02:00",
        "workingTimes[0].weekday 'moonday' is not a weekday such as monday or mon",
        "workingTimes[0].start '25:00' is not a time HH:mm",
        "workingTimes[1].end '09:00' is the same as its start: a whole day is 00:00 to 24:00",
        'workingTimes[4].end is missing',
        "workingTimes[4].start '24:00' is the end of a day: write 00:00 of the next one",
        "holidays[0].date '2026-02-29' is not a date yyyy-MM-dd",
        "holidays[0].recurring 'yes' is not true or false",
        'holidays[1].name 7 is not a string',
        'holidays[2].name is longer than 200 characters',
        "exceptions[0].date '24.12.2024' is not a date yyyy-MM-dd",
        expect.stringContaining('exceptions[0].workingTimes[0]'),
        'exceptions[1].workingTimes is missing',
        'workingTimes[3] (tuesday 16:00-18:00) overlaps workingTimes[2] (tuesday 09:00-17:00)',
        "holidays[2].date '2024-05-01' is also the date of holidays[1]",
        expect.stringContaining('publicHolidays.firstYear and lastYear'),
        "publicHolidays.region 'XX' is not the code of a region of DE with known holidays.",
      ])
      expect(body.detail).toBe(body.messages.join('\n'))
    })

    it.each([
      ['no object', [], 'The calendar is not an object {...}: []'],
      ['an unknown country', { ...BERLIN, publicHolidays: { country: 'XX' } }, "publicHolidays.country 'XX' is not"],
      ['no country', { ...BERLIN, publicHolidays: {} }, 'publicHolidays.country is missing'],
      ['no working time', { ...BERLIN, workingTimes: [] }, 'workingTimes is empty'],
    ])('refuses %s', async (_, calendar, message) => {
      const { status, body } = await post(calendar)
      expect(status).toBe(400)
      expect(body.messages).toEqual([expect.stringContaining(message)])
    })

    it('refuses a body that is not JSON, or of another type', async () => {
      const request = { method: 'POST', url: '/api/calendars' } as const
      expect((await send('eve', { ...request, payload: '{"name"' })).status).toBe(400)
      const headers = { 'content-type': 'text/plain' }
      expect((await send('eve', { ...request, payload: '{}', headers })).code).toBe('BODY_TYPE_UNSUPPORTED')
      expect((await send('eve', { ...request, payload: '{}' }, serverWith({ bodyLimit: 1 }))).code).toBe(
        'BODY_TOO_LARGE',
      )
    })

    it('lists at most 50 errors, and the number of the others', async () => {
      const holidays = Array.from({ length: 60 }, (_, i) => ({ date: `no ${i}` }))
      const { body } = await post({ ...BERLIN, holidays })
      expect(body.messages).toHaveLength(51)
      expect(body.messages[50]).toBe('10 more errors.')
    })

    it('refuses more holidays than a calendar can have, together with the public ones', async () => {
      const start = Date.UTC(1900, 0, 1)
      const dates = Array.from({ length: 5000 }, (_, i) => new Date(start + i * 86_400_000).toISOString().slice(0, 10))
      const { status, body } = await post({ ...BERLIN, holidays: dates.map(date => ({ date })) })
      expect(status).toBe(400)
      expect(body.messages[0]).toMatch(/^holidays has 5\d\d\d entries, 5000 of them from the file: at most 5000/)
    })
  })

  describe('changing a calendar over HTTP', () => {
    it.each([
      [null, 'If-Match is missing'],
      ['abc', "If-Match 'abc' is not an ETag"],
      ['W/"abc"', 'is not an ETag'],
    ])('needs a header If-Match: %s', async (ifMatch, message) => {
      for (const answer of [await put('1', BERLIN, ifMatch), await remove('1', ifMatch)]) {
        expect([answer.status, answer.code]).toEqual([400, 'REQUEST_MALFORMED'])
        expect(answer.body.detail).toContain(message)
      }
    })

    it('cannot change the built-in calendar, or one that does not exist', async () => {
      expect((await put('0', BERLIN, '*')).code).toBe('CALENDAR_BUILT_IN')
      expect((await put('7', BERLIN, '*')).code).toBe('CALENDAR_UNKNOWN')
      expect((await remove('0', '*')).code).toBe('CALENDAR_BUILT_IN')
      expect((await get('/api/calendars/7')).status).toBe(404)
      expect((await get('/api/calendars/0')).body).toMatchObject({ isBuiltIn: true, isDefault: true })
    })

    it('reports its errors, and keeps the old version', async () => {
      const { body } = await get('/api/calendars/1')
      expect((await put('1', { ...BERLIN, timeZone: 'Nowhere' }, '*')).body.messages).toHaveLength(1)
      expect((await get('/api/calendars/1')).body).toEqual(body)
    })
  })

  describe('the preview of a month', () => {
    it('shows for each day the hours that count, and why a day is free', async () => {
      // 5 Mondays, 4 Wednesdays and Thursdays without two holidays, 3 full Tuesdays, a half one and a holiday, 4 Fridays:
      // 5 x 8 + 3 x 8 + 3 x 8 + 3 x 8 + 4 + 4 x 4 = 132.
      const { status, body } = await preview(BERLIN, '2024-12')
      expect(status).toBe(200)
      const { days, millis, yearsWithoutHolidays } = calendarMonth.parse(body)
      expect(days).toHaveLength(31)
      expect(millis / 3_600_000).toBe(132)
      expect(yearsWithoutHolidays).toEqual([])
      const day = (date: string) => days.find(one => one.date === date)!
      expect(day('2024-12-02').periods.map(({ start, end }) => [start, end])).toEqual([
        ['08:00', '12:00'],
        ['13:00', '17:00'],
      ])
      expect(day('2024-12-24')).toMatchObject({ why: 'exception Half day', millis: 4 * 3_600_000 })
      expect(day('2024-12-25')).toMatchObject({ why: 'holiday Christmas Day', millis: 0 })
      expect(day('2024-12-31').why).toBe("holiday New Year's Eve")
      expect(day('2024-12-28').why).toBe('not a working day')
    })

    it('is the same for a saved calendar, and the same as the explanation', async () => {
      const { definition } = (await get('/api/calendars/1')).body
      const { body } = await preview(definition, '2024-12')
      expect(body).toEqual((await preview(BERLIN, '2024-12')).body)
      const explained = await workspace.calendars.explain('1', '2024-12-01', '2025-01-01')
      expect({ days: body.days, millis: body.millis }).toEqual({ days: explained.days, millis: explained.millis })
    })

    it('has all hours of months in which the clocks change at midnight', async () => {
      // In Cuba, the clocks went from 01:00 back to 00:00 on 3 November 2024; in Paraguay from 00:00 back to 23:00.
      const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      const allTime = week.map(weekday => ({ weekday, start: '00:00', end: '24:00' }))
      const hoursOf = async (timeZone: string, month: string) => {
        const { body } = await preview({ name: 'x', timeZone, workingTimes: allTime }, month)
        return [body.days.length, body.millis / 3_600_000]
      }
      expect(await hoursOf('America/Havana', '2024-11')).toEqual([30, 721])
      expect(await hoursOf('America/Asuncion', '2024-03')).toEqual([31, 745])
      // Samoa had no 30 December 2011.
      expect(await hoursOf('Pacific/Apia', '2011-12')).toEqual([30, 720])
    })

    it('says when the year has no holidays', async () => {
      expect((await preview(BERLIN, '2041-05')).body.yearsWithoutHolidays).toEqual([2041])
      expect((await preview(BERLIN, '2040-12')).body.yearsWithoutHolidays).toEqual([])
    })

    it('reports all errors of the calendar and of the month', async () => {
      const { status, body } = await preview({ ...BERLIN, name: '', publicHolidays: { country: 'XX' } }, '2024-13')
      expect(status).toBe(400)
      expect(body.messages).toEqual([
        'name is empty',
        expect.stringContaining("publicHolidays.country 'XX'"),
        'month "2024-13" is not a month such as 2024-12',
      ])
      expect((await preview(BERLIN, '0000-01')).status).toBe(400)
      expect((await preview(BERLIN, 2024)).status).toBe(400)
      const payload = JSON.stringify({ calendar: BERLIN })
      expect((await send('ann', { method: 'POST', url: '/api/calendar-preview', payload })).status).toBe(400)
      expect((await preview(BERLIN, '0001-01')).status).toBe(200)
      expect((await preview(BERLIN, '9999-12')).status).toBe(200)
    })
  })

  describe('the public holidays of a calendar', () => {
    it('are offered by the names of countries and regions', async () => {
      const { countries } = (await get('/api/holiday-countries', 'ann')).body
      const names = countries.map(({ name }: { name: string }) => name)
      expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')))
      const germany = countries.find(({ code }: { code: string }) => code === 'DE')
      expect(germany.name).toBe('Germany')
      expect(germany.regions).toContainEqual({ code: 'BY', name: 'Bayern', englishName: 'Bavaria' })
    })
  })

  describe('who may change calendars', () => {
    it('administrators only, in access mode tokens', async () => {
      const { body, headers } = await get('/api/calendars/1')
      for (const request of changes(String(headers.etag))) {
        expect([request.method, (await send('ann', request)).code]).toEqual([request.method, 'FORBIDDEN'])
        const unknown = await send(null, { ...request, headers: { ...request.headers, 'x-sojourn': 'page' } })
        expect([request.method, unknown.code]).toEqual([request.method, 'NOT_SIGNED_IN'])
      }
      expect((await get('/api/calendars/1', 'ann')).body).toEqual(body)
      expect((await preview(BERLIN, '2024-12', 'ann')).status).toBe(200)
    })
  })
})
