import type { Table } from '@tanstack/react-table'
import { useMemo } from 'react'
import { ColumnHeader } from './column-header.tsx'
import { type ColumnLayout, cellStyle, type GridLayout } from './grid-layout.ts'
import type { ShownRow, TableColumn } from './table-model.ts'
import { GROUP, HEAD } from './use-grid-layout.ts'

interface GridHeaderProps {
  readonly layout: GridLayout
  readonly table: Table<ShownRow>
  /** The columns that scroll. */
  readonly values: readonly ColumnLayout[]
  /** Pixels. */
  readonly height: number
  readonly hasGroups: boolean
  /** The column of the header with the keyboard focus, if any. */
  readonly active: number | null
  readonly move: (id: string, before: string) => void
}

/** The column names, with the names of outer columns above them. */
export function GridHeader({ layout, table, values, height, hasGroups, active, move }: GridHeaderProps) {
  const { keys, shown, pinned, width, cellId } = layout
  const headers = table.getFlatHeaders()
  const headerOf = useMemo(() => new Map(headers.map(header => [header.column.id, header])), [headers])
  const head = (laid: ColumnLayout, isPinned: boolean) => {
    const header = headerOf.get(laid.column.id)
    if (!header) return null
    return (
      <ColumnHeader
        key={laid.column.id}
        id={cellId({ row: -1, column: laid.index })}
        laid={laid}
        header={header}
        isPinned={isPinned}
        isActive={active === laid.index}
        style={cellStyle(laid)}
        move={move}
      />
    )
  }
  return (
    <div className="table-head" role="rowgroup" style={{ height, width }}>
      {hasGroups && <Groups layout={layout} values={values} />}
      <div className="table-row" role="row" aria-rowindex={1} style={{ height: HEAD, width }}>
        <div className="table-pinned" style={{ width: pinned }} role="presentation">
          {keys.map(laid => head(laid, true))}
        </div>
        {shown.map(laid => head(laid, false))}
      </div>
    </div>
  )
}

interface GroupsProps {
  readonly layout: GridLayout
  readonly values: readonly ColumnLayout[]
}

/**
 * The groups of the visible columns. Column names include the outer column for screen readers, so this row is visual only.
 */
function Groups({ layout: { shown, pinned, width, isNarrow }, values }: GroupsProps) {
  const groups = useMemo(
    () =>
      columnGroups(values.map(({ column }) => column)).map(({ name, first, count }) => {
        const [start, last] = [values[first]!.start, values[first + count - 1]!]
        return { name, first, start, end: last.start + last.size }
      }),
    [values],
  )
  const [from, last] = [shown[0]?.start ?? 0, shown.at(-1)]
  const until = last ? last.start + last.size : 0
  return (
    <div className="table-groups" aria-hidden="true" style={{ height: GROUP, width }}>
      {groups.map(
        ({ name, first, start, end }) =>
          start < until &&
          end > from && (
            <div key={first} className="table-above hint" style={{ left: start, width: end - start }}>
              <span style={{ left: isNarrow ? 8 : pinned + 8 }}>{name}</span>
            </div>
          ),
      )}
      <div className="table-pinned table-above-blank" style={{ width: pinned }} />
    </div>
  )
}

/** Adjacent columns with the same outer column. */
interface ColumnGroup {
  readonly name: string | null
  readonly first: number
  readonly count: number
}

/** Groups adjacent columns by their outer column. */
export function columnGroups(columns: readonly TableColumn[]): ColumnGroup[] {
  const groups: ColumnGroup[] = []
  columns.forEach(({ above }, i) => {
    const last = groups.at(-1)
    if (last && last.name === above) groups[groups.length - 1] = { ...last, count: last.count + 1 }
    else groups.push({ name: above, first: i, count: 1 })
  })
  return groups
}
