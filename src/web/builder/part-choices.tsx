import type { ReactNode } from 'react'
import { texts } from '../texts/en.ts'
import { CalendarLinks } from './calendar-links.tsx'
import { calendarOf } from './calendar-of.ts'
import { ColumnsSection } from './columns-section.tsx'
import { FiltersChoice } from './filters-choice.tsx'
import { FormField } from './form-field.tsx'
import { FormatSection } from './format-section.tsx'
import { chosenGrouping, offeredGroupings } from './group-by.ts'
import { GroupByChoice } from './group-by-choice.tsx'
import { hasEffect, isAllHours } from './has-effect.ts'
import { IssuesSection } from './issues-section.tsx'
import { MeasureOptions, reportOptions } from './measure-section.tsx'
import { PickList } from './pick-list.tsx'
import { limitsStatuses, type PartName } from './question-parts.ts'
import { reportTypeOf } from './report-type.ts'
import { ListChoice } from './rows-section.tsx'
import { SortChoice } from './sort-choice.tsx'
import { StatusPicks } from './status-picks.tsx'
import { AsOfChoice, calendarOptions, DatesChoice, DayLengthChoice, ZoneChoice } from './time-section.tsx'
import { useBuilder } from './use-builder.ts'

const { question, time, what } = texts.builder

/** Edits a part of the question. */
export function PartChoices({ name }: { readonly name: PartName }) {
  const Choices = choicesOf[name]
  return <Choices />
}

const choicesOf: Readonly<Record<PartName, () => ReactNode>> = {
  measure: MeasureChoices,
  issues: IssuesSection,
  rows: GroupingChoices,
  columns: ColumnChoices,
  hours: HoursChoices,
  dates: DatesChoice,
  order: SortChoice,
  conditions: FiltersChoice,
  list: ListChoice,
  asOf: ClockChoices,
  format: FormatSection,
}

function MeasureChoices() {
  const { choices, catalogue, change } = useBuilder()
  const chosen = reportTypeOf(choices, catalogue)
  return (
    <>
      <FormField parameters={['columnsBy']} label={what.report} hint={chosen?.page.description} isGroup>
        {control => (
          <div className="question-reports">
            <PickList
              control={control}
              label={what.report}
              options={reportOptions(catalogue).map(({ text: _, ...option }) => option)}
              value={chosen?.page.name ?? ''}
              onPick={columnsBy => change({ columnsBy })}
            />
          </div>
        )}
      </FormField>
      {limitsStatuses(choices, catalogue) && <StatusPicks />}
      <MeasureOptions />
    </>
  )
}

function GroupingChoices() {
  const { choices, catalogue, change } = useBuilder()
  return (
    <>
      <FormField parameters={[]} label={question.grouping} isGroup>
        {control => (
          <PickList
            control={control}
            label={question.grouping}
            options={offeredGroupings(choices, catalogue).map(({ value, name }) => ({ value: value ?? '', name }))}
            value={chosenGrouping(choices, catalogue)?.name ?? ''}
            onPick={value => change({ groupByFields: value || null })}
          />
        )}
      </FormField>
      <GroupByChoice label={question.groupings} />
    </>
  )
}

function ColumnChoices() {
  const { choices, catalogue } = useBuilder()
  return <ColumnsSection hasStatuses={!limitsStatuses(choices, catalogue)} />
}

function HoursChoices() {
  const { choices, catalogue, change } = useBuilder()
  const name = isAllHours(choices.calendar) ? time.allHours : calendarOf(choices.calendar, catalogue)?.name
  return (
    <>
      <FormField parameters={['calendar']} label={time.calendar} isGroup>
        {control => (
          <PickList
            control={control}
            label={time.calendar}
            options={calendarOptions(choices, catalogue)}
            value={choices.calendar === undefined ? '' : (name ?? '')}
            onPick={calendar => change({ calendar })}
          />
        )}
      </FormField>
      {hasEffect('dayLength', choices, catalogue) && <DayLengthChoice />}
      <CalendarLinks />
    </>
  )
}

function ClockChoices() {
  return (
    <>
      <AsOfChoice />
      <ZoneChoice />
    </>
  )
}
