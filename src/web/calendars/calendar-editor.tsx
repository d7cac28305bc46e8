import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CalendarDetails } from '../../reports/page/page-types.ts'
import { ApiError } from '../api/client.ts'
import { Combobox } from '../builder/combobox.tsx'
import { LabelledField } from '../builder/labelled-field.tsx'
import { Button } from '../shell/button.tsx'
import { errorMessage } from '../shell/error-message.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { useLeaveWarning } from '../state/use-leave-warning.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { texts } from '../texts/en.ts'
import { fileOf, formOf, isSameCalendar, newForm } from './calendar-form.ts'
import { keepDraft, readDraft } from './drafts.ts'
import { ExceptionsSection } from './exceptions-section.tsx'
import type { FormChange } from './form-change.ts'
import { listedProblems, problemsOf } from './form-problems.ts'
import { HolidaysSection } from './holidays-section.tsx'
import { MonthPreview } from './month-preview.tsx'
import { PublicHolidaysSection } from './public-holidays-section.tsx'
import { shownProblems } from './row-problems.tsx'
import { ANY_VERSION, CALENDARS_KEY, saveCalendar } from './use-calendars.ts'
import { WeekSection } from './week-section.tsx'
import '../builder/report-builder.css'

interface CalendarEditorProps {
  readonly present: CalendarDetails | null
  readonly onSaved: (saved: CalendarDetails) => void
  readonly onCancel: () => void
}

/** The form of a calendar, next to its preview. `present` is the saved calendar; `null` for a new one. */
export function CalendarEditor({ present, onSaved, onCancel }: CalendarEditorProps) {
  const { timeZone } = useCatalogue()
  const client = useQueryClient()
  const id = present?.id ?? null
  const saved = useMemo(
    () => (present ? formOf(present.definition, present.publicDates) : newForm(timeZone)),
    [present, timeZone],
  )
  const [draft] = useState(() => readDraft(id))
  const [form, setForm] = useState(draft?.form ?? saved)
  // A draft belongs to the version that it began with.
  const [version, setVersion] = useState(draft ? draft.version : (present?.version ?? null))
  const [isRestored, setRestored] = useState(draft !== null)
  const [isChecked, setChecked] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [messages, setMessages] = useState<readonly string[]>([])
  const root = useRef<HTMLFormElement>(null)
  const isChanged = !isSameCalendar(form, saved)
  useLeaveWarning(isChanged)
  useEffect(() => {
    if (isInvalid(error)) focusFirst(root.current)
  }, [error])

  const written = useMemo(() => fileOf(form), [form])
  // A month does not need the name.
  const named = useMemo(
    () => ({ ...written.file, name: form.name.trim() || calendarTexts.newTitle }),
    [written, form.name],
  )
  const [previewed] = useDebounced(named, TYPING_DELAY)
  const inWords = (all: readonly string[]) => listedProblems(problemsOf(all, written.fields), form)
  const { ofField, others } = problemsOf(isChecked ? messages : [], written.fields)
  const problems = shownProblems({ ofField, others })

  const change = (by: FormChange) => {
    const next = by(form)
    setForm(next)
    setMessages([])
    keepDraft(id, isSameCalendar(next, saved) ? null : { version, form: next })
  }
  const reset = () => {
    keepDraft(id, null)
    setForm(saved)
    setVersion(present?.version ?? null)
    setRestored(false)
    setChecked(false)
    setError(null)
  }
  const save = async (over: string | null) => {
    setSaving(true)
    setError(null)
    try {
      const result = await saveCalendar(written.file, id === null || over === null ? null : { id, version: over })
      keepDraft(id, null)
      await client.invalidateQueries()
      onSaved(result)
    } catch (caught) {
      setError(caught as Error)
      if (!isInvalid(caught)) return
      setChecked(true)
      setMessages(caught.messages)
    } finally {
      setSaving(false)
    }
  }
  const nameErrors = problems.of('name').map(problem => problem.text)
  const zoneErrors = problems.of('timeZone').map(problem => problem.text)
  const section = { form, problems, change }
  return (
    <div className="calendar-columns">
      <form
        ref={root}
        className="calendar-form stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (!isSaving) void save(version)
        }}
      >
        <div role="status">
          {isRestored && isChanged && (
            <p className="calendar-note inset breakable">
              {calendarTexts.draft.kept}{' '}
              <button type="button" className="shell-link" onClick={reset}>
                {calendarTexts.draft.discard}
              </button>
            </p>
          )}
        </div>
        <div className="calendar-pair">
          <LabelledField label={calendarTexts.name} errors={nameErrors}>
            {control => (
              <input
                className="input"
                {...control}
                autoComplete="off"
                maxLength={200}
                placeholder={calendarTexts.namePlaceholder}
                value={form.name}
                onChange={event => change(before => ({ ...before, name: event.target.value }))}
              />
            )}
          </LabelledField>
          <LabelledField label={calendarTexts.zone} errors={zoneErrors} hint={calendarTexts.zoneHint}>
            {control => (
              <Combobox
                control={control}
                value={form.timeZone}
                options={ZONES}
                onPick={zone => change(before => ({ ...before, timeZone: zone }))}
              />
            )}
          </LabelledField>
        </div>
        <WeekSection {...section} />
        <PublicHolidaysSection {...section} leftOut={present?.leftOut ?? []} />
        <HolidaysSection {...section} />
        <ExceptionsSection {...section} />
        <SaveError
          error={error}
          others={others}
          overwrite={() => void save(ANY_VERSION)}
          discard={() => {
            keepDraft(id, null)
            void client.resetQueries({ queryKey: CALENDARS_KEY })
          }}
        />
        <div className="calendar-actions row">
          <button type="submit" className="button primary" aria-disabled={isSaving}>
            {isSaving ? calendarTexts.saving : calendarTexts.save}
          </button>
          <Button
            onClick={() => {
              keepDraft(id, null)
              onCancel()
            }}
          >
            {texts.shell.cancel}
          </Button>
          {isChanged && <span className="hint">{calendarTexts.unsaved}</span>}
        </div>
      </form>
      <MonthPreview calendar={previewed} inWords={inWords} />
    </div>
  )
}

const ZONES = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ value: zone, name: zone }))

interface SaveErrorProps {
  readonly error: Error | null
  readonly others: readonly string[]
  readonly overwrite: () => void
  readonly discard: () => void
}

/** Why the calendar is not saved, and the next step. */
function SaveError({ error, others, overwrite, discard }: SaveErrorProps) {
  const { changed, problems: text } = calendarTexts
  const isChanged = error instanceof ApiError && error.code === 'CALENDAR_CHANGED'
  return (
    <div role="alert">
      {isInvalid(error) && <p className="problem">{text.title}</p>}
      {isInvalid(error) &&
        others.map(message => (
          <p key={message} className="problem">
            {message}
          </p>
        ))}
      {isChanged && (
        <div className="calendar-note inset breakable calendar-warning">
          <p>
            <strong>{changed.title}</strong> {changed.text}
          </p>
          <div className="calendar-actions row">
            <Button onClick={discard}>{changed.discard}</Button>
            <Button onClick={overwrite}>{changed.overwrite}</Button>
          </div>
        </div>
      )}
      {error && !isInvalid(error) && !isChanged && (
        <p className="problem">
          {text.notSaved} {errorMessage(error).text}
        </p>
      )}
    </div>
  )
}

/** Returns whether an error lists mistakes in the calendar. */
function isInvalid(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'CALENDAR_INVALID'
}

/** Focuses the first control that is marked. */
function focusFirst(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  first?.focus()
  first?.scrollIntoView({ block: 'center' })
}
