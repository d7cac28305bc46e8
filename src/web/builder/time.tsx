import { words } from '../texts/en.ts'
import { moment } from '../texts/number.ts'
import { Choice } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { ISSUE_DATES, isMoment, WINDOW } from './date-range.ts'
import { DraftInput } from './draft-input.tsx'
import { hasEffect } from './has-effect.ts'
import { RangeChoice } from './range-choice.tsx'
import { oneOf } from './report-type.ts'
import { SelectChoice } from './select-choice.tsx'
import { useAsk } from './use-ask.ts'
import { hasEqualDays, KEPT } from './with-defaults.ts'

const { time: text } = words.ask

/** Which hours count, which issues by their dates, and which part of their past. */
export function Time() {
  const { choices, catalogue } = useAsk()
  return (
    <>
      {hasEffect('calendar', choices, catalogue) && <CalendarChoice />}
      {hasEffect('dayLength', choices, catalogue) && <DayLengthChoice />}
      <RangeChoice
        names={ISSUE_DATES}
        label={text.issues}
        extra={<DateFieldSelect />}
        extraParameters={['dateRangeField']}
      />
      <RangeChoice names={WINDOW} label={text.window} hint={text.windowHint} />
      <AsOfChoice />
      <ZoneChoice />
    </>
  )
}

function CalendarChoice() {
  const { choices, catalogue } = useAsk()
  const isDefault = (id: string) =>
    choices.calendar === '0' && catalogue.calendars.some(one => one.id === id && one.isDefault)
  return (
    <SelectChoice
      parameter="calendar"
      label={text.calendar}
      options={[
        ['normalHours', text.allHours],
        ...catalogue.calendars.map(({ id, name }) => [isDefault(id) ? '0' : id, name] as const),
      ]}
      fallback={null}
    />
  )
}

function DayLengthChoice() {
  const { choices, catalogue } = useAsk()
  const { calendar = '' } = choices
  const found = catalogue.calendars.find(({ id, isDefault }) => id === calendar || (isDefault && calendar === '0'))
  const isEqual = hasEqualDays(calendar, catalogue)
  const business = found?.dailyWorkingHours ? text.hoursOf(found.dailyWorkingHours) : text.dayLengths.businessDays
  return (
    <SelectChoice
      parameter="dayLength"
      label={text.dayLength}
      options={[
        ...(isEqual ? [['businessDays', business] as const] : []),
        ['24HourDays', text.dayLengths['24HourDays']],
      ]}
      fallback={null}
      {...(isEqual ? {} : { hint: text.unequal })}
    />
  )
}

/** Which date of the issues is meant. It can be chosen before there are dates. */
function DateFieldSelect() {
  const { choices, change } = useAsk()
  const fields = ['created', 'updated', 'resolved'] as const
  const chosen = choices.dateRangeField ?? choices[`${KEPT}dateRangeField`]
  return (
    <select
      className="select ask-tight"
      aria-label={text.issues}
      value={oneOf(fields, chosen, 'created')}
      onChange={event => change({ dateRangeField: event.target.value })}
    >
      {fields.map(field => (
        <option key={field} value={field}>
          {text.fields[field]}
        </option>
      ))}
    </select>
  )
}

/** The moment the report is true at, as a day; one that was pinned to the minute can only be let go. */
function AsOfChoice() {
  const { choices, catalogue, change } = useAsk()
  const { asOf = '' } = choices
  if (asOf !== '' && isMoment(asOf)) {
    const at = Date.parse(asOf)
    const shown = Number.isNaN(at) ? asOf : moment(at, choices.timeZone ?? catalogue.timeZone)
    return (
      <Choice parameters={['asOf']} label={text.asOf} isGroup>
        {() => (
          <div className="ask-line">
            <span className="ask-grow">{text.pinned(shown)}</span>
            <button type="button" className="button quiet ask-small" onClick={() => change({ asOf: null })}>
              {text.follow}
            </button>
          </div>
        )}
      </Choice>
    )
  }
  return (
    <Choice parameters={['asOf']} label={text.asOf} hint={text.asOfHint}>
      {control => (
        <DraftInput
          type="date"
          max="9999-12-31"
          value={asOf}
          onCommit={(day, step) => change({ asOf: day || null }, { step })}
          {...control}
        />
      )}
    </Choice>
  )
}

function ZoneChoice() {
  const { choices, catalogue, change } = useAsk()
  const usual = { value: '', name: text.zoneUsual(catalogue.timeZone) }
  const options = ['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => ({ value: zone, name: zone }))
  return (
    <Choice parameters={['timeZone']} label={text.zone}>
      {control => (
        <Combobox
          control={control}
          value={choices.timeZone ?? usual.name}
          options={[usual, ...options]}
          onPick={zone => change({ timeZone: zone || null })}
        />
      )}
    </Choice>
  )
}
