import { useEffect, useRef } from 'react'
import type { Opened } from '../drilldown/opened.ts'
import { isOpened } from './opened-row.ts'
import type { TableRow } from './table-model.ts'

/** Scrolls to what the drawer shows, when it opens and when the table gets narrower. */
export function useScrollToOpened(
  opened: Opened | null,
  rows: readonly TableRow[],
  columns: readonly string[],
  scroll: { readonly row: (index: number) => void; readonly column: (index: number) => void },
  innerWidth: number,
  footLines: number,
): void {
  const present = useRef({ rows, columns, scroll })
  present.current = { rows, columns, scroll }
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not undo the user's scrolling
  useEffect(() => {
    const { rows, columns, scroll } = present.current
    const row = rows.findIndex(one => isOpened(opened, one))
    if (row === -1) return
    scroll.row(row)
    const column = opened?.kind === 'cell' ? columns.indexOf(opened.column) : -1
    if (column !== -1) scroll.column(column)
  }, [opened, innerWidth, footLines])
}
