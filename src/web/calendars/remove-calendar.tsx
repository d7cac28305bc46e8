import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import type { CalendarDetails } from '../../page/page-types.ts'
import { errorMessage } from '../shell/error-message.ts'
import { Icon } from '../shell/icon.tsx'
import { useViews } from '../state/use-views.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { removeCalendar } from './use-calendars.ts'

const { removal: text } = calendarTexts

/** The most saved reports to name. */
const MAX_NAMED = 5

/** A button that removes a calendar after a confirmation, which names the saved reports that use it. */
export function RemoveCalendar({
  present: { id, name, version },
  onRemoved,
}: {
  readonly present: CalendarDetails
  readonly onRemoved: () => void
}) {
  const [error, setError] = useState<Error | null>(null)
  const { data } = useViews()
  const isUsed = (value: string) => [id, name].some(one => one.toLowerCase() === value.toLowerCase())
  const users = (data?.views ?? []).filter(({ parameters }) =>
    parameters.some(parameter => parameter.name === 'calendar' && isUsed(parameter.value)),
  )
  const named = users.slice(0, MAX_NAMED).map(view => view.name)
  const names = named.join(', ')
  const remove = () => {
    setError(null)
    removeCalendar(id, version).then(onRemoved, setError)
  }
  return (
    <AlertDialog.Root onOpenChange={() => setError(null)}>
      <AlertDialog.Trigger className="button">
        <Icon name="trash" />
        {calendarTexts.remove}
      </AlertDialog.Trigger>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="calendar-backdrop" />
        <AlertDialog.Popup className="calendar-dialog">
          <AlertDialog.Title>{text.title(name)}</AlertDialog.Title>
          <AlertDialog.Description>{text.text}</AlertDialog.Description>
          {users.length > 0 && (
            <p>
              {text.used(users.length, users.length > MAX_NAMED ? text.more(names, users.length - MAX_NAMED) : names)}
            </p>
          )}
          <p className="problem" role="alert">
            {error && errorMessage(error).text}
          </p>
          <div className="calendar-actions">
            <button type="button" className="button primary" onClick={remove}>
              {text.confirm}
            </button>
            <AlertDialog.Close className="button">{calendarTexts.cancel}</AlertDialog.Close>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
