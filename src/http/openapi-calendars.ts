import { z } from 'zod'
import { CALENDAR_PATHS } from './calendar-routes.ts'
import { guarded, type Json, jsonContent, problem, reference, refusedBody } from './openapi-parts.ts'

const text = z.string()
const time = text.meta({
  description: 'HH:mm; 24:00 is the end of the day. An end before the start is on the next day.',
})
const date = text.meta({ description: 'yyyy-MM-dd' })
const weekday = z.enum(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])
const period = { start: time, end: time }

/** The JSON of a calendar file. */
export const calendarFile = z
  .strictObject({
    name: text,
    timeZone: text.meta({ description: 'An IANA name such as Europe/Berlin, or an offset such as +02:00.' }),
    workingTimes: z.array(z.strictObject({ weekday, ...period })),
    publicHolidays: z
      .strictObject({
        country: text,
        region: text.optional(),
        firstYear: z.int().optional(),
        lastYear: z.int().optional(),
      })
      .optional()
      .meta({ description: 'Holidays of years outside of firstYear to lastYear are added to holidays.' }),
    holidays: z.array(z.strictObject({ name: text.optional(), date, recurring: z.boolean().optional() })).optional(),
    exceptions: z
      .array(z.strictObject({ date, name: text.optional(), workingTimes: z.array(z.strictObject(period)) }))
      .optional(),
  })
  .meta({ description: 'A calendar in the format of calendar files; see docs/guides/calendars.md.' })

const summary = {
  id: text,
  name: text,
  isDefault: z.boolean(),
  timeZone: text,
  hours: text.meta({ description: 'The weekly hours, such as Mon-Fri 09:00-17:00.' }),
  location: text.nullable().meta({ description: 'The country or region of its public holidays.' }),
  country: text.nullable(),
  region: text.nullable(),
  dailyWorkingHours: z.number().meta({ description: 'Of a working day; the mean if days differ.' }),
  holidays: z.int().meta({ description: 'The number of its holidays.' }),
  address: text,
}

/** The JSON of the list of calendars. */
export const calendarList = z.strictObject({ calendars: z.array(z.strictObject(summary)) })

/** The JSON of a calendar with its file. */
export const calendarDetails = z
  .strictObject({
    ...summary,
    isBuiltIn: z.boolean().meta({ description: 'Whether it is the built-in one, which cannot be changed.' }),
    version: text.meta({ description: 'The ETag, without its quotes.' }),
    definition: calendarFile,
    publicDates: z.array(text).meta({ description: 'The dates of its holidays that are public ones of its country.' }),
    leftOut: z
      .array(z.strictObject({ date, name: text }))
      .meta({ description: 'The public holidays of its country that it does not have.' }),
  })
  .meta({ description: 'A working calendar with its file.' })

/** The JSON of a month. */
export const calendarMonth = z
  .strictObject({
    month: text,
    days: z.array(
      z.strictObject({
        date,
        weekday,
        why: text.meta({ description: 'working day, not a working day, holiday NAME, or exception NAME.' }),
        periods: z.array(
          z.strictObject({ from: z.number(), to: z.number(), start: text, end: text, millis: z.number() }),
        ),
        millis: z.number(),
      }),
    ),
    millis: z.number().meta({ description: 'The sum over the days.' }),
    yearsWithoutHolidays: z.array(z.int()),
  })
  .meta({ description: 'The working time of a month by day, as reports count it.' })

const example = {
  name: 'Berlin support',
  timeZone: 'Europe/Berlin',
  workingTimes: [
    { weekday: 'monday', start: '08:00', end: '12:00' },
    { weekday: 'monday', start: '13:00', end: '17:00' },
  ],
  publicHolidays: { country: 'DE', region: 'BE' },
  exceptions: [{ date: '2024-12-24', name: 'Christmas Eve', workingTimes: [{ start: '08:00', end: '12:00' }] }],
}

const id: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Its id or its name.',
  schema: { type: 'string' },
}
const ifMatch: Json = {
  name: 'If-Match',
  in: 'header',
  required: true,
  schema: { type: 'string' },
  description: 'The ETag of the calendar that is changed, or * for any version.',
}
const found: Json = {
  200: {
    description: 'The calendar. ETag has its version.',
    content: jsonContent('CalendarDetails'),
    headers: { ETag: { schema: { type: 'string' } } },
  },
}
const changing: Json = {
  ...guarded,
  403: problem('The caller is no administrator, or the request is from another site.'),
}
const unknown = problem('There is no calendar with this id or name.')
const changed = problem('The calendar was changed since the version in If-Match.')
const invalid = problem('The body is not a calendar, or If-Match is missing. The messages have all errors.')

