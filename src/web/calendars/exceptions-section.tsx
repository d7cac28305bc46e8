import { Button } from '../shell/button.tsx'
import { Icon } from '../shell/icon.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import type { FormException } from './calendar-form.ts'
import { addException, addExceptionPeriod, setException } from './form-change.ts'
import { NamedDateRow } from './named-date-row.tsx'
import { PeriodsField } from './periods-field.tsx'
import { useRowFocus } from './use-row-focus.ts'
import type { SectionProps } from './week-section.tsx'

const { exceptions: text } = calendarTexts

/** Edits the dates with their own working periods. */
export function ExceptionsSection({ form, problems, change }: SectionProps) {
  const rows = useRowFocus(form.exceptions.length)
  return (
    <section className="calendar-section stack" aria-labelledby="calendar-exceptions" ref={rows}>
      <h2 id="calendar-exceptions">{text.title}</h2>
      <p className="hint">{text.hint}</p>
      {form.exceptions.length === 0 && <p className="calendar-none soft">{text.none}</p>}
      <div className="calendar-rows">
        {form.exceptions.map((exception, i) => (
          <ExceptionRow
            key={exception.key}
            exception={exception}
            label={text.row(i + 1)}
            problems={problems}
            change={change}
          />
        ))}
      </div>
      <Button look="quiet" data-adds onClick={() => change(addException())}>
        <Icon name="plus" />
        {text.add}
      </Button>
    </section>
  )
}

function ExceptionRow({
  exception,
  label,
  problems,
  change,
}: Omit<SectionProps, 'form'> & { readonly exception: FormException; readonly label: string }) {
  const { key, date, name, periods } = exception
  const set = (part: Partial<FormException>) => change(setException(key, { ...exception, ...part }))
  return (
    <NamedDateRow
      field={`exception-${key}`}
      label={label}
      value={exception}
      problems={problems}
      removes={text.remove}
      onChange={set}
      onRemove={() => change(setException(key, null))}
    >
      <PeriodsField
        owner={name || date || label}
        periods={periods}
        problems={problems}
        onChange={next => set({ periods: next })}
        onAdd={() => change(addExceptionPeriod(key))}
      />
    </NamedDateRow>
  )
}
