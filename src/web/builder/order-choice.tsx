import { words } from '../texts/en.ts'
import { Choice } from './choice.tsx'
import { columnsOf } from './columns-of.ts'
import { Combobox } from './combobox.tsx'
import { People } from './people.tsx'
import { listOf, oneOf, reportTypeOf } from './report-type.ts'
import { Segments } from './segments.tsx'
import { useAsk } from './use-ask.ts'

const { rows: text } = words.ask

/** By which column rows are ordered, and which way. */
export function OrderChoice() {
  const { choices, catalogue, change } = useAsk()
  const { sortBy } = choices
  const columns = columnsOf(choices, catalogue).map(({ id, name }) => ({ value: id, name: name ?? id }))
  const none = { value: '', name: text.sortNone }
  const isOfPeople = reportTypeOf(choices, catalogue)?.outer === 'user' && listOf(choices.assignees).length === 0
  const name = columns.find(({ value }) => value.toLowerCase() === sortBy?.toLowerCase())?.name ?? sortBy
  const pick = (id: string) => change({ sortBy: id || null })
  return (
    <Choice parameters={['sortBy', 'sortDir']} label={text.sort}>
      {control => (
        <>
          {isOfPeople ? (
            <People control={control} value={sortBy ?? ''} special={[none, ...columns]} onPick={pick} />
          ) : (
            <Combobox control={control} value={name ?? none.name} options={[none, ...columns]} onPick={pick} />
          )}
          {sortBy && (
            <Segments
              label={text.direction}
              options={(['desc', 'asc'] as const).map(one => [one, text.directions[one]])}
              value={oneOf(['desc', 'asc'], choices.sortDir, undefined)}
              onPick={sortDir => change({ sortDir })}
            />
          )}
        </>
      )}
    </Choice>
  )
}
