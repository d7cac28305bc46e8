import { useState } from 'react'
import type { CalendarMonth } from '../../reports/page/page-types.ts'
import { errorMessage } from '../shell/error-message.ts'
import { IconButton } from '../shell/icon-button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { dayReason } from '../texts/day-reason.ts'
import { addMonths, dayText, isMonth, monthOf, monthText } from './month-text.ts'
import { useMonth } from './use-calendars.ts'
import './month-preview.css'

const { preview: text } = calendarTexts

/** The most messages to show at once. */
const MAX_MESSAGES = 3

interface MonthPreviewProps {
  readonly calendar: unknown
  /** Shows the messages of the server in the words of the form. */
  readonly inWords: (messages: readonly string[]) => readonly string[]
}

/** The working time of each day of a month, computed by the server. `calendar` may be unsaved. */
export function MonthPreview({ calendar, inWords }: MonthPreviewProps) {
  const { timeZone } = useCatalogue()
  const [month, setMonth] = useState(() => monthOf(Date.now(), timeZone))
  const { shown, messages, error } = useMonth(calendar, month)
  const wrong = inWords(messages ?? [])
  return (
    <section className="calendar-preview card stack" aria-labelledby="calendar-preview">
      <h2 id="calendar-preview">{text.title}</h2>
      <div className="calendar-preview-month line">
        <IconButton icon="back" label={text.before} onClick={() => setMonth(addMonths(month, -1))} />
        <input
          className="input"
          type="month"
          aria-label={text.month}
          min="0001-01"
          max="9999-12"
          value={month}
          onChange={event => isMonth(event.target.value) && setMonth(event.target.value)}
        />
        <IconButton icon="next" label={text.after} onClick={() => setMonth(addMonths(month, 1))} />
      </div>
      <div role="status">
        {wrong.length > 0 && (
          <div className="calendar-note inset breakable">
            <p>{shown ? text.stale : text.none}</p>
            <ul className="bullets">
              {wrong.slice(0, MAX_MESSAGES).map(one => (
                <li key={one}>{one}</li>
              ))}
            </ul>
          </div>
        )}
        {error && <p className="problem">{errorMessage(error).text || errorMessage(error).title}</p>}
      </div>
      {shown && <MonthTable shown={shown} />}
    </section>
  )
}

function MonthTable({ shown }: { readonly shown: CalendarMonth }) {
  const { month, days, millis, yearsWithoutHolidays } = shown
  const workingDays = days.filter(day => day.millis > 0).length
  return (
    <>
      {yearsWithoutHolidays.map(year => (
        <p key={year} className="calendar-note inset breakable calendar-warning">
          {text.withoutHolidays(year)}
        </p>
      ))}
      <table className="calendar-month numbers">
        <caption className="visually-hidden">{monthText(month)}</caption>
        <thead>
          <tr>
            <th scope="col">{text.day}</th>
            <th scope="col">{text.periods}</th>
            <th scope="col">{text.hours}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(day => (
            <DayRow key={day.date} day={day} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text.total}</th>
            <td>{text.workingDays(workingDays)}</td>
            <td>{hoursText(millis)}</td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}

function DayRow({ day: { date, why, periods, millis } }: { readonly day: CalendarMonth['days'][number] }) {
  const reason = why === 'working day' ? '' : dayReason(why, periods.length === 0)
  return (
    <tr className={millis === 0 ? 'calendar-free' : undefined}>
      <th scope="row">{dayText(date)}</th>
      <td>
        {periods.map(({ from, start, end }) => (
          <span key={from} className="calendar-period">
            {start}–{end}
          </span>
        ))}
        {reason !== '' && <span className="calendar-reason">{reason}</span>}
      </td>
      <td>{millis === 0 ? '–' : hoursText(millis)}</td>
    </tr>
  )
}

/** Formats milliseconds as hours and minutes: `7 h 30 min`. */
export function hoursText(millis: number): string {
  const minutes = Math.round(millis / 60_000)
  return text.duration(Math.floor(minutes / 60), minutes % 60)
}
