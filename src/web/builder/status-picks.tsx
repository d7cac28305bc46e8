import { texts } from '../texts/en.ts'
import { Chips } from './chips.tsx'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { useOccurringStatuses } from './occurring-statuses.ts'
import { membersOf, readColumns, writeColumns } from './status-columns.ts'
import { useBuilder } from './use-builder.ts'

/** The most statuses that are shown as buttons; more are searched. */
const MAX_BUTTONS = 24

const { question, columns: text } = texts.builder

/** Limits what is measured to some statuses: one click each. */
export function StatusPicks() {
  const { choices, catalogue, change } = useBuilder()
  const offered = useOccurringStatuses() ?? []
  const chosen = [...new Set(readColumns(choices.statuses).flatMap(membersOf))]
  const nameOf = (id: string) => catalogue.statuses.find(status => status.id === id)?.name ?? texts.builder.unknown(id)
  const set = (ids: readonly string[]) => change({ statuses: writeColumns(ids.map(id => ({ type: 'std', id }))) })
  const shown = [...new Set([...offered.map(({ id }) => id), ...chosen])]
  return (
    <FormField parameters={['statuses']} label={question.statuses} isGroup>
      {control =>
        shown.length > MAX_BUTTONS ? (
          <>
            <Chips
              items={chosen.map(id => ({ value: id, name: nameOf(id) }))}
              onRemove={id => set(chosen.filter(one => one !== id))}
            />
            <Combobox
              control={control}
              value=""
              placeholder={chosen.length === 0 ? text.allStatuses : text.add}
              options={shown.filter(id => !chosen.includes(id)).map(id => ({ value: id, name: nameOf(id) }))}
              onPick={id => set([...chosen, id])}
            />
          </>
        ) : (
          <div className="question-toggles row tight">
            <Toggle name={text.allStatuses} isOn={chosen.length === 0} onPick={() => set([])} />
            {shown.map(id => (
              <Toggle
                key={id}
                name={nameOf(id)}
                isOn={chosen.includes(id)}
                onPick={() => set(chosen.includes(id) ? chosen.filter(one => one !== id) : [...chosen, id])}
              />
            ))}
          </div>
        )
      }
    </FormField>
  )
}

interface ToggleProps {
  readonly name: string
  readonly isOn: boolean
  readonly onPick: () => void
}

function Toggle({ name, isOn, onPick }: ToggleProps) {
  return (
    <button type="button" className="question-toggle" aria-pressed={isOn} onClick={onPick}>
      {name}
    </button>
  )
}
