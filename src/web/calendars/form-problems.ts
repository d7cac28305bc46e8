import { calendarTexts } from '../texts/calendars.ts'
import { capitalize } from '../texts/format.ts'
import { type CalendarForm, type FormPeriod, WEEKDAYS } from './calendar-form.ts'

const { problems: text, week, holidays, exceptions } = calendarTexts

/** The messages of the server about a form. */
export interface CalendarProblems {
  /** By field: `name`, `timeZone`, `workingTimes`, `publicHolidays`, or the id of a row. */
  readonly ofField: ReadonlyMap<string, readonly FieldProblem[]>
  /** Those about no field of the form. */
  readonly others: readonly string[]
}

/** A message about a field. `part` is the control in a row, such as `start`; `null` if it is about all of them. */
export interface FieldProblem {
  readonly part: string | null
  readonly text: string
}

const LOCATION = /^[a-z]+(?:\[\d+\])?(?:\.[a-z]+(?:\[\d+\])?)*(?= )/i

/** The fields of the form that have no rows. */
const SINGLE = ['name', 'timeZone', 'workingTimes', 'publicHolidays']

/**
 * Assigns messages such as `workingTimes[2].end '25:00' is not a time HH:mm` to the fields of the form. `fields` are those
 * of fileOf.
 */
export function problemsOf(messages: readonly string[], fields: ReadonlyMap<string, string>): CalendarProblems {
  const ofField = new Map<string, FieldProblem[]>()
  const others: string[] = []
  for (const message of messages) {
    const [location] = LOCATION.exec(message) ?? []
    const found = location === undefined ? null : fieldAt(location, fields)
    if (location === undefined || found === null) others.push(message)
    else {
      const problem = { part: found.part, text: shownText(message.slice(location.length).trim(), location) }
      ofField.set(found.field, [...(ofField.get(found.field) ?? []), problem])
    }
  }
  return { ofField, others }
}

/** Returns problems as a list away from the form: each names its row. */
export function listedProblems({ ofField, others }: CalendarProblems, form: CalendarForm): readonly string[] {
  const names = rowNames(form)
  const named = [...ofField].flatMap(([field, problems]) => {
    const row = names.get(field)
    return problems.map(problem => (row === undefined ? problem.text : text.inRow(row, problem.text)))
  })
  return [...named, ...others]
}

/** Returns the names of the rows of a form, by field. */
function rowNames(form: CalendarForm): ReadonlyMap<string, string> {
  const periodsOf = (owner: string, periods: readonly FormPeriod[]) =>
    periods.map(({ key }, i) => [`period-${key}`, week.period(owner, i + 1)] as const)
  return new Map([
    ...WEEKDAYS.flatMap(weekday => periodsOf(week.days[weekday], form.week[weekday])),
    ...form.holidays.map(({ key }, i) => [`holiday-${key}`, holidays.row(i + 1)] as const),
    ...form.exceptions.flatMap(({ key, periods }, i) => [
      [`exception-${key}`, exceptions.row(i + 1)] as const,
      ...periodsOf(exceptions.row(i + 1), periods),
    ]),
  ])
}

/** Finds the field whose location is the longest beginning of a location. */
function fieldAt(location: string, fields: ReadonlyMap<string, string>) {
  for (let at = location; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const field = fields.get(at) ?? (SINGLE.includes(at) ? at : undefined)
    const part = location.slice(at.length + 1).replace(/\[\d+\].*$/, '') || null
    if (field !== undefined) return { field, part }
  }
  return null
}

/** Returns a message without locations in the file: its field has a label. */
function shownText(message: string, location: string): string {
  const part = /(\w+)$/.exec(location)?.[1] ?? ''
  const subject = text.subjects[part] ?? ''
  const plain = message
    .replace(/\((?:\w+ )?(\d\d:\d\d-\d\d:\d\d)\)/g, '$1')
    .replace(
      /is also the date of (holidays|exceptions)\[\d+\]/,
      (_, list: 'holidays' | 'exceptions') => text.sameDate[list],
    )
    .replace(/\b(?:workingTimes|exceptions\[\d+\]\.workingTimes)\[\d+\] /g, '')
  const sentence = /^(is|has) /.test(plain) ? `${subject} ${plain}` : plain
  return `${capitalize(sentence)}${/[.!?]$/.test(sentence) ? '' : '.'}`
}
