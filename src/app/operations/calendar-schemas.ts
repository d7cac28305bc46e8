import { z } from 'zod'

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

/** The schemas of calendars in the OpenAPI document. */
export const calendarComponents = {
  CalendarFile: calendarFile,
  CalendarList: calendarList,
  CalendarDetails: calendarDetails,
  CalendarMonth: calendarMonth,
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
/** The JSON schema of the countries with known public holidays. */
export const countryList = {
  type: 'object',
  properties: { countries: { type: 'array', items: COUNTRY } },
  required: ['countries'],
}
