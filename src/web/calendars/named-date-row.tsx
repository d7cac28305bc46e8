import type { ReactNode } from 'react'
import { IconButton } from '../shell/icon-button.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import { RowProblems, type ShownProblems } from './row-problems.tsx'

const { row: text } = calendarTexts

/** The values that holidays and exceptions share. `date` is `yyyy-MM-dd`. */
interface NamedDate {
  readonly date: string
  readonly name: string
}

/** A row of fields for a date with a name, with its problems and a button that removes it. */
export function NamedDateRow({
  field,
  label,
  value: { date, name },
  problems,
  onChange,
  removes,
  onRemove,
  more,
  children,
}: {
  /** The field that problems name. */
  readonly field: string
  readonly label: string
  readonly value: NamedDate
  readonly problems: ShownProblems
  readonly onChange: (part: Partial<NamedDate>) => void
  /** Returns the name of the button that removes the row. */
  readonly removes: (name: string) => string
  readonly onRemove: () => void
  /** A control in the row. */
  readonly more?: ReactNode
  /** Controls below the row. */
  readonly children?: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a layout of its own
    <div role="group" aria-label={label} className="calendar-row row" data-row>
      <input
        className="input calendar-date"
        type="date"
        max="9999-12-31"
        aria-label={text.date}
        value={date}
        onChange={event => onChange({ date: event.target.value })}
        {...problems.attributes(field, 'date')}
      />
      <input
        className="input calendar-row-name"
        aria-label={text.name}
        placeholder={text.name}
        value={name}
        onChange={event => onChange({ name: event.target.value })}
        {...problems.attributes(field, 'name')}
      />
      {more}
      <IconButton icon="trash" label={removes(name || date || label)} onClick={onRemove} />
      {children}
      <RowProblems field={field} problems={problems} />
    </div>
  )
}
