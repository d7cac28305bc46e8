import { z } from 'zod'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { holidayCountries } from '../../reports/calendars/calendar-details.ts'
import { type CalendarOrigin, originOfJson } from '../../reports/calendars/calendar-origin.ts'
import { calendarSummary } from '../../reports/calendars/calendar-summary.ts'
import type { CalendarDetails } from '../../reports/calendars/calendar-types.ts'
import {
  addCalendar,
  type CalendarDeps,
  detailsOfCalendar,
  explainCalendar,
  listCalendars,
  removableCalendar,
  removeCalendar,
  replaceCalendar,
  setDefaultCalendar,
  showCalendar,
  shownCalendar,
  shownCalendars,
  type Versions,
} from '../../reports/calendars/manage-calendars.ts'
import { previewMonth } from '../../reports/calendars/preview-month.ts'
import { countryList } from './calendar-schemas.ts'
import { ifMatch, versionsIn } from './if-match.ts'
import { command, idOrName, type Json, operation, type Sent } from './operation.ts'
import { validJson } from './valid-json.ts'

const ALL = '/api/calendars'
const ONE = `${ALL}/{id}`

const addressed = <T extends { readonly id: string }>(calendar: T) => ({
  ...calendar,
  address: `${ALL}/${encodeURIComponent(calendar.id)}`,
})

const EXAMPLE = {
  name: 'Berlin support',
  timeZone: 'Europe/Berlin',
  workingTimes: [
    { weekday: 'monday', start: '08:00', end: '12:00' },
    { weekday: 'monday', start: '13:00', end: '17:00' },
  ],
  publicHolidays: { country: 'DE', region: 'BE' },
  exceptions: [{ date: '2024-12-24', name: 'Christmas Eve', workingTimes: [{ start: '08:00', end: '12:00' }] }],
}

const FILE: Json = { $ref: '#/components/schemas/CalendarFile' }
const BODY = { schema: FILE, example: EXAMPLE, isLong: true }

const PREVIEW = z.strictObject({ calendar: z.unknown(), month: z.unknown() })

const unknown = 'There is no calendar with this id or name.'
const changed = 'The calendar was changed since the version in If-Match.'
const invalid = 'The body is not a calendar, or If-Match is missing. The messages have all errors.'

interface ShownDetails extends CalendarDetails {
  readonly address: string
}

const found = {
  status: 200,
  description: 'The calendar. ETag has its version.',
  content: 'CalendarDetails',
  headers: ({ version }: ShownDetails) => ({ etag: `"${version}"` }),
  documentedHeaders: ['ETag'],
} as const

const details = operation({
  admits: 'users',
  cost: 'read',
  errors: ['CALENDAR_UNKNOWN'],
  run: async (deps: CalendarDeps, id: string, _context: RequestContext): Promise<ShownDetails> =>
    addressed(await detailsOfCalendar(deps, id)),
  route: {
    method: 'GET',
    path: ONE,
    stability: 'experimental',
    id: 'calendarDetails',
    summary: 'A working calendar with its file.',
    parameters: [idOrName],
    argumentsOf: ({ path, context }) => [path.id!, context],
    answers: [found],
    refusals: { 404: unknown },
  },
})

/** The response of a change: the calendar as it is now. */
const shows = { operation: details, argumentsOf: (_: unknown, { path, context }: Sent) => [path.id, context] }

