import { type RefObject, useEffect, useMemo, useRef } from 'react'
import type { CellPosition } from './grid-keys.ts'
import type { ColumnLayout } from './grid-layout.ts'
import { isOpened, type OpenedPart } from './opened-row.ts'
import type { Line } from './row-lines.ts'
import { COUNT, type ShownRow } from './table-model.ts'

/** What a person does to move in a table. */
const MOVES = ['keydown', 'wheel', 'touchmove', 'pointerdown'] as const

/**
 * Scrolls to what the drawer shows, when it opens, and when the table gets narrower or lower before the person moves in
 * it.
 */
export function useScrollToOpened(
  scroller: RefObject<HTMLElement | null>,
  opened: OpenedPart | null,
  lines: readonly Line[],
  values: readonly ColumnLayout[],
  scrollTo: (position: Partial<CellPosition>) => void,
  innerWidth: number,
  footLines: number,
): void {
  const present = useRef({ lines, values, scrollTo })
  present.current = { lines, values, scrollTo }
  const hasMoved = useRef(false)
  useEffect(() => {
    const element = scroller.current
    const move = () => {
      hasMoved.current = true
    }
    for (const kind of MOVES) element?.addEventListener(kind, move, { passive: true })
    return () => {
      for (const kind of MOVES) element?.removeEventListener(kind, move)
    }
  }, [scroller])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is opened is shown, wherever the person was
  useEffect(() => {
    hasMoved.current = false
  }, [opened?.issueKey, opened?.index, opened?.column])
  // biome-ignore lint/correctness/useExhaustiveDependencies: must not undo the user's scrolling
  useEffect(() => {
    if (hasMoved.current) return
    const { lines, values, scrollTo } = present.current
    const row = lines.findIndex(line => line.kind === 'row' && isOpened(opened, line.row))
    if (row === -1) return
    const column = values.find(laid => laid.column.id === opened?.column)
    scrollTo(column ? { row, column: column.index } : { row })
  }, [opened?.issueKey, opened?.index, opened?.column, innerWidth, footLines])
}

/** Scrolls to the first row when the table gets other rows, or another order. */
export function useScrollToStart(scroller: RefObject<HTMLElement | null>, rows: readonly ShownRow[]): void {
  const names = useMemo(() => rows.map(nameOf).join('\n'), [rows])
  const before = useRef(names)
  useEffect(() => {
    if (before.current !== names) scroller.current?.scrollTo({ top: 0 })
    before.current = names
  }, [names, scroller])
}

/** The number of issues of a group may change, without another row. */
function nameOf({ issueKey, texts }: ShownRow): string {
  return issueKey ?? [...texts].flatMap(([id, text]) => (id === COUNT ? [] : text)).join('\t')
}
