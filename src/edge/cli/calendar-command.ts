import { type Command, Option } from 'commander'
import { UserError } from '../../core/base/errors.ts'
import { formatYears } from '../../core/time/calendar/holiday-years.ts'
import { hoursText } from '../../core/time/calendar/hours-text.ts'
import { formatDuration } from '../../core/time/duration-format.ts'
import { DAY } from '../../core/time/local-time.ts'
import type { CalendarOrigin } from '../../reports/calendars/calendar-origin.ts'
import { calendarSummary, type ListedCalendar } from '../../reports/calendars/calendar-summary.ts'
import type { ExplainedTime } from '../../reports/calendars/manage-calendars.ts'
import type { CommandContext } from './context.ts'
import { listOutput } from './in-columns.ts'
import { jsonFile, listText } from './input-file.ts'
import { addJsonOption, addStoreOption, addYesOption, type ListOptions, type RemovalOptions } from './options.ts'
import { confirmRemoval, printFrom } from './with-workspace.ts'

const EXAMPLES = `
Examples:
  sojourn calendar list
  sojourn calendar add office.json
  sojourn calendar add office.json --country DE --region BY
  sojourn calendar add --country US --time-zone America/New_York --hours 09:00-17:30 --name "New York"
  sojourn calendar default 1
  sojourn calendar explain --calendar 1 2024-03-01 "2024-03-06 16:00"
`

interface OriginOptions {
  readonly store: string
  readonly json?: true
  readonly id?: string
  readonly name?: string
  readonly country?: string
  readonly region?: string
  readonly timeZone?: string
  readonly hours?: string
  readonly ics?: string
}

/** Adds `sojourn calendar` and its subcommands. */
export function addCalendarCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('calendar')
    .summary('list, add and explain working calendars')
    .description('Manages working calendars: the hours that count. docs/guides/calendars.md describes their files.')
    .addHelpText('after', EXAMPLES)
  addList(command, context)
  addShow(command, context)
  addAdd(command, context)
  addReplace(command, context)
  addRemove(command, context)
  addDefault(command, context)
  addExplain(command, context)
}

function addList(command: Command, context: CommandContext): void {
  addJsonOption(addStoreOption(command.command('list'), context))
    .description(
      'Lists the calendars: id, name, public holidays of, time zone, hours. * marks the default one (calendar=0).',
    )
    .action((options: ListOptions) =>
      printFrom(context, options.store, { create: true }, async ({ calendars }) =>
        calendarList(await calendars.list(), options),
      ),
    )
}

function calendarList(calendars: readonly ListedCalendar[], options: ListOptions): string {
  return listOutput(
    calendars,
    options,
    ({ id, isDefault, calendar, location }) => [
      `${isDefault ? '*' : ' '} ${id}`,
      calendar.name,
      location ?? '-',
      calendar.zone.name,
      hoursText(calendar),
      `${calendar.holidays.length} holidays`,
    ],
    calendarSummary,
  )
}

function addShow(command: Command, context: CommandContext): void {
  addStoreOption(command.command('show'), context)
    .description('Prints a calendar in the format of a calendar file.')
    .argument('<id>', 'the id or the name of the calendar')
    .action((id: string, { store }: OriginOptions) =>
      printFrom(
        context,
        store,
        { create: true },
        async ({ calendars }) => `${JSON.stringify(await calendars.show(id), null, 2)}\n`,
      ),
    )
}

function addOriginOptions(command: Command, context: CommandContext): Command {
  return addStoreOption(command, context)
    .option('--name <name>', 'the name of the calendar; by default the name in the file, or of the country and region')
    .option('--country <code>', 'add the public holidays of a country, such as DE')
    .addOption(new Option('--region <code>', 'the region of the country, such as BY'))
    .option('--time-zone <zone>', 'its time zone; by default that of the file, the country or the server')
    .option('--hours <periods>', 'without FILE: the hours of Monday to Friday, such as 08:00-12:00,13:00-17:00')
    .option('--ics <file>', 'add the days of an iCalendar file as holidays')
}

