import { type ReactNode, useId } from 'react'
import { Select } from '../shell/select.tsx'
import { texts } from '../texts/en.ts'
import {
  type DayRange,
  dayOfReport,
  hasTime,
  presetChange,
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

interface RangeChoiceProps {
  readonly names: RangeNames
  readonly label: string
  readonly hint?: string
  /** A control in front of the range. */
  readonly extra?: ReactNode
  readonly extraParameters?: readonly string[]
}

/** Edits a range of days: a named one, or the first and the last day. */
export function RangeChoice({ names, label, hint, extra, extraParameters = [] }: RangeChoiceProps) {
  const { choices, catalogue, change } = useBuilder()
  const today = dayOfReport(choices, catalogue.timeZone, Date.now())
  const currentPreset = presetOf(choices, names)
  const isNamed = currentPreset !== null && currentPreset !== 'all'
  // Without the day of the report, the dates of a named range are shown as the address has them.
  const range = isNamed && today !== null ? presetRange(currentPreset, today) : rangeIn(choices, names)
  const set = (next: DayRange, addsHistoryEntry = true) => change(rangeChange(next, names), { addsHistoryEntry })
  const firstOfLast30Days = () =>
    today === null ? presetChange('last30Days', names)[names.start]! : presetRange('last30Days', today).first
  const pick = (value: string) => {
    const preset = presets.find(one => one === value)
    if (preset) change(presetChange(preset, names))
    else if (value === 'all') set({ first: null, last: null })
    // A custom range starts with dates that can be edited.
    else if (currentPreset === 'all') set({ first: firstOfLast30Days(), last: null })
  }
  return (
    <FormField parameters={[...extraParameters, names.start, names.end]} label={label} hint={hint} isGroup>
      {control => (
        <>
          <div className="builder-line line tight">
            {extra}
            <Select
              aria-label={`${label}: ${text.when}`}
              aria-describedby={control['aria-describedby']}
              aria-invalid={control['aria-invalid']}
              value={currentPreset ?? 'custom'}
              // The dates of a named range can already be edited.
              options={(['all', ...presets, 'custom'] as const)
                .filter(one => one !== 'custom' || currentPreset === null || currentPreset === 'all')
                .map(one => [one, text.presets[one]])}
              onPick={pick}
            />
          </div>
          {currentPreset !== 'all' && (
            <div className="builder-dates">
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

interface DayFieldProps {
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string | null, isFinal: boolean) => void
}

/** Edits a day, or a day with a time if it already has one. */
function DayField({ label, value, onChange }: DayFieldProps) {
  const id = useId()
  const type = value === null ? 'date' : inputTypeFor(value)
  return (
    <div>
      <label className="hint builder-day" htmlFor={id}>
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

/** Returns the input type for a date; text that is not a date stays text. */
function inputTypeFor(date: string): 'date' | 'datetime-local' | 'text' {
  if (!hasTime(date)) return 'date'
  return /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/.test(date) ? 'datetime-local' : 'text'
}
