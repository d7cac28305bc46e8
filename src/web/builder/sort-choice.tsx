import { texts } from '../texts/en.ts'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { knownColumns } from './known-columns.ts'
import { useOccurringStatuses } from './occurring-statuses.ts'
import { offeredChoices } from './offered-choices.ts'
import { People } from './people.tsx'
import { matchIgnoringCase, reportTypeOf, splitList } from './report-type.ts'
import { Segments } from './segments.tsx'
import { useBuilder } from './use-builder.ts'

const { rows: text } = texts.builder

/** Chooses the column and direction for sorting rows. */
export function SortChoice() {
  const { choices, catalogue, change } = useBuilder()
  const { sortBy } = choices
  const statuses = useOccurringStatuses() ?? catalogue.statuses
  const columns = knownColumns(choices, catalogue, statuses).map(({ id, name }) => ({ value: id, name: name ?? id }))
  const none = { value: '', name: text.sortNone }
  const isOfPeople = reportTypeOf(choices, catalogue)?.outer === 'user' && splitList(choices.assignees).length === 0
  const name = columns.find(({ value }) => value.toLowerCase() === sortBy?.toLowerCase())?.name ?? sortBy
  const pick = (id: string) => change({ sortBy: id || null })
  return (
    <FormField parameters={['sortBy', 'sortDir']} label={text.sort}>
      {control => (
        <>
          {isOfPeople ? (
            <People control={control} value={sortBy ?? ''} extraOptions={[none, ...columns]} onPick={pick} />
          ) : (
            <Combobox control={control} value={name ?? none.name} options={[none, ...columns]} onPick={pick} />
          )}
          {sortBy && (
            <Segments
              label={text.direction}
              options={offeredChoices.sortDir(choices, catalogue)}
              value={matchIgnoringCase(['desc', 'asc'], choices.sortDir, undefined)}
              onPick={sortDir => change({ sortDir })}
            />
          )}
        </>
      )}
    </FormField>
  )
}
