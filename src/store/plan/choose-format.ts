import { formatYears, yearsWithoutHolidays } from '../../core/time/calendar/holiday-years.ts'
import { isPatternProblem, parseDatePattern } from '../../core/time/date-pattern.ts'
import { viewFormats } from '../../core/time/duration-format.ts'
import type { Instant, Millis } from '../../core/time/instant.ts'
import { DAY, HOUR } from '../../core/time/local-time.ts'
import { parseZone, UTC, wallClock, type Zone } from '../../core/time/zone.ts'
import { usesDays } from './day-length.ts'
import { fileTypes } from './file-types.ts'
import { type ReportFormatName, reportFormatNames } from './formats.ts'
import {
  allHoursNames,
  columnNamings,
  dayLengths,
  decimals,
  delimiters,
  durationForms,
  emptyTokens,
} from './parameters.ts'
import type { KnownCalendar, PlanContext } from './plan-context.ts'
import type { CsvFormat, PlannedCalendar, ReportFormat, ReportPlan } from './report-plan.ts'
import type { ReportType } from './report-types.ts'
import { oneOf, quoted, sentence, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { idElseName } from './resolve-names.ts'

const DATE_FORMAT = 'dd/MMM/yy'
const DATE_TIME_FORMAT = 'dd/MMM/yy h:mm a'

/** Reads timeZone. Defaults to the caller's zone, then to the server's. */
export function chooseZone(values: RequestValues<'timeZone'>, context: PlanContext): Zone {
  const name = values.text('timeZone')
  if (name === undefined) return context.zone
  const zone = parseZone(name)
  if (!zone)
    values.problems.add('timeZone', `${quoted(name)} is not a time zone. Allowed: an IANA name such as Europe/Berlin`)
  return zone ?? context.zone
}

/** The calendar of a report, and the length of a day. */
export interface ChosenCalendar {
  readonly calendar: PlannedCalendar
  readonly dayLength: ReportPlan['dayLength']
  readonly day: Millis
}

/**
 * Reads calendar and dayLength. Both apply to duration reports, and are required there. They also apply to the ages in a
 * list of any type, `hasAge`; the default is then 24/7.
 */
export function chooseCalendar(
  values: RequestValues,
  context: PlanContext,
  type: ReportType | undefined,
  hasAge: boolean,
): ChosenCalendar {
  const normalHours: ChosenCalendar = {
    calendar: { buckets: null, shown: context.normalHours },
    dayLength: '24HourDays',
    day: DAY,
  }
  const dayLength = values.choice('dayLength', dayLengths)
  const found = findCalendar(values, context)
  const timed = type?.kind === 'duration'
  if (!timed && !hasAge) return normalHours
  if (timed && values.text('calendar') === undefined && !values.problems.has('calendar')) {
    // The contract has this text (§7).
    values.require('calendar', '. Possible values: normalHours or the id of a custom calendar')
  }
  if (found === undefined) return normalHours
  if (found === 'normalHours') {
    if (dayLength === 'businessDays') {
      values.problems.add(
        'dayLength',
        'businessDays is not possible with calendar normalHours. Possible value: 24HourDays',
      )
    }
    return normalHours
  }
  return workingCalendar(values, found, dayLength)
}

/** Reads calendar. Returns `undefined` if it is absent or unknown. */
export function findCalendar(
  values: RequestValues<'calendar'>,
  context: PlanContext,
): KnownCalendar | 'normalHours' | undefined {
  const id = values.text('calendar')
  if (id === undefined) return undefined
  if (allHoursNames.some(name => name.toLowerCase() === id.toLowerCase())) return 'normalHours'
  const found = calendarNamed(id, context.calendars)
  if (found !== undefined && !(found instanceof Unresolved)) return found
  const near = () => values.problems.suggestion(id, () => ['normalHours', ...context.calendars.map(({ name }) => name)])
  const unknown = () =>
    `${sentence(`is not a calendar${near()}`)} Possible values: normalHours, 0 or the id or the name of a custom calendar`
  values.problems.add('calendar', `${quoted(id)} ${found?.why ?? unknown()}`)
  return undefined
}

/** Returns the calendar with an id or a name; 0 is the default one. Returns `undefined` if it is unknown. */
export function calendarNamed(
  text: string,
  calendars: readonly KnownCalendar[],
): KnownCalendar | Unresolved | undefined {
  return text === '0' ? calendars.find(one => one.isDefault) : idElseName(calendars, text, 'calendars')
}

function workingCalendar(
  values: RequestValues,
  { buckets, shown, businessDay }: KnownCalendar,
  dayLength: ReportPlan['dayLength'] | undefined,
): ChosenCalendar {
  if (values.text('dayLength') === undefined && !values.problems.has('dayLength')) {
    values.require('dayLength', ` with a calendar other than normalHours. ${usualDayLength(values, businessDay)}`)
  }
  if (dayLength === 'businessDays' && businessDay === null) {
    values.problems.add(
      'dayLength',
      "businessDays is not possible: the calendar's working days are of unequal length. Possible value: 24HourDays",
    )
  }
  const day = dayLength === 'businessDays' ? (businessDay ?? DAY) : DAY
  return { calendar: { buckets, shown }, dayLength: dayLength ?? '24HourDays', day }
}

/** Returns which lengths of a day are possible, and which one is usual. */
function usualDayLength(values: RequestValues, businessDay: Millis | null): string {
  if (businessDay === null)
    return "Possible value: 24HourDays, because the calendar's working days are of unequal length"
  const isUsed = usesDays(values.text('viewFormat'), values.text('filters'))
  const hours = Number((businessDay / HOUR).toFixed(2))
  const usual = isUsed
    ? `businessDays, days of ${hours} working hours`
    : '24HourDays, because durations are shown without days'
  return `Possible values: ${oneOf(dayLengths)}. Usual: ${usual}`
}

/** Warns about years within the report for which the calendar has no holidays. */
export function warnAboutMissingHolidays(
  values: Pick<RequestValues, 'warn'>,
  { calendars, firstCreated }: PlanContext,
  calendar: ReportPlan['calendar'],
  window: { readonly start: Instant | null; readonly end: Instant },
): void {
  const version = calendar?.buckets?.version
  const known = version === undefined ? undefined : calendars.find(({ buckets }) => buckets.version === version)
  const start = Math.max(window.start ?? Number.NEGATIVE_INFINITY, firstCreated ?? window.end)
  if (!known || start > window.end) return
  const span = { first: wallClock(start, UTC).year, last: wallClock(window.end, UTC).year }
  const years = yearsWithoutHolidays(known.holidayYears, span)
  if (years.length === 0) return
  values.warn(
    `The calendar ${quoted(String(known.shown.name))} has no holidays for ${formatYears(years)}: all its weekdays count there.`,
  )
}

/** Reads outputType, the parameters of CSV, viewFormat, dateFormat, dateTimeFormat and emptyValueToken. */
export function chooseFormat(values: RequestValues, context: PlanContext, zone: Zone, day: Millis): ReportFormat {
  return {
    output: chooseOutput(values),
    csv: chooseCsv(values),
    view: values.choice('viewFormat', viewFormats, 'minutes') ?? 'minutes',
    day,
    date: pattern(values, 'dateFormat', context.dateFormat || DATE_FORMAT),
    dateTime: pattern(values, 'dateTimeFormat', context.dateTimeFormat || DATE_TIME_FORMAT),
    zone,
    locale: context.locale,
    emptyToken: emptyToken(values),
  }
}

/** Reads outputType. The formats of files are those of exports. */
function chooseOutput(values: RequestValues): ReportFormatName {
  const text = values.text('outputType')?.trim() ?? ''
  const format = text.toUpperCase()
  const isOfFiles = format !== 'CSV' && (fileTypes.some(({ name }) => name === format) || EXCEL.includes(format))
  if (!isOfFiles) return values.choice('outputType', reportFormatNames, 'json') ?? 'json'
  const why = `${quoted(text)} is a format of files, which 'sojourn export' and POST api/file write`
  values.problems.add('outputType', `${why}. Possible values: ${oneOf(reportFormatNames)}`)
  return 'json'
}

/** Other names of XLSX. */
const EXCEL = ['XLS', 'EXCEL']

const FLAGS = ['true', 'false'] as const

/** Reads csvSafe, csvBom, delimiter, decimal, durations, columnNames and uniqueHeaders. */
function chooseCsv(values: RequestValues): CsvFormat {
  const areUnique = values.choice('uniqueHeaders', FLAGS, 'false') === 'true'
  return {
    ...chooseCsvText(values),
    decimal: values.choice('decimal', decimals, 'point') ?? 'point',
    durations: values.choice('durations', durationForms, 'text') ?? 'text',
    columnNames: values.choice('columnNames', columnNamings) ?? (areUnique ? 'label' : null),
  }
}

/** The parameters of the text of CSV. */
export type CsvParameter = 'csvSafe' | 'csvBom' | 'delimiter'

/** Reads the parameters of the text of CSV. */
export function chooseCsvText(values: RequestValues<CsvParameter>): Pick<CsvFormat, 'safe' | 'bom' | 'delimiter'> {
  const bom = values.choice('csvBom', FLAGS, 'false') === 'true'
  return {
    safe: values.choice('csvSafe', FLAGS, bom ? 'true' : 'false') === 'true',
    bom,
    delimiter: delimiter(values),
  }
}

function delimiter(values: RequestValues<CsvParameter>): CsvFormat['delimiter'] {
  const text = values.text('delimiter')
  const literal = Object.values(delimiters).find(one => one === text)
  if (literal !== undefined) return literal
  const names = Object.keys(delimiters) as (keyof typeof delimiters)[]
  return delimiters[values.choice('delimiter', names, 'comma') ?? 'comma']
}

function pattern(values: RequestValues, name: 'dateFormat' | 'dateTimeFormat', fallback: string): string {
  const text = values.text(name)
  if (text === undefined) return fallback
  const read = parseDatePattern(text)
  if (!isPatternProblem(read)) return text
  values.problems.add(name, `${quoted(text)} is not a date pattern: ${read.problem.replace(/\.$/, '')}`)
  return fallback
}

function emptyToken(values: RequestValues): string | null {
  const text = values.text('emptyValueToken')
  if (text === undefined) return emptyTokens.Hyphen
  const literals: readonly (string | null)[] = [
    emptyTokens.Hyphen,
    emptyTokens.Zero,
    emptyTokens.Null,
    emptyTokens.SingleSpace,
  ]
  if (literals.includes(text)) return text
  const names = Object.keys(emptyTokens) as (keyof typeof emptyTokens)[]
  const name = values.choice('emptyValueToken', names)
  return name === undefined ? emptyTokens.Hyphen : emptyTokens[name]
}
