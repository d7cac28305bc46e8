import { pageChoice } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { texts } from '../texts/en.ts'
import { ChoiceLink } from './choice-link.tsx'
import './saved-section.css'

const { calendars: text } = texts.shell

/** The most calendars to show at once. */
const MAX_SHOWN = 5

/** The working calendars on the start page. */
export function CalendarsSection() {
  const catalogue = useCatalogue()
  const { calendars } = catalogue
  return (
    <section className="shell-section shell-saved-section" aria-labelledby="calendars">
      <h2 id="calendars">{text.title}</h2>
      <ul className="cards">
        {calendars.slice(0, MAX_SHOWN).map(({ id, name, isDefault, dailyWorkingHours }) => (
          <li key={id}>
            <ChoiceLink className="card tile" choices={pageChoice({ name: 'calendar', id })}>
              <span>{name}</span>
              <span className="hint">{text.facts(dailyWorkingHours, isDefault)}</span>
            </ChoiceLink>
          </li>
        ))}
        {mayAdminister(catalogue) && (
          <li>
            <ChoiceLink className="card tile" choices={pageChoice({ name: 'calendar', id: null })}>
              <span>{text.add}</span>
            </ChoiceLink>
          </li>
        )}
      </ul>
      {calendars.length > MAX_SHOWN && (
        <ChoiceLink className="button quiet" choices={pageChoice({ name: 'calendars' })}>
          {text.all(calendars.length)}
        </ChoiceLink>
      )}
    </section>
  )
}
