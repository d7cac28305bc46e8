import type { ReactNode } from 'react'
import type { PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { Chips } from './chips.tsx'
import { Combobox } from './combobox.tsx'
import { FormField } from './form-field.tsx'
import { fieldOf } from './group-by.ts'
import type { ControlProps } from './labelled-field.tsx'
import { offeredGroups } from './offered-groups.ts'
import { People, PersonName } from './people.tsx'
import { splitList } from './report-type.ts'
import { SortableList } from './sortable-list.tsx'
import { moveItem } from './status-columns.ts'
import { useBuilder } from './use-builder.ts'

const { columns, rows, what } = texts.builder

/** Edits which users have a column of their own. */
export function AssigneesChoice() {
  return (
    <ChipsChoice parameter="assignees" label={columns.assignees} shown={login => <PersonName login={login} />}>
      {(control, chosen, add) => (
        <People
          control={control}
          placeholder={chosen.length === 0 ? columns.allAssignees : columns.addAssignee}
          onPick={add}
        />
      )}
    </ChipsChoice>
  )
}

/** Edits which user groups have columns. */
export function GroupsChoice() {
  const { catalogue } = useBuilder()
  return (
    <ChipsChoice parameter="groups" label={columns.groups}>
      {(control, chosen, add) => (
        <Combobox
          control={control}
          value=""
          placeholder={columns.addGroup}
          options={offeredGroups(catalogue)
            .filter(name => !chosen.includes(name))
            .map(name => ({ value: name, name }))}
          onPick={add}
        />
      )}
    </ChipsChoice>
  )
}

/** Edits the fields whose values are measured. */
export function HistoryFieldsChoice() {
  return <FieldsChoice parameter="historyFields" label={what.historyFields} add={what.addField} isPast />
}

/** Edits the fields that a list shows for each issue. */
export function ShownFieldsChoice() {
  return <FieldsChoice parameter="fields" label={rows.fields} add={rows.addField} isPast={false} />
}

interface ChipsChoiceProps {
  readonly parameter: PageParameter
  readonly label: string
  readonly shown?: (value: string) => ReactNode
  readonly children: (control: ControlProps, chosen: readonly string[], add: (value: string) => void) => ReactNode
}

function ChipsChoice({ parameter, label, shown = value => value, children }: ChipsChoiceProps) {
  const { choices, change } = useBuilder()
  const chosen = splitList(choices[parameter])
  const set = (next: readonly string[]) => change({ [parameter]: next.join(',') || null })
  return (
    <FormField parameters={[parameter]} label={label}>
      {control => (
        <>
          <Chips
            items={chosen.map(value => ({ value, name: value, shown: shown(value) }))}
            onRemove={value => set(chosen.filter(one => one !== value))}
          />
          {children(control, chosen, value => set([...new Set([...chosen, value])]))}
        </>
      )}
    </FormField>
  )
}

interface FieldsChoiceProps {
  readonly parameter: PageParameter
  readonly label: string
  readonly add: string
  /** Offers only fields with history. */
  readonly isPast: boolean
}

function FieldsChoice({ parameter, label, add, isPast }: FieldsChoiceProps) {
  const { choices, catalogue, change } = useBuilder()
  const chosen = splitList(choices[parameter])
  const set = (next: readonly string[]) => change({ [parameter]: next.join(',') || null })
  const used = new Set(chosen.map(id => fieldOf(id, catalogue)?.id))
  const nameOf = (id: string) => fieldOf(id, catalogue)?.name ?? texts.builder.unknown(id)
  return (
    <FormField parameters={[parameter]} label={label} isGroup>
      {control => (
        <>
          {chosen.length > 0 && (
            <SortableList
              control={control}
              items={chosen.map(id => ({ id, name: nameOf(id), content: <span>{nameOf(id)}</span> }))}
              onMove={(from, to) => set(moveItem(chosen, from, to))}
              onRemove={index => set(chosen.toSpliced(index, 1))}
            />
          )}
          <Combobox
            label={add}
            placeholder={add}
            value=""
            options={catalogue.fields
              .filter(({ id, hasHistory }) => !used.has(id) && (hasHistory || !isPast))
              .map(({ id, name }) => ({ value: id, name }))}
            onPick={id => set([...chosen, id])}
          />
        </>
      )}
    </FormField>
  )
}
