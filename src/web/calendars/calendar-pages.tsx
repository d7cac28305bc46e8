import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { ConnectionBanner } from '../shell/connection-banner.tsx'
import { Header } from '../shell/header.tsx'
import { Toast, useToast } from '../shell/toast.tsx'
import { applyChange, type OpenPage, pageChoice, parametersOf } from '../state/choices.ts'
import { mayAdminister } from '../state/may-administer.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { texts } from '../texts/en.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import { CalendarList } from './calendar-list.tsx'
import { CalendarPage } from './calendar-page.tsx'
import { useCalendar } from './use-calendars.ts'
import './calendars.css'

/** The pages of calendars. The report that was open before stays in the address. */
export function CalendarPages({ page }: { readonly page: Exclude<OpenPage, { readonly name: 'connection' }> }) {
  const { choices, change } = useChoices()
  const catalogue = useCatalogue()
  const client = useQueryClient()
  const [toast, notify] = useToast()
  const mayChange = mayAdminister(catalogue)
  const report = applyChange(choices, { page: null })
  const hasReport = Object.keys(parametersOf(report)).length > 0
  const leave = () => change(hasReport ? { page: null } : pageChoice({ name: 'calendars' }))
  const id = page.name === 'calendar' ? page.id : null
  return (
    <div className="shell">
      <a className="shell-skip" href="#calendars">
        {texts.shell.skipToMain}
      </a>
      <Header choices={report} report={undefined} canRun={false} notify={notify} />
      <ConnectionBanner />
      <main className="shell-main" id="calendars" tabIndex={-1}>
        <div className="calendar-pages">
          <nav className="calendar-nav" aria-label={calendarTexts.title}>
            {hasReport ? (
              <ChoiceLink choices={report}>{calendarTexts.backToReport}</ChoiceLink>
            ) : (
              <ChoiceLink choices={{}}>{calendarTexts.home}</ChoiceLink>
            )}
            {page.name === 'calendar' && (
              <ChoiceLink choices={{ ...report, ...pageChoice({ name: 'calendars' }) }}>{calendarTexts.all}</ChoiceLink>
            )}
          </nav>
          {page.name === 'calendars' && (
            <>
              <Heading key="list" text={calendarTexts.title} />
              <CalendarList mayChange={mayChange} />
            </>
          )}
          {page.name === 'calendar' && page.id === null && <Heading key="new" text={calendarTexts.newTitle} />}
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
        </div>
      </main>
      <Toast text={toast} />
    </div>
  )
}

function CalendarHeading({ id }: { readonly id: string }) {
  const { data } = useCalendar(id)
  return <Heading text={data?.name ?? calendarTexts.title} />
}

/** The heading of a page. It gets the focus, because the link that led here is gone. */
function Heading({ text }: { readonly text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    document.title = `${text} · ${texts.shell.name}`
  }, [text])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {text}
    </h1>
  )
}
