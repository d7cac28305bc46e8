import { Button } from '../shell/button.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import { type CalendarForm, WEEKDAYS } from './calendar-form.ts'
import { addPeriod, copyMonday, type FormChange, setPeriods } from './form-change.ts'
import { PeriodsField } from './periods-field.tsx'
import { RowProblems, type ShownProblems } from './row-problems.tsx'

const { week: text } = calendarTexts

/** What the sections of the form have in common. */
export interface SectionProps {
  readonly form: CalendarForm
  readonly problems: ShownProblems
  readonly change: (change: FormChange) => void
}

/** Edits the working periods of each day of the week. */
export function WeekSection({ form, problems, change }: SectionProps) {
  return (
    <section className="calendar-section stack" aria-labelledby="calendar-week">
      <h2 id="calendar-week">{text.title}</h2>
      <p className="hint">{text.hint}</p>
      <RowProblems field="workingTimes" problems={problems} />
      <ul className="calendar-week">
        {WEEKDAYS.map(weekday => (
          <li key={weekday}>
            <h3>{text.days[weekday]}</h3>
            <PeriodsField
              owner={text.days[weekday]}
              periods={form.week[weekday]}
              problems={problems}
              onChange={periods => change(setPeriods(weekday, periods))}
              onAdd={() => change(addPeriod(weekday))}
            />
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={() => change(copyMonday())}>
        {text.copy}
      </Button>
    </section>
  )
}
