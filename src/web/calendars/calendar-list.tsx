import { ChoiceLink } from '../shell/choice-link.tsx'
import { Icon } from '../shell/icon.tsx'
import { Problem } from '../shell/problem.tsx'
import { type Choices, pageChoice } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { readDraft } from './drafts.ts'
import { useCalendars } from './use-calendars.ts'

/** All calendars. */
export function CalendarList({ mayChange }: { readonly mayChange: boolean }) {
  const { choices } = useChoices()
  const { data, error } = useCalendars()
  const opening = (id: string | null): Choices => ({ ...choices, ...pageChoice({ name: 'calendar', id }) })
  return (
    <>
      <p className="shell-lead">
        {calendarTexts.lead} {!mayChange && calendarTexts.readOnly}
      </p>
      <Problem error={error} />
      <ul className="calendar-list cards">
        {data?.map(({ id, name, isDefault, timeZone, hours, location }) => (
          <li key={id}>
            <ChoiceLink className="card tile" choices={opening(id)}>
              <span className="calendar-list-name row">
                {name}
                {isDefault && <span className="calendar-tag">{calendarTexts.isDefault}</span>}
                {mayChange && readDraft(id) && <span className="calendar-tag">{calendarTexts.unsaved}</span>}
              </span>
              <span>{hours}</span>
              <span className="hint">
                {timeZone} · {location === null ? calendarTexts.noHolidays : calendarTexts.publicOf(location)}
              </span>
            </ChoiceLink>
          </li>
        ))}
      </ul>
      {mayChange && (
        <p>
          <ChoiceLink className="button primary" choices={opening(null)}>
            <Icon name="plus" />
            {calendarTexts.add}
          </ChoiceLink>
        </p>
      )}
    </>
  )
}
