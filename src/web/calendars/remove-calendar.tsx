import type { CalendarDetails } from '../../reports/page/page-types.ts'
import { ConfirmDialog } from '../shell/confirm-dialog.tsx'
import { Icon } from '../shell/icon.tsx'
import { useViews } from '../state/use-views.ts'
import { calendarTexts } from '../texts/calendars.ts'
import { removeCalendar } from './use-calendars.ts'

const { removal: text } = calendarTexts

/** The most saved reports to name. */
const MAX_NAMED = 5

interface RemoveCalendarProps {
  readonly present: CalendarDetails
  readonly onRemoved: () => void
}

/** A button that removes a calendar after a confirmation, which names the saved reports that use it. */
export function RemoveCalendar({ present: { id, name, version }, onRemoved }: RemoveCalendarProps) {
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
      {...{ title: text.title(name), text: text.text, confirm: text.confirm }}
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
