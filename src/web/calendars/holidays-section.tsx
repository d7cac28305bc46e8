import { useState } from 'react'
import { Button } from '../shell/button.tsx'
import { Icon } from '../shell/icon.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import type { FormHoliday } from './calendar-form.ts'
import { addHoliday, setHoliday } from './form-change.ts'
import { NamedDateRow } from './named-date-row.tsx'
import { useRowFocus } from './use-row-focus.ts'
import type { SectionProps } from './week-section.tsx'

const { holidays: text } = calendarTexts

/** The most rows to show at first: an iCalendar file can have thousands. */
const MAX_ROWS = 50

/** Edits the holidays that are not public ones. */
export function HolidaysSection({ form, problems, change }: SectionProps) {
  const [isWhole, setWhole] = useState(false)
  const { holidays } = form
  const rows = useRowFocus(holidays.length)
  const isHiddenWrong = holidays.slice(MAX_ROWS).some(({ key }) => problems.of(`holiday-${key}`).length > 0)
  const shown = isWhole || isHiddenWrong ? holidays : holidays.slice(0, MAX_ROWS)
  const add = () => {
    setWhole(true)
    change(addHoliday())
  }
  return (
    <section className="calendar-section stack" aria-labelledby="calendar-holidays" ref={rows}>
      <h2 id="calendar-holidays">{text.title}</h2>
      {holidays.length === 0 && <p className="calendar-none soft">{text.none}</p>}
      <div className="calendar-rows">
        {shown.map((holiday, i) => (
          <HolidayRow key={holiday.key} holiday={holiday} label={text.row(i + 1)} problems={problems} change={change} />
        ))}
      </div>
      {shown.length < holidays.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {text.more(holidays.length - shown.length)}
        </Button>
      )}
      <Button look="quiet" data-adds onClick={add}>
        <Icon name="plus" />
        {text.add}
      </Button>
    </section>
  )
}

function HolidayRow({
  holiday,
  label,
  problems,
  change,
}: Omit<SectionProps, 'form'> & { readonly holiday: FormHoliday; readonly label: string }) {
  const { key, isRecurring } = holiday
  const set = (part: Partial<FormHoliday>) => change(setHoliday(key, { ...holiday, ...part }))
  return (
    <NamedDateRow
      field={`holiday-${key}`}
      label={label}
      value={holiday}
      problems={problems}
      removes={text.remove}
      onChange={set}
      onRemove={() => change(setHoliday(key, null))}
      more={
        <label className="calendar-check">
          <input type="checkbox" checked={isRecurring} onChange={event => set({ isRecurring: event.target.checked })} />
          {text.recurring}
        </label>
      }
    />
  )
}
