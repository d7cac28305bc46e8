import { ChoiceLink } from '../shell/choice-link.tsx'
import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { calendarOf } from './calendar-of.ts'
import { useBuilder } from './use-builder.ts'

const { time: text } = texts.builder

/** Links to the page of the chosen calendar, and to that of a new one. */
export function CalendarLinks() {
  const { choices: address } = useChoices()
  const { choices, catalogue } = useBuilder()
  const chosen = calendarOf(choices.calendar, catalogue)
  const mayChange = mayAdminister(catalogue)
  const isChangeable = mayChange && chosen?.id !== BUILT_IN
  if (!chosen && !mayChange) return null
  return (
    <p className="builder-links row">
      {chosen && (
        <ChoiceLink choices={{ ...address, ...pageChoice({ name: 'calendar', id: chosen.id }) }}>
          {isChangeable ? text.editCalendar(chosen.name) : text.viewCalendar(chosen.name)}
        </ChoiceLink>
      )}
      {mayChange && (
        <ChoiceLink choices={{ ...address, ...pageChoice({ name: 'calendar', id: null }) }}>
          {text.newCalendar}
        </ChoiceLink>
      )}
    </p>
  )
}

/** The id of the built-in calendar, which cannot be changed. */
const BUILT_IN = '0'
