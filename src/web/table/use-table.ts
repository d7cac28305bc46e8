import {
  type ColumnDef,
  type ColumnSizingInfoState,
  getCoreRowModel,
  getSortedRowModel,
  type SortingState,
  type Table,
  type Updater,
  useReactTable,
} from '@tanstack/react-table'
import { useEffect, useMemo, useState } from 'react'
import { endpointOf, orderByOf } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { useMedia } from '../state/use-media.ts'
import { type Changes, withChange } from './changes.ts'
import type { FooterLine } from './footer-lines.ts'
import type { RankedColumn } from './ranked-model.ts'
import { type ShownRow, shownText, type TableColumn, type TableModel } from './table-model.ts'
import { mergedWidths, type TableView } from './table-view.ts'
import { sizesIn, widthOf } from './widths.ts'

/** Creates the TanStack table of a report; `availableWidth` in pixels, `expected` are the footer texts to have space for. */
export function useTable(
  model: TableModel,
  ranked: readonly RankedColumn[],
  foot: readonly FooterLine[],
  expected: ReadonlyMap<string, string>,
  changes: Changes | null,
  availableWidth: number,
  view: TableView,
  changeView: (view: Partial<TableView>) => void,
): Table<ShownRow> {
  const [dragged, setDragged] = useState<Readonly<Record<string, number>>>({})
  const [dragging, setDragging] = useState<ColumnSizingInfoState>(NOT_DRAGGING)
  const widths = useMemo(() => mergedWidths(view.widths, dragged), [view, dragged])
  // Browsers limit how often the URL may change.
  useEffect(() => {
    if (dragging.isResizingColumn !== false || Object.keys(dragged).length === 0) return
    changeView({ widths })
    setDragged({})
  }, [dragging, dragged, widths, changeView])
  const { choices } = useChoices()
  const [isNarrowPage, isBesideNarrow] = [useMedia('(max-width: 700px)'), useMedia('(max-width: 1900px)')]
  const isNarrow = isNarrowPage || (isBesideNarrow && choices['view.open'] !== undefined)
  const own = useMemo(() => {
    const widthIn = (column: TableColumn) => {
      const texts = model.rows.map(row => withChange(textOf(column, row), changes?.rows(row.index, column.id)))
      const below = [expected, ...foot.map(({ values }) => values)].map(values => values.get(column.id) ?? '')
      return widthOf(column, texts, below, isNarrow)
    }
    return [...model.keys, ...model.values].map(widthIn)
  }, [model, foot, expected, changes, isNarrow])
  const columns = useMemo(() => {
    const shown = own.filter(({ id }) => !view.hidden.includes(id))
    // A width that the user set stays.
    const fixed = shown.map(one => {
      const size = widths[one.id]
      return size === undefined ? one : { ...one, size, wanted: size }
    })
    const sizes = sizesIn(isNarrow ? 0 : availableWidth - BORDERS, fixed)
    const sizeOf = (id: string) => (widths[id] === undefined ? sizes.get(id) : undefined)
    return [...model.keys, ...model.values].map((column, i) =>
      definitionOf(column, sizeOf(column.id) ?? own[i]!.size, ranked),
    )
  }, [model, ranked, own, view.hidden, widths, availableWidth, isNarrow])
  const arranged = useMemo(() => {
    const keys = model.keys.map(({ id }) => id)
    const issue = model.keys.find(({ kind }) => kind === 'issue')
    const valueIds = model.values.map(({ id }) => id)
    const columnIds = [...keys, ...valueIds]
    const ordered = [...view.order.filter(id => valueIds.includes(id)), ...valueIds]
    const pinned = [...new Set(ordered)].filter(id => view.pinned.includes(id))
    return {
      sorting: sortingOf(view, columnIds),
      columnOrder: [...keys, ...view.order],
      columnVisibility: Object.fromEntries(view.hidden.map(id => [id, false])),
      // On narrow screens one key column has to suffice. Many issues may have the same group.
      columnPinning: { left: isNarrow ? [issue?.id ?? keys[0]!] : [...keys, ...pinned] },
    }
  }, [model, view, isNarrow])
  return useReactTable<ShownRow>({
    data: model.rows as ShownRow[],
    columns,
    state: {
      ...arranged,
      columnSizing: widths,
      columnSizingInfo: dragging,
    },
    onSortingChange: updater => changeView({ sort: sortIn(updated(updater, arranged.sorting)) }),
    onColumnSizingChange: updater => setDragged(before => updated(updater, before)),
    onColumnSizingInfoChange: updater => setDragging(before => updated(updater, before)),
    columnResizeMode: 'onChange',
    autoResetPageIndex: false,
    getRowId: ({ index }) => String(index),
    // The rows of a list are one page of it: the server sorts.
    manualSorting: endpointOf(choices) === 'list',
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  })
}

const NOT_DRAGGING: ColumnSizingInfoState = {
  columnSizingStart: [],
  deltaOffset: null,
  deltaPercentage: null,
  isResizingColumn: false,
  startOffset: null,
  startSize: null,
}

const [LEAST, MOST] = [48, 1000]

/** The borders of the table and its scroll bar. Pixels. */
const BORDERS = 20

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/**
 * Returns a column definition. Numbers sort largest first, ranked values by their ranks; empty cells always come last.
 */
function definitionOf(column: TableColumn, size: number, ranked: readonly RankedColumn[]): ColumnDef<ShownRow> {
  const { id, kind } = column
  const ranks = ranked.find(one => one.id === id)?.ranks
  const isNumber = kind === 'value' || kind === 'count'
  const sorted = ({ cells, texts, issueCount }: ShownRow) =>
    kind === 'value'
      ? (cells.get(id)?.raw ?? undefined)
      : kind === 'count'
        ? (issueCount ?? undefined)
        : ranks
          ? ranks.get(texts.get(id) ?? '')
          : texts.get(id) || undefined
  return {
    id,
    accessorFn: sorted,
    meta: column,
    size,
    minSize: LEAST,
    maxSize: MOST,
    sortDescFirst: isNumber,
    sortUndefined: 'last',
    sortingFn: isNumber || ranks ? 'basic' : (a, b) => collator.compare(String(a.getValue(id)), String(b.getValue(id))),
  }
}

function textOf(column: TableColumn, row: ShownRow): string {
  return column.kind === 'value' ? (row.cells.get(column.id)?.text ?? '') : shownText(column, row)
}

/** Returns the sorted column. `orderBy` of a list is the id of a column without its kind, in any case. */
function sortingOf({ sort }: TableView, columnIds: readonly string[]): SortingState {
  if (!sort) return []
  const isSorted = (id: string) => orderByOf(id)?.toLowerCase() === sort.column.trim().toLowerCase()
  const id = columnIds.find(id => id === sort.column) ?? columnIds.find(isSorted)
  return id === undefined ? [] : [{ id, desc: sort.descending }]
}

function sortIn([first]: SortingState): TableView['sort'] {
  return first ? { column: first.id, descending: first.desc } : null
}

function updated<T>(updater: Updater<T>, before: T): T {
  return typeof updater === 'function' ? (updater as (before: T) => T)(before) : updater
}
