import { useEffect, useRef } from 'react'
import type { CellPosition } from './grid-keys.ts'
import type { ColumnLayout } from './grid-layout.ts'
import { isOpened, type OpenedPart } from './opened-row.ts'
import type { Line } from './row-lines.ts'

/** Scrolls to what the drawer shows, when it opens and when the table gets narrower. */
export function useScrollToOpened(
  opened: OpenedPart | null,
  lines: readonly Line[],
  values: readonly ColumnLayout[],
  scrollTo: (position: Partial<CellPosition>) => void,
  innerWidth: number,
  footLines: number,
): void {
  const present = useRef({ lines, values, scrollTo })
  present.current = { lines, values, scrollTo }
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not undo the user's scrolling
  useEffect(() => {
    const { lines, values, scrollTo } = present.current
    const row = lines.findIndex(line => line.kind === 'row' && isOpened(opened, line.row))
    if (row === -1) return
    const column = values.find(laid => laid.column.id === opened?.column)
    scrollTo(column ? { row, column: column.index } : { row })
  }, [opened?.issueKey, opened?.index, opened?.column, innerWidth, footLines])
}
