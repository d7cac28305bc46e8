import type { CalendarDetails } from '../../reports/page/page-types.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { type FormPeriod, formOf, WEEKDAYS } from './calendar-form.ts'
import { MonthPreview } from './month-preview.tsx'
import { dateText } from './month-text.ts'

const { week, holidays, exceptions, publicHolidays } = calendarTexts

/** A calendar, read only, next to its preview. */
export function CalendarView({ present }: { readonly present: CalendarDetails }) {
  const form = formOf(present.definition, present.publicDates)
  return (
    <div className="calendar-columns">
      <dl className="calendar-facts facts">
        <dt>{calendarTexts.zone}</dt>
        <dd>{form.timeZone}</dd>
        <dt>{week.title}</dt>
        <dd>
          <ul>
            {WEEKDAYS.map(day => (
              <li key={day}>
                {week.days[day]}: {periodsText(form.week[day])}
              </li>
            ))}
          </ul>
        </dd>
        <dt>{publicHolidays.title}</dt>
        <dd>{present.location ?? publicHolidays.none}</dd>
        <dt>{holidays.title}</dt>
        <dd>
          {form.holidays.length === 0 ? (
            holidays.none
          ) : (
            <ul>
              {form.holidays.map(({ key, date, name, isRecurring }) => (
                <li key={key}>
                  {dateText(date)}
                  {name && `: ${name}`}
                  {isRecurring && ` (${holidays.recurring.toLowerCase()})`}
                </li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{exceptions.title}</dt>
        <dd>
          {form.exceptions.length === 0 ? (
            exceptions.none
          ) : (
            <ul>
              {form.exceptions.map(({ key, date, name, periods }) => (
                <li key={key}>
                  {dateText(date)}
                  {name && `, ${name}`}: {periodsText(periods)}
                </li>
              ))}
            </ul>
          )}
        </dd>
      </dl>
      <MonthPreview calendar={present.definition} inWords={messages => messages} />
    </div>
  )
}

function periodsText(periods: readonly FormPeriod[]): string {
  return periods.length === 0 ? week.dayOff : periods.map(({ start, end }) => `${start}–${end}`).join(', ')
}
