import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { COUNT, type ShownRow } from './table-model.ts'

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
