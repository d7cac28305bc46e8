import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { Select } from '../shell/select.tsx'
import type { Choices } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { asOfText } from './as-of-text.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { Combobox } from './combobox.tsx'
import { CompareChoice } from './compare-choice.tsx'
import { HISTORY_WINDOW, hasTime, ISSUE_DATES } from './date-range.ts'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { hasEffect } from './has-effect.ts'
import { offeredChoices } from './offered-choices.ts'
import type { Option } from './options.ts'
import { RangeChoice } from './range-choice.tsx'
import { matchIgnoringCase } from './report-type.ts'
import { SelectChoice } from './select-choice.tsx'
import { useBuilder } from './use-builder.ts'
import { hasEqualDays, INACTIVE } from './with-defaults.ts'

const { time: text } = texts.builder

/** Edits working hours, the date range of issues and the date range of history. */
export function TimeSection() {
  const { choices, catalogue } = useBuilder()
  return (
    <>
      {hasEffect('calendar', choices, catalogue) && <CalendarChoice />}
      {hasEffect('dayLength', choices, catalogue) && <DayLengthChoice />}
      {hasEffect('calendar', choices, catalogue) && <CalendarLinks />}
      <DatesChoice />
      <AsOfChoice />
      <ZoneChoice />
    </>
  )
}

/** Edits which issues are reported by a date of theirs, when their time counts, and what that is compared with. */
export function DatesChoice() {
  return (
    <>
      <RangeChoice
        names={ISSUE_DATES}
        label={text.issues}
        extra={<DateFieldSelect />}
        extraParameters={['dateRangeField']}
      />
      <RangeChoice names={HISTORY_WINDOW} label={text.window} hint={text.windowHint} />
      <CompareChoice />
    </>
  )
}

function CalendarChoice() {
  const { choices, catalogue } = useBuilder()
  return (
    <SelectChoice
      parameter="calendar"
      label={text.calendar}
      options={offeredChoices.calendar(choices, catalogue)}
      fallback={null}
    />
  )
}

/** Returns the hours that can be chosen: around the clock, or those of a calendar. */
export function calendarOptions(choices: Choices, catalogue: PageCatalogue): readonly Option[] {
  return offeredChoices.calendar(choices, catalogue).map(([value, name]) => ({ value, name }))
}

/** Edits the length of a day with a calendar. */
export function DayLengthChoice() {
  const { choices, catalogue } = useBuilder()
  const isEqual = hasEqualDays(choices.calendar ?? '', catalogue)
  return (
    <SelectChoice
      parameter="dayLength"
      label={text.dayLength}
      options={offeredChoices.dayLength(choices, catalogue)}
      fallback={null}
      {...(isEqual ? {} : { hint: text.unequal })}
    />
  )
}

/** Chooses the date field; it can be chosen before the dates. */
function DateFieldSelect() {
  const { choices, change } = useBuilder()
  const fields = ['created', 'updated', 'resolved'] as const
  const chosen = choices.dateRangeField ?? choices[`${INACTIVE}dateRangeField`]
  return (
    <Select
      className="builder-tight"
      aria-label={text.dateField}
      value={matchIgnoringCase(fields, chosen, 'created')}
      options={fields.map(field => [field, text.fields[field]])}
      onPick={dateRangeField => change({ dateRangeField })}
    />
  )
}

/** Edits the date of the report as a day. An exact time can only be removed. */
export function AsOfChoice() {
  const { choices, catalogue, change } = useBuilder()
  const { asOf = '' } = choices
  if (asOf !== '' && hasTime(asOf)) {
    return (
      <FormField parameters={['asOf']} label={text.asOf} isGroup>
        {() => (
          <div className="builder-line line tight">
            <span className="grow">{text.pinned(asOfText(choices, catalogue) ?? '')}</span>
            <button type="button" className="button quiet builder-small" onClick={() => change({ asOf: null })}>
              {text.follow}
            </button>
          </div>
        )}
      </FormField>
    )
  }
  return (
    <FormField parameters={['asOf']} label={text.asOf} hint={text.asOfHint}>
      {control => (
        <DraftInput
          type="date"
          max="9999-12-31"
          value={asOf}
          onCommit={(day, addsHistoryEntry) => change({ asOf: day || null }, { addsHistoryEntry })}
          {...control}
        />
      )}
    </FormField>
  )
}

/** Edits the time zone of the report. */
export function ZoneChoice() {
  const { choices, catalogue, change } = useBuilder()
  const standard = { value: '', name: text.defaultZone(catalogue.timeZone) }
  const options = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ value: zone, name: zone }))
  return (
    <FormField parameters={['timeZone']} label={text.zone}>
      {control => (
        <Combobox
          control={control}
          value={choices.timeZone ?? standard.name}
          options={[standard, ...options]}
          onPick={zone => change({ timeZone: zone || null })}
        />
      )}
    </FormField>
  )
}
