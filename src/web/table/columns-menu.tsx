import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { Button } from '../shell/button.tsx'
import { Icon } from '../shell/icon.tsx'
import { Popup } from '../shell/popup.tsx'
import { SearchInput } from '../shell/search-input.tsx'
import { texts } from '../texts/en.ts'
import { moveBefore } from './move-before.ts'
import type { TableColumn } from './table-model.ts'
import type { TableView } from './table-view.ts'

const { columns: text } = texts.table

interface MenuProps {
  readonly columns: readonly TableColumn[]
  readonly view: TableView
  readonly change: (view: Partial<TableView>) => void
}

/** Shows, hides and orders columns; works with the keyboard. */
export function ColumnsMenu(props: MenuProps) {
  return (
    <Popup label={text.title} icon="columns">
      {() => <Columns {...props} />}
    </Popup>
  )
}

/** The height of a line of the menu. Pixels. */
const LINE = 28

/** The number of columns from which they can be searched. */
const SEARCHED = 12

function Columns({ columns, view, change }: MenuProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [sought, setSought] = useState('')
  const found = columns.filter(column => nameOf(column).toLowerCase().includes(sought.trim().toLowerCase()))
  // A report can have thousands of columns.
  const part = useVirtualizer({
    count: found.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE,
    overscan: 10,
  })
  return (
    <div className="table-columns stack">
      {columns.length >= SEARCHED && <SearchInput label={text.find} value={sought} onType={setSought} />}
      {found.length === 0 && <p>{text.none}</p>}
      <div className="table-columns-list" ref={scroller}>
        <ul style={{ height: part.getTotalSize() }}>
          {part.getVirtualItems().map(({ index, start }) => {
            const column = found[index]
            return (
              column && (
                <li
                  key={column.id}
                  className="line joined"
                  style={{ top: start, height: LINE }}
                  aria-setsize={found.length}
                  aria-posinset={index + 1}
                >
                  <ColumnLine column={column} columns={columns} view={view} change={change} />
                </li>
              )
            )
          })}
        </ul>
      </div>
      <Button onClick={() => change({ hidden: [], order: [], widths: {}, pinned: [] })}>{text.reset}</Button>
    </div>
  )
}

function ColumnLine({
  column: { id, name, above },
  columns,
  view,
  change,
}: MenuProps & { readonly column: TableColumn }) {
  const index = columns.findIndex(one => one.id === id)
  const shift = (by: -1 | 1) => {
    const ids = columns.map(one => one.id)
    const before = by < 0 ? ids[index - 1] : (ids[index + 2] ?? null)
    if (before !== undefined) change({ order: moveBefore(ids, id, before) })
  }
  const show = (isShown: boolean) =>
    change({ hidden: isShown ? view.hidden.filter(one => one !== id) : [...view.hidden, id] })
  const isPinned = view.pinned.includes(id)
  const pin = () => change({ pinned: isPinned ? view.pinned.filter(one => one !== id) : [...view.pinned, id] })
  return (
    <>
      <label className="line grow">
        <input
          type="checkbox"
          checked={!view.hidden.includes(id)}
          onChange={event => show(event.currentTarget.checked)}
        />
        <span className="ellipsis" title={nameOf({ name, above })}>
          {nameOf({ name, above })}
        </span>
      </label>
      <Button look="quiet" aria-label={text.pin(name)} aria-pressed={isPinned} title={text.pinHint} onClick={pin}>
        <Icon name="pin" />
      </Button>
      <Button look="quiet" aria-label={text.earlier(name)} disabled={index === 0} onClick={() => shift(-1)}>
        ↑
      </Button>
      <Button
        look="quiet"
        aria-label={text.later(name)}
        disabled={index === columns.length - 1}
        onClick={() => shift(1)}
      >
        ↓
      </Button>
    </>
  )
}

function nameOf({ name, above }: Pick<TableColumn, 'name' | 'above'>): string {
  return above === null ? name : `${above} · ${name}`
}