/** The operations of working calendars. */
export const calendarOperations = {
  shown: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: (deps: CalendarDeps, _context: RequestContext) => shownCalendars(deps),
    route: {
      method: 'GET',
      path: '{report}/data/calendars',
      stability: 'stable',
      id: 'calendars',
      summary: 'All working calendars.',
      argumentsOf: ({ context }) => [context],
      answers: [
        {
          status: 200,
          description: 'The calendars, by id.',
          content: { type: 'array', items: { $ref: '#/components/schemas/Calendar' } },
        },
      ],
    },
  }),
  shownOne: operation({
    admits: 'users',
    cost: 'read',
    errors: ['CALENDAR_UNKNOWN'],
    run: (deps: CalendarDeps, id: string, _context: RequestContext) => shownCalendar(deps, id),
    route: {
      method: 'GET',
      path: '{report}/data/calendars/{id}',
      stability: 'stable',
      id: 'calendar',
      summary: 'One working calendar; 0 is the default one.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      argumentsOf: ({ path, context }) => [path.id!, context],
      answers: [{ status: 200, description: 'The calendar.', content: 'Calendar' }],
      refusals: { 404: 'There is no such calendar.' },
    },
  }),
  summaries: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: async (deps: CalendarDeps, _context: RequestContext) => ({
      calendars: (await listCalendars(deps)).map(calendarSummary).map(addressed),
    }),
    route: {
      method: 'GET',
      path: ALL,
      stability: 'experimental',
      id: 'listCalendars',
      summary: 'The working calendars, by id.',
      argumentsOf: ({ context }) => [context],
      answers: [{ status: 200, description: 'All calendars.', content: 'CalendarList' }],
    },
  }),
  addFile: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CALENDARS_TOO_MANY', 'CALENDAR_INVALID'],
    run: (deps: CalendarDeps, json: unknown) => addCalendar(deps, null, originOfJson(json)),
    route: {
      method: 'POST',
      path: ALL,
      stability: 'experimental',
      id: 'addCalendar',
      summary: 'Adds a working calendar, with the public holidays of its country.',
      body: BODY,
      argumentsOf: ({ json }) => [json],
      shows: { operation: details, argumentsOf: (id: string, { context }: Sent) => [id, context] },
      answers: [
        {
          status: 201,
          description: 'The new calendar. Location has its address.',
          content: 'CalendarDetails',
          headers: (calendar: ShownDetails) => ({ ...found.headers(calendar), location: calendar.address }),
          documentedHeaders: ['Location', 'ETag'],
        },
      ],
      refusals: { 400: invalid, 409: 'There are 1,000 calendars.' },
    },
  }),
  details,
  replaceFile: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CALENDAR_UNKNOWN', 'CALENDAR_BUILT_IN', 'CALENDAR_CHANGED', 'CALENDAR_INVALID'],
    run: (deps: CalendarDeps, id: string, json: unknown, versions: Versions) =>
      replaceCalendar(deps, id, originOfJson(json), versions),
    route: {
      method: 'PUT',
      path: ONE,
      stability: 'experimental',
      id: 'replaceCalendar',
      summary: 'Replaces a working calendar with a new version. Running reports keep the old one.',
      parameters: [idOrName, ifMatch],
      body: BODY,
      argumentsOf: sent => [sent.path.id!, sent.json, versionsIn(sent)],
      shows,
      answers: [found],
      refusals: { 400: invalid, 404: unknown, 409: 'It is the built-in calendar.', 412: changed },
    },
  }),
  remove: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CALENDAR_UNKNOWN', 'CALENDAR_BUILT_IN', 'CALENDAR_IN_USE', 'CALENDAR_CHANGED'],
    run: (deps: CalendarDeps, id: string, versions: Versions = null) => removeCalendar(deps, id, versions),
    route: {
      method: 'DELETE',
      path: ONE,
      stability: 'experimental',
      id: 'removeCalendar',
      summary: 'Removes a working calendar.',
      parameters: [idOrName, ifMatch],
      argumentsOf: sent => [sent.path.id!, versionsIn(sent)],
      answers: [{ status: 204, description: 'It was removed.' }],
      refusals: { 404: unknown, 409: 'It is the built-in calendar or the default one.', 412: changed },
    },
  }),
  makeDefault: operation({
    admits: 'administrators',
    cost: 'write',
    errors: ['CALENDAR_UNKNOWN'],
    run: (deps: CalendarDeps, id: string) => setDefaultCalendar(deps, id),
    route: {
      method: 'POST',
      path: `${ONE}/default`,
      stability: 'experimental',
      id: 'makeDefaultCalendar',
      summary: 'Makes a working calendar the default one, which calendar=0 selects.',
      parameters: [idOrName],
      argumentsOf: ({ path }) => [path.id!],
      shows,
      answers: [found],
      refusals: { 404: unknown },
    },
  }),
  preview: operation({
    admits: 'users',
    cost: 'read',
    errors: ['CALENDAR_INVALID'],
    run: (_deps: CalendarDeps, json: unknown, month: unknown, { signal }: RequestContext) =>
      previewMonth(json, month, signal),
    route: {
      method: 'POST',
      path: '/api/calendar-preview',
      stability: 'experimental',
      id: 'previewCalendar',
      summary: 'The working time of a month by day, also for a calendar that is not saved.',
      body: {
        schema: {
          type: 'object',
          properties: { calendar: FILE, month: { type: 'string' } },
          required: ['calendar', 'month'],
          additionalProperties: false,
        },
        example: { month: '2024-12', calendar: EXAMPLE },
        isLong: true,
      },
      argumentsOf: ({ json, context }) => {
        const { calendar, month } = validJson(json, PREVIEW, '{"month": "2024-12", "calendar": {...}}')
        return [calendar, month, context]
      },
      answers: [{ status: 200, description: 'The days of the month.', content: 'CalendarMonth' }],
      refusals: { 400: 'The body is not a month and a calendar. The messages have all errors.' },
    },
  }),
  countries: operation({
    admits: 'users',
    cost: 'read',
    errors: [],
    run: async (_deps: CalendarDeps, _context: RequestContext) => ({ countries: holidayCountries() }),
    route: {
      method: 'GET',
      path: '/api/holiday-countries',
      stability: 'experimental',
      id: 'holidayCountries',
      summary: 'The countries and regions with known public holidays.',
      argumentsOf: ({ context }) => [context],
      answers: [{ status: 200, description: 'The countries, by name.', content: countryList }],
    },
  }),
  list: command({ cost: 'none', errors: [], run: listCalendars }),
  show: command({ cost: 'none', errors: ['CALENDAR_UNKNOWN'], run: showCalendar }),
  add: command({
    cost: 'write',
    errors: ['CALENDAR_TAKEN', 'CALENDARS_TOO_MANY', 'CALENDAR_INVALID', 'COUNTRY_UNKNOWN', 'REGION_UNKNOWN'],
    run: addCalendar,
  }),
  replace: command({
    cost: 'write',
    errors: ['CALENDAR_UNKNOWN', 'CALENDAR_BUILT_IN', 'CALENDAR_INVALID', 'COUNTRY_UNKNOWN', 'REGION_UNKNOWN'],
    run: (deps: CalendarDeps, id: string, origin: CalendarOrigin) => replaceCalendar(deps, id, origin, null),
  }),
  removable: command({
    cost: 'none',
    errors: ['CALENDAR_UNKNOWN', 'CALENDAR_BUILT_IN', 'CALENDAR_IN_USE'],
    run: removableCalendar,
  }),
  explain: command({ cost: 'none', errors: ['CALENDAR_UNKNOWN', 'OPTION_INVALID'], run: explainCalendar }),
}
