import { texts } from '../texts/en.ts'
import { Chips } from './chips.tsx'
import { Combobox } from './combobox.tsx'
import { DraftInput } from './draft-input.tsx'
import { FormField } from './form-field.tsx'
import { useOccurringStatuses } from './occurring-statuses.ts'
import { matchIgnoringCase } from './report-type.ts'
import { type SortableItem, SortableList } from './sortable-list.tsx'
import {
  type ChosenColumn,
  columnId,
  combineColumns,
  membersOf,
  moveItem,
  readColumns,
  removeFromColumns,
  renameColumn,
  splitColumn,
  writeColumns,
} from './status-columns.ts'
import { useBuilder } from './use-builder.ts'
import './statuses-choice.css'

const { columns: text } = texts.builder

/** Edits the status columns: which, in which order, and which are combined. */
export function StatusesChoice() {
  const { choices, catalogue, change, announce } = useBuilder()
  const isAll = readColumns(choices.statuses).length === 0
  const occurring = useOccurringStatuses()
  const offered = (occurring ?? []).filter(({ deleted }) => !deleted || !hidesDeleted(choices.includeDeletedStatuses))
  const columns: readonly ChosenColumn[] = isAll
    ? offered.map(({ id }) => ({ type: 'std', id }))
    : readColumns(choices.statuses)
  const used = new Set(isAll ? [] : columns.flatMap(membersOf))
  const nameOf = (id: string) => catalogue.statuses.find(status => status.id === id)?.name ?? texts.builder.unknown(id)
  const set = (next: readonly ChosenColumn[], options?: { readonly addsHistoryEntry?: boolean }) =>
    change({ statuses: writeColumns(next) }, options)

  const item = (column: ChosenColumn, index: number): SortableItem => {
    const name = column.type === 'std' ? nameOf(column.id) : column.name
    const only = { name: text.showOnly, onPick: () => set([column]) }
    const split = {
      name: text.split,
      onPick: () => {
        set(splitColumn(columns, index))
        announce(text.wasSplit(name))
      },
    }
    if (column.type === 'std') {
      return { id: column.id, name, content: <StatusName id={column.id} />, actions: columns.length > 1 ? [only] : [] }
    }
    return {
      // The id must not depend on the name, which is being edited.
      id: `combined ${membersOf(column).join(' ')}`,
      name,
      content: (
        <Combination
          column={column}
          members={column.statuses.map(id => ({ value: id, name: nameOf(id) }))}
          isFree={draft => nameAt(renameColumn(columns, index, draft), index) === draft.trim()}
          onRename={(next, isFinal) => set(renameColumn(columns, index, next), { addsHistoryEntry: isFinal })}
          onRemove={id => set(removeFromColumns(columns, index, id))}
        />
      ),
      actions: [split, ...(columns.length > 1 ? [only] : [])],
    }
  }
  return (
    <FormField
      parameters={['statuses']}
      label={text.statuses}
      hint={isAll ? `${text.statusesHint} ${text.statusesAll}` : text.statusesHint}
      isGroup
    >
      {control => (
        <div className={`builder-statuses${isAll ? ' all' : ''}`}>
          {isAll && occurring === null && (
            <p className="hint" role="status">
              {text.loading}
            </p>
          )}
          <SortableList
            items={columns.map(item)}
            control={control}
            onMove={(from, to) => set(moveItem(columns, from, to))}
            onCombine={(from, onto) => set(combineColumns(columns, from, onto, nameOf))}
            onRemove={index => set(removeFromColumns(columns, index))}
          />
          <div className="builder-line line tight">
            <Combobox
              label={isAll ? text.only : text.add}
              placeholder={isAll ? text.only : text.add}
              value=""
              options={offered.filter(({ id }) => !used.has(id)).map(({ id, name }) => ({ value: id, name }))}
              onPick={id => set([...(isAll ? [] : columns), { type: 'std', id }])}
            />
            {!isAll && (
              <button type="button" className="button quiet builder-small" onClick={() => set([])} title={text.back}>
                {text.allStatuses}
              </button>
            )}
          </div>
        </div>
      )}
    </FormField>
  )
}

/** Chooses whether to report statuses that the tracker has deleted. */
export function DeletedStatusesChoice() {
  const { choices, catalogue, change } = useBuilder()
  if (!choices.includeDeletedStatuses && !catalogue.statuses.some(({ deleted }) => deleted)) return null
  return (
    <FormField parameters={['includeDeletedStatuses']} label={text.includeDeleted} isGroup isLabelHidden>
      {control => (
        <label className="builder-check line">
          <input
            type="checkbox"
            checked={!hidesDeleted(choices.includeDeletedStatuses)}
            onChange={event => change({ includeDeletedStatuses: event.target.checked ? null : 'false' })}
            {...control}
          />
          {text.includeDeleted}
        </label>
      )}
    </FormField>
  )
}

/** Shows the name of a status and the icon of its category. */
function StatusName({ id }: { readonly id: string }) {
  const { catalogue } = useBuilder()
  const status = catalogue.statuses.find(status => status.id === id)
  return (
    <span className="builder-status line baseline">
      <span className={`builder-category ${status?.category ?? 'unknown'}`} aria-hidden="true" />
      <span className="builder-status-name">{status?.name ?? texts.builder.unknown(id)}</span>
      {status?.deleted && <span className="hint">{text.deleted}</span>}
    </span>
  )
}

interface CombinationProps {
  readonly column: Extract<ChosenColumn, { type: 'cons' }>
  readonly members: readonly { readonly value: string; readonly name: string }[]
  readonly isFree: (name: string) => boolean
  readonly onRename: (name: string, isFinal: boolean) => void
  readonly onRemove: (id: string) => void
}

function Combination({ column, members, isFree, onRename, onRemove }: CombinationProps) {
  return (
    <div className="builder-combination">
      <DraftInput
        value={column.name}
        aria-label={text.combination}
        onCommit={onRename}
        problemOf={draft => (draft.trim() === '' || isFree(draft) ? null : text.nameTaken)}
      />
      <Chips items={members} onRemove={onRemove} />
    </div>
  )
}

function nameAt(columns: readonly ChosenColumn[], index: number): string {
  return columnId(columns[index]!)
}

function hidesDeleted(chosen: string | undefined): boolean {
  return matchIgnoringCase(['true', 'false'], chosen, 'true') === 'false'
}
