import { words } from '../texts/en.ts'
import { Chips } from './chips.tsx'
import { Choice } from './choice.tsx'
import { Combobox } from './combobox.tsx'
import { DraftInput } from './draft-input.tsx'
import { oneOf } from './report-type.ts'
import { type SortableItem, SortableList } from './sortable-list.tsx'
import {
  columnId,
  combined,
  membersOf,
  moved,
  readColumns,
  renamed,
  type StatusColumn,
  takenApart,
  takenOut,
  writeColumns,
} from './status-columns.ts'
import { useAsk } from './use-ask.ts'
import './statuses.css'

const { columns: text } = words.ask

/** The statuses of a report: which, in which order, and which of them together. Without a choice all that are found. */
export function Statuses() {
  const { choices, catalogue, change, say } = useAsk()
  const isAll = readColumns(choices.statuses).length === 0
  const offered = catalogue.statuses.filter(({ deleted }) => !deleted || !hidesDeleted(choices.includeDeletedStatuses))
  const columns: readonly StatusColumn[] = isAll
    ? offered.map(({ id }) => ({ type: 'std', id }))
    : readColumns(choices.statuses)
  const used = new Set(isAll ? [] : columns.flatMap(membersOf))
  const nameOf = (id: string) => catalogue.statuses.find(status => status.id === id)?.name ?? words.ask.noSuch(id)
  const set = (next: readonly StatusColumn[], options?: { readonly step?: boolean }) =>
    change({ statuses: writeColumns(next) }, options)

  const item = (column: StatusColumn, index: number): SortableItem => {
    const name = column.type === 'std' ? nameOf(column.id) : column.name
    const only = { name: text.only1, onPick: () => set([column]) }
    const apart = {
      name: text.apart,
      onPick: () => {
        set(takenApart(columns, index))
        say(text.takenApart(name))
      },
    }
    if (column.type === 'std') {
      return { id: column.id, name, content: <StatusName id={column.id} />, actions: columns.length > 1 ? [only] : [] }
    }
    return {
      // Its place and not its name, which is being written.
      id: `combined ${membersOf(column).join(' ')}`,
      name,
      content: (
        <Combination
          column={column}
          members={column.statuses.map(id => ({ value: id, name: nameOf(id) }))}
          isFree={draft => columnsNamed(renamed(columns, index, draft), index) === draft.trim()}
          onRename={(next, isWhole) => set(renamed(columns, index, next), { step: isWhole })}
          onRemove={id => set(takenOut(columns, index, id))}
        />
      ),
      actions: [apart, ...(columns.length > 1 ? [only] : [])],
    }
  }
  return (
    <Choice
      parameters={['statuses']}
      label={text.statuses}
      hint={isAll ? `${text.statusesHint} ${text.statusesAll}` : text.statusesHint}
      isGroup
    >
      {control => (
        <div className={`ask-statuses${isAll ? ' all' : ''}`}>
          <SortableList
            items={columns.map(item)}
            control={control}
            onMove={(from, to) => set(moved(columns, from, to))}
            onCombine={(from, onto) => set(combined(columns, from, onto, nameOf))}
            onRemove={index => set(takenOut(columns, index))}
          />
          <div className="ask-line">
            <Combobox
              label={isAll ? text.only : text.add}
              placeholder={isAll ? text.only : text.add}
              value=""
              options={offered.filter(({ id }) => !used.has(id)).map(({ id, name }) => ({ value: id, name }))}
              onPick={id => set([...(isAll ? [] : columns), { type: 'std', id }])}
            />
            {!isAll && (
              <button type="button" className="button quiet ask-small" onClick={() => set([])} title={text.back}>
                {text.allStatuses}
              </button>
            )}
          </div>
        </div>
      )}
    </Choice>
  )
}

/** Whether statuses that the tracker no longer has are reported, where there are such. */
export function DeletedStatuses() {
  const { choices, catalogue, change } = useAsk()
  if (!choices.includeDeletedStatuses && !catalogue.statuses.some(({ deleted }) => deleted)) return null
  return (
    <Choice parameters={['includeDeletedStatuses']} label={text.includeDeleted} isGroup isLabelHidden>
      {control => (
        <label className="ask-check">
          <input
            type="checkbox"
            checked={!hidesDeleted(choices.includeDeletedStatuses)}
            onChange={event => change({ includeDeletedStatuses: event.target.checked ? null : 'false' })}
            {...control}
          />
          {text.includeDeleted}
        </label>
      )}
    </Choice>
  )
}

/** The name of a status, with a mark of how far along it is. */
function StatusName({ id }: { readonly id: string }) {
  const { catalogue } = useAsk()
  const status = catalogue.statuses.find(status => status.id === id)
  return (
    <span className="ask-status">
      <span className={`ask-category ${status?.category ?? 'unknown'}`} aria-hidden="true" />
      <span className="ask-status-name">{status?.name ?? words.ask.noSuch(id)}</span>
      {status?.deleted && <span className="hint">{text.deleted}</span>}
    </span>
  )
}

function Combination({
  column,
  members,
  isFree,
  onRename,
  onRemove,
}: {
  readonly column: Extract<StatusColumn, { type: 'cons' }>
  readonly members: readonly { readonly value: string; readonly name: string }[]
  readonly isFree: (name: string) => boolean
  readonly onRename: (name: string, isWhole: boolean) => void
  readonly onRemove: (id: string) => void
}) {
  return (
    <div className="ask-combination">
      <DraftInput
        value={column.name}
        aria-label={text.combination}
        onCommit={onRename}
        problemOf={draft => (draft.trim() === '' || isFree(draft) ? null : text.taken)}
      />
      <Chips items={members} onRemove={onRemove} />
    </div>
  )
}

function columnsNamed(columns: readonly StatusColumn[], index: number): string {
  return columnId(columns[index]!)
}

function hidesDeleted(chosen: string | undefined): boolean {
  return oneOf(['true', 'false'], chosen, 'true') === 'false'
}