function addAdd(command: Command, context: CommandContext): void {
  addJsonOption(addOriginOptions(command.command('add'), context))
    .description(
      'Adds a calendar, and prints its name and id; with --json, the id as JSON. Without FILE: Monday to Friday, 09:00-17:00.',
    )
    .argument('[file]', 'the calendar file')
    .option('--id <id>', 'its id; by default the next free number')
    .action((file: string | undefined, options: OriginOptions) =>
      printFrom(context, options.store, { create: true }, async ({ calendars }) => {
        const id = await calendars.add(options.id ?? null, await originOf(file, options))
        if (options.json) return `${JSON.stringify({ id })}\n`
        return `Added calendar ${(await calendars.show(id)).name} (id ${id}).\n`
      }),
    )
}

function addReplace(command: Command, context: CommandContext): void {
  addOriginOptions(command.command('replace'), context)
    .description('Replaces a calendar with a new version. Running reports keep the old one.')
    .argument('<id>', 'the id or the name of the calendar')
    .argument('[file]', 'the calendar file')
    .action((id: string, file: string | undefined, options: OriginOptions) =>
      printFrom(context, options.store, { create: true }, async ({ calendars }) => {
        await calendars.replace(id, await originOf(file, options))
        return `Replaced calendar ${id}.\n`
      }),
    )
}

function addRemove(command: Command, context: CommandContext): void {
  addYesOption(addStoreOption(command.command('remove'), context))
    .description('Removes a calendar after a confirmation.')
    .argument('<id>', 'the id or the name of the calendar')
    .action((id: string, options: RemovalOptions) =>
      printFrom(context, options.store, { create: true }, async ({ calendars }) => {
        const found = await calendars.removable(id)
        const shown = `calendar ${found.calendar.name} (id ${found.id})`
        await confirmRemoval(context, shown, options)
        await calendars.remove(found.id)
        return `Removed ${shown}.\n`
      }),
    )
}

function addDefault(command: Command, context: CommandContext): void {
  addStoreOption(command.command('default'), context)
    .description('Makes a calendar the default, which calendar=0 selects.')
    .argument('<id>', 'the id or the name of the calendar')
    .action((id: string, { store }: OriginOptions) =>
      printFrom(context, store, { create: true }, async ({ calendars }) => {
        await calendars.makeDefault(id)
        return `Calendar ${id} is the default one.\n`
      }),
    )
}

function addExplain(command: Command, context: CommandContext): void {
  addStoreOption(command.command('explain'), context)
    .description('Shows the working time between two dates, day by day and in total.')
    .requiredOption('--calendar <id>', 'the id or the name of the calendar; 0 for the default one')
    .argument('<from>', "'yyyy-MM-dd', 'yyyy-MM-dd hh:mm' in the calendar's zone, or 2024-03-01T12:30:00Z")
    .argument('<to>', 'a later time, in the same format')
    .action((from: string, to: string, options: OriginOptions & { calendar: string }) =>
      printFrom(context, options.store, { create: true }, async ({ calendars }) =>
        explanationText(await calendars.explain(options.calendar, from, to)),
      ),
    )
}

/** Formats one line per day, and the sum below them. */
export function explanationText({ days, millis, yearsWithoutHolidays: years }: ExplainedTime): string {
  const length = (time: number) => formatDuration({ numerator: BigInt(time), denominator: 1n }, 'hhmmss', DAY)
  const lines = days.map(({ date, weekday, why, periods, millis: time }) => {
    const day = `${date} ${weekday.slice(0, 3)}`
    if (periods.length === 0) return `${day}  ${'-'.padStart(9)}  ${why}`
    return `${day}  ${length(time).padStart(9)}  ${why}: ${periods.map(({ start, end }) => `${start}-${end}`).join(', ')}`
  })
  const lacking = years.length === 0 ? [] : [`The calendar has no holidays for ${formatYears(years)}.`]
  return `${[...lines, `${'sum'.padEnd(14)}  ${length(millis).padStart(9)}  ${millis} ms`, ...lacking].join('\n')}\n`
}

async function originOf(file: string | undefined, options: OriginOptions): Promise<CalendarOrigin> {
  const { name, country, region, timeZone, hours, ics } = options
  return {
    file: file === undefined ? null : { name: file, json: await calendarJson(file) },
    name: name ?? null,
    country: country ?? null,
    region: region ?? null,
    timeZone: timeZone ?? null,
    hours: hours ?? null,
    ics: ics === undefined ? null : await listText(ics),
  }
}

function calendarJson(file: string): Promise<unknown> {
  const invalid = (reason: string) =>
    new UserError('CALENDAR_INVALID', { file, problems: [`it is not JSON: ${reason}`] })
  return jsonFile(file, invalid)
}
