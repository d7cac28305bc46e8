import { type ReactNode, useId } from 'react'
import { texts } from '../texts/en.ts'
import {
  type DayRange,
  dayAt,
  hasTime,
  presetOf,
  presetRange,
  presets,
  type RangeNames,
  rangeChange,
  rangeIn,
} from './date-range.ts'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { useBuilder } from './use-builder.ts'

const { time: text } = texts.builder

/** A range of days: one with a name, or its first and its last day. Both days are in it. */
export function RangeChoice({
  names,
  label,
  hint,
  extra,
  extraParameters = [],
}: {
  readonly names: RangeNames
  readonly label: string
  readonly hint?: string
  /** What stands before the range, such as which date is meant. */
  readonly extra?: ReactNode
  readonly extraParameters?: readonly string[]
}) {
  const { choices, catalogue, change } = useBuilder()
  const range = rangeIn(choices, names)
  const today = dayAt(Date.now(), choices.timeZone ?? catalogue.timeZone)
  const currentPreset = presetOf(range, today)
  const set = (next: DayRange, addsHistoryEntry = true) => change(rangeChange(next, names), { addsHistoryEntry })
  const pick = (value: string) => {
    const preset = presets.find(one => one === value)
    if (preset) set(presetRange(preset, today))
    else if (value === 'all') set({ first: null, last: null })
    // Dates of one's own begin with something to change.
    else if (currentPreset === 'all') set({ ...presetRange('last30Days', today), last: null })
  }
  return (
    <FormField parameters={[...extraParameters, names.start, names.end]} label={label} hint={hint} isGroup>
      {control => (
        <>
          <div className="ask-line">
            {extra}
            <select
              className="select"
              aria-label={`${label}: ${text.when}`}
              aria-describedby={control['aria-describedby']}
              aria-invalid={control['aria-invalid']}
              value={currentPreset ?? 'custom'}
              onChange={event => pick(event.target.value)}
            >
              {(['all', ...presets, 'custom'] as const)
                // The dates of a range with a name are there to be changed already.
                .filter(one => one !== 'custom' || currentPreset === null || currentPreset === 'all')
                .map(one => (
                  <option key={one} value={one}>
                    {text.presets[one]}
                  </option>
                ))}
            </select>
          </div>
          {currentPreset !== 'all' && (
            <div className="ask-dates">
              <DayField
                label={text.first}
                value={range.first}
                onChange={(first, isFinal) => set({ ...range, first }, isFinal)}
              />
              <DayField
                label={range.last !== null && hasTime(range.last) ? text.before : text.last}
                value={range.last}
                onChange={(last, isFinal) => set({ ...range, last }, isFinal)}
              />
            </div>
          )}
        </>
      )}
    </FormField>
  )
}

/** A day, or a moment where there is one already. */
function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string | null, isFinal: boolean) => void
}) {
  const id = useId()
  const type = value === null ? 'date' : inputTypeFor(value)
  return (
    <div>
      <label className="hint ask-day" htmlFor={id}>
        {label}
      </label>
      <DraftInput
        type={type}
        max={type === 'date' ? '9999-12-31' : '9999-12-31T23:59'}
        value={(type === 'datetime-local' ? value?.replace(' ', 'T') : value) ?? ''}
        onCommit={(draft, isFinal) => onChange(draft.replace(/^([\d-]+)T/, '$1 ') || null, isFinal)}
        id={id}
      />
    </div>
  )
}

/** The field of the browser that takes a date as it is written; what is no date stays a text. */
function inputTypeFor(date: string): 'date' | 'datetime-local' | 'text' {
  if (!hasTime(date)) return 'date'
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(date) ? 'datetime-local' : 'text'
}
