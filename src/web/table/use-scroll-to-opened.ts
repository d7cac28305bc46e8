import { useEffect, useRef } from 'react'
import type { Opened } from '../drilldown/opened.ts'
import { isOpened } from './opened-row.ts'
import type { Line } from './row-lines.ts'

/** Scrolls to what the drawer shows, when it opens and when the table gets narrower. */
export function useScrollToOpened(
  opened: Opened | null,
  lines: readonly Line[],
  columns: readonly string[],
  scroll: { readonly row: (index: number) => void; readonly column: (index: number) => void },
  innerWidth: number,
  footLines: number,
): void {
  const present = useRef({ lines, columns, scroll })
  present.current = { lines, columns, scroll }
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not undo the user's scrolling
  useEffect(() => {
    const { lines, columns, scroll } = present.current
    const row = lines.findIndex(line => line.kind === 'row' && isOpened(opened, line.row))
    if (row === -1) return
    scroll.row(row)
    const column = opened?.kind === 'cell' ? columns.indexOf(opened.column) : -1
    if (column !== -1) scroll.column(column)
  }, [opened, innerWidth, footLines])
}