/** Describes the routes of working calendars for the OpenAPI document. */
export function calendarPaths(): Record<string, Json> {
  return {
    [CALENDAR_PATHS.all]: {
      get: {
        operationId: 'listCalendars',
        summary: 'The working calendars, by id.',
        responses: { ...guarded, 200: { description: 'All calendars.', content: jsonContent('CalendarList') } },
      },
      post: {
        operationId: 'addCalendar',
        summary: 'Adds a working calendar, with the public holidays of its country.',
        requestBody: bodyOf(reference('CalendarFile'), example),
        responses: {
          ...changing,
          ...refusedBody('application/json'),
          201: {
            description: 'The new calendar. Location has its address.',
            content: jsonContent('CalendarDetails'),
            headers: { Location: { schema: { type: 'string' } }, ETag: { schema: { type: 'string' } } },
          },
          400: invalid,
          409: problem('There are 1,000 calendars.'),
        },
      },
    },
    [CALENDAR_PATHS.one.replace(':id', '{id}')]: {
      get: {
        operationId: 'calendarDetails',
        summary: 'A working calendar with its file.',
        parameters: [id],
        responses: { ...guarded, ...found, 404: unknown },
      },
      put: {
        operationId: 'replaceCalendar',
        summary: 'Replaces a working calendar with a new version. Running reports keep the old one.',
        parameters: [id, ifMatch],
        requestBody: bodyOf(reference('CalendarFile'), example),
        responses: {
          ...changing,
          ...refusedBody('application/json'),
          ...found,
          400: invalid,
          404: unknown,
          409: problem('It is the built-in calendar.'),
          412: changed,
        },
      },
      delete: {
        operationId: 'removeCalendar',
        summary: 'Removes a working calendar.',
        parameters: [id, ifMatch],
        responses: {
          ...changing,
          204: { description: 'It was removed.' },
          404: unknown,
          409: problem('It is the built-in calendar or the default one.'),
          412: changed,
        },
      },
    },
    [CALENDAR_PATHS.makeDefault.replace(':id', '{id}')]: {
      post: {
        operationId: 'makeDefaultCalendar',
        summary: 'Makes a working calendar the default one, which calendar=0 selects.',
        parameters: [id],
        responses: { ...changing, ...found, 404: unknown, 415: problem('It takes no body.') },
      },
    },
    [CALENDAR_PATHS.preview]: {
      post: {
        operationId: 'previewCalendar',
        summary: 'The working time of a month by day, also for a calendar that is not saved.',
        requestBody: bodyOf(
          {
            type: 'object',
            properties: { calendar: reference('CalendarFile'), month: { type: 'string' } },
            required: ['calendar', 'month'],
            additionalProperties: false,
          },
          { month: '2024-12', calendar: example },
        ),
        responses: {
          ...guarded,
          ...refusedBody('application/json'),
          200: { description: 'The days of the month.', content: jsonContent('CalendarMonth') },
          400: problem('The body is not a month and a calendar. The messages have all errors.'),
        },
      },
    },
    [CALENDAR_PATHS.countries]: {
      get: {
        operationId: 'holidayCountries',
        summary: 'The countries and regions with known public holidays.',
        responses: {
          ...guarded,
          200: {
            description: 'The countries, by name.',
            content: { 'application/json': { schema: COUNTRIES } },
          },
        },
      },
    },
  }
}

const NAMED = { code: { type: 'string' }, name: { type: 'string' } }
const REGION = {
  type: 'object',
  properties: { ...NAMED, englishName: { type: 'string' } },
  required: ['code', 'name', 'englishName'],
}
const COUNTRY = {
  type: 'object',
  properties: { ...NAMED, regions: { type: 'array', items: REGION } },
  required: ['code', 'name', 'regions'],
}
const COUNTRIES = {
  type: 'object',
  properties: { countries: { type: 'array', items: COUNTRY } },
  required: ['countries'],
}

function bodyOf(schema: Json, example: Json): Json {
  return { required: true, content: { 'application/json': { schema, example } } }
}
