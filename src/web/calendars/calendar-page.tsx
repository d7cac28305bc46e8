import { useQueryClient } from '@tanstack/react-query'
import type { CalendarDetails } from '../../reports/page/page-types.ts'
import { Button } from '../shell/button.tsx'
import { ConfirmDialog } from '../shell/confirm-dialog.tsx'
import { errorMessage } from '../shell/error-message.ts'
import { Icon } from '../shell/icon.tsx'
import { Problem } from '../shell/problem.tsx'
import { useViews } from '../state/use-views.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { CalendarEditor } from './calendar-editor.tsx'
import { CalendarView } from './calendar-view.tsx'
import { keepDraft } from './drafts.ts'
import { makeDefaultCalendar, removeCalendar, useCalendar } from './use-calendars.ts'

const { removal: text } = calendarTexts

/** What the page of a calendar does after changes. */
export interface CalendarActions {
  readonly mayChange: boolean
  readonly onSaved: (saved: CalendarDetails) => void
  readonly onCancel: () => void
  readonly onRemoved: (name: string) => void
  readonly notify: (text: string) => void
}

/** A saved calendar: its form for administrators, else its values. */
export function CalendarPage({ id, ...actions }: CalendarActions & { readonly id: string }) {
  const { data: present, error } = useCalendar(id)
  if (error && !present) return <Problem error={error} />
  if (!present) return <p role="status">{calendarTexts.loading}</p>
  const { mayChange, onSaved, onCancel, onRemoved, notify } = actions
  const isEdited = mayChange && !present.isBuiltIn
  return (
    <>
      <div className="calendar-head row">
        {present.isDefault && <span className="calendar-tag">{calendarTexts.isDefault}</span>}
        {mayChange && !present.isDefault && <MakeDefault present={present} notify={notify} />}
        {isEdited && !present.isDefault && (
          <RemoveCalendar
            present={present}
            onRemoved={() => {
              keepDraft(present.id, null)
              onRemoved(present.name)
            }}
          />
        )}
      </div>
      {!mayChange && <p className="hint">{calendarTexts.readOnly}</p>}
      {mayChange && present.isBuiltIn && <p className="hint">{calendarTexts.builtIn}</p>}
      {isEdited && present.isDefault && <p className="hint">{calendarTexts.defaultHint}</p>}
      {isEdited ? (
        <CalendarEditor key={present.id} present={present} onSaved={onSaved} onCancel={onCancel} />
      ) : (
        <CalendarView present={present} />
      )}
    </>
  )
}

interface MakeDefaultProps {
  readonly present: CalendarDetails
  readonly notify: (text: string) => void
}

function MakeDefault({ present: { id, name }, notify }: MakeDefaultProps) {
  const client = useQueryClient()
  const makeDefault = async () => {
    await makeDefaultCalendar(id)
    await client.invalidateQueries()
    notify(calendarTexts.madeDefault(name))
  }
  return (
    <Button onClick={() => makeDefault().catch((error: Error) => notify(errorMessage(error).text))}>
      {calendarTexts.makeDefault}
    </Button>
  )
}

/** The most saved reports to name. */
const MAX_NAMED = 5

interface RemoveCalendarProps {
  readonly present: CalendarDetails
  readonly onRemoved: () => void
}

/** A button that removes a calendar after a confirmation, which names the saved reports that use it. */
function RemoveCalendar({ present: { id, name, version }, onRemoved }: RemoveCalendarProps) {
  const { data } = useViews()
  const isUsed = (value: string) => [id, name].some(one => one.toLowerCase() === value.toLowerCase())
  const users = (data?.views ?? []).filter(({ parameters }) =>
    parameters.some(parameter => parameter.name === 'calendar' && isUsed(parameter.value)),
  )
  const named = users.slice(0, MAX_NAMED).map(view => view.name)
  const names = named.join(', ')
  return (
    <ConfirmDialog
      open={
        <>
          <Icon name="trash" />
          {calendarTexts.remove}
        </>
      }
      title={text.title(name)}
      text={text.text}
      confirm={text.confirm}
      onConfirm={async () => {
        await removeCalendar(id, version)
        onRemoved()
      }}
    >
      {users.length > 0 && (
        <p>{text.used(users.length, users.length > MAX_NAMED ? text.more(names, users.length - MAX_NAMED) : names)}</p>
      )}
    </ConfirmDialog>
  )
}
