import { Icon } from '../shell/icon.tsx'
import { IconButton } from '../shell/icon-button.tsx'
import { calendarTexts } from '../texts/calendars.ts'
import { completedTime, endsNextDay, type FormPeriod } from './calendar-form.ts'
import { RowProblems, type ShownProblems } from './row-problems.tsx'
import { useRowFocus } from './use-row-focus.ts'

const { week: text } = calendarTexts

interface PeriodsFieldProps {
  readonly owner: string
  readonly periods: readonly FormPeriod[]
  readonly problems: ShownProblems
  readonly onChange: (periods: readonly FormPeriod[]) => void
  readonly onAdd: () => void
}

/** Edits the periods of a day. `owner` is the name of the day. */
export function PeriodsField({ owner, periods, problems, onChange, onAdd }: PeriodsFieldProps) {
  const rows = useRowFocus(periods.length)
  const change = (key: number, part: Partial<FormPeriod>) =>
    onChange(periods.map(one => (one.key === key ? { ...one, ...part } : one)))
  return (
    <div className="calendar-periods" ref={rows}>
      {periods.length === 0 && <span className="calendar-none soft">{text.dayOff}</span>}
      {periods.map((period, i) => {
        const { key, start, end } = period
        const field = `period-${key}`
        const input = (part: 'start' | 'end', value: string, label: string) => (
          <input
            className="input calendar-time"
            type="text"
            inputMode="numeric"
            autoComplete="off"
            spellCheck={false}
            maxLength={5}
            placeholder="00:00"
            aria-label={label}
            value={value}
            onChange={event => change(key, { [part]: event.target.value })}
            onBlur={() => completedTime(value) !== value && change(key, { [part]: completedTime(value) })}
            {...problems.attributes(field, part)}
          />
        )
        return (
          <div key={key} className="calendar-period-row row" data-row>
            {input('start', start, text.start(owner, i + 1))}
            <span aria-hidden="true">–</span>
            {input('end', end, text.end(owner, i + 1))}
            <IconButton
              icon="close"
              label={text.remove(owner, i + 1)}
              onClick={() => onChange(periods.filter(one => one.key !== key))}
            />
            {endsNextDay(period) && <span className="hint">{text.nextDay}</span>}
            <RowProblems field={field} problems={problems} />
          </div>
        )
      })}
      <button
        type="button"
        className="button quiet calendar-add"
        aria-label={text.addTo(owner)}
        data-adds
        onClick={onAdd}
      >
        <Icon name="plus" />
        {text.add}
      </button>
    </div>
  )
}
