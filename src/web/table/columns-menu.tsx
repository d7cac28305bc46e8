import { Popup } from '../shell/popup.tsx'
import { texts } from '../texts/en.ts'
import { moveBefore } from './move-before.ts'
import type { TableColumn } from './table-model.ts'
import type { TableView } from './table-view.ts'

/** Shows, hides and orders columns; works with the keyboard. */
export function ColumnsMenu({
  columns,
  view,
  change,
}: {
  readonly columns: readonly TableColumn[]
  readonly view: TableView
  readonly change: (view: Partial<TableView>) => void
}) {
  const { columns: text } = texts.table
  const ids = columns.map(({ id }) => id)
  const hidden = new Set(view.hidden)
  const shift = (id: string, by: -1 | 1) => {
    const at = ids.indexOf(id)
    const before = by < 0 ? ids[at - 1] : (ids[at + 2] ?? null)
    if (before !== undefined) change({ order: moveBefore(ids, id, before) })
  }
  const show = (id: string, isShown: boolean) =>
    change({ hidden: isShown ? view.hidden.filter(one => one !== id) : [...view.hidden, id] })
  return (
    <Popup label={text.title} icon="columns">
      {() => (
        <div className="table-columns">
          <ul>
            {columns.map((column, i) => (
              <li key={column.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={!hidden.has(column.id)}
                    onChange={event => show(column.id, event.currentTarget.checked)}
                  />
                  <span>{column.above === null ? column.name : `${column.above} · ${column.name}`}</span>
                </label>
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text.earlier(column.name)}
                  disabled={i === 0}
                  onClick={() => shift(column.id, -1)}
                >
                  ↑
                </button>
                <button
                  type="button"
                  className="button quiet"
                  aria-label={text.later(column.name)}
                  disabled={i === columns.length - 1}
                  onClick={() => shift(column.id, 1)}
                >
                  ↓
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="button" onClick={() => change({ hidden: [], order: [], widths: {} })}>
            {text.reset}
          </button>
        </div>
      )}
    </Popup>
  )
}
