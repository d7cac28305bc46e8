import { useQueryClient } from '@tanstack/react-query'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { Icon } from '../shell/icon.tsx'
import { OtherPage, PageHeading } from '../shell/other-page.tsx'
import { Problem } from '../shell/problem.tsx'
import { applyChange, type Choices, type OpenPage, pageChoice, parametersOf } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import { CalendarPage } from './calendar-page.tsx'
import { readDraft } from './drafts.ts'
import { useCalendar, useCalendars } from './use-calendars.ts'
import './calendars.css'

/** The pages of calendars. The report that was open before stays in the address. */
export function CalendarPages({ page }: { readonly page: Exclude<OpenPage, { readonly name: 'connection' }> }) {
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const client = useQueryClient()
  const mayChange = mayAdminister(catalogue)
  const report = applyChange(choices, { page: null })
  const hasReport = Object.keys(parametersOf(report)).length > 0
  const leave = () => change(hasReport ? { page: null } : pageChoice({ name: 'calendars' }))
  const id = page.name === 'calendar' ? page.id : null
  return (
    <OtherPage
      report={report}
      className="calendar-pages"
      links={
        <>
          {hasReport ? (
            <ChoiceLink choices={report}>{calendarTexts.backToReport}</ChoiceLink>
          ) : (
            <ChoiceLink choices={{}}>{calendarTexts.home}</ChoiceLink>
          )}
          {page.name === 'calendar' && (
            <ChoiceLink choices={{ ...report, ...pageChoice({ name: 'calendars' }) }}>{calendarTexts.all}</ChoiceLink>
          )}
        </>
      }
      linksLabel={calendarTexts.title}
    >
      {notify => (
        <>
          {page.name === 'calendars' && (
            <>
              <PageHeading key="list" text={calendarTexts.title} />
              <CalendarList mayChange={mayChange} />
            </>
          )}
          {page.name === 'calendar' && page.id === null && <PageHeading key="new" text={calendarTexts.newTitle} />}
          {page.name === 'calendar' && page.id === null && !mayChange && (
            <p className="hint">{calendarTexts.readOnly}</p>
          )}
          {page.name === 'calendar' && page.id === null && mayChange && (
            <CalendarEditor
              key="new"
              present={null}
              onCancel={leave}
              onSaved={saved => {
                notify(calendarTexts.saved(saved.name))
                change(hasReport ? { page: null, calendar: saved.id } : pageChoice({ name: 'calendars' }))
              }}
            />
          )}
          {id !== null && (
            <>
              <CalendarHeading key={id} id={id} />
              <CalendarPage
                id={id}
                mayChange={mayChange}
                notify={notify}
                onCancel={leave}
                onSaved={saved => {
                  notify(calendarTexts.saved(saved.name))
                  leave()
                }}
                onRemoved={name => {
                  notify(calendarTexts.removal.removed(name))
                  change(pageChoice({ name: 'calendars' }))
                  void client.invalidateQueries()
                }}
              />
            </>
          )}
        </>
      )}
    </OtherPage>
  )
}

function CalendarHeading({ id }: { readonly id: string }) {
  const { data } = useCalendar(id)
  return <PageHeading text={data?.name ?? calendarTexts.title} />
}

/** All calendars. */
function CalendarList({ mayChange }: { readonly mayChange: boolean }) {
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
