import type { TableColumn } from './table-model.ts'

const LEAST = { issue: 96, group: 120, field: 96, count: 72, value: 88 } as const
/** The most where there is little room: names are cut so that there are numbers to see. */
const MOST_NARROW = 160

const MOST = { issue: 360, group: 280, field: 220, count: 96, value: 180 } as const
const LETTER = 7.6
const ROOM = 34
const LOOKED_AT = 200

/** How wide a column is shown unless somebody made it otherwise: as its name and its first texts need. Pixels. */
export function widthOf({ name, kind }: TableColumn, texts: readonly string[], isNarrow: boolean): number {
  const longest = Math.max(name.length, ...texts.slice(0, LOOKED_AT).map(text => text.length))
  const most = isNarrow && kind !== 'value' ? Math.min(MOST_NARROW, MOST[kind]) : MOST[kind]
  return Math.round(Math.min(most, Math.max(LEAST[kind], longest * LETTER + ROOM)))
}
