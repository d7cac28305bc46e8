import type { TableColumn } from './table-model.ts'
import { textWidth } from './text-width.ts'

const LEAST = { issue: 96, group: 120, field: 96, count: 72, value: 88 } as const
const MOST = { issue: 360, group: 280, field: 220, count: 96, value: 260 } as const
/** The most where there is little room: names are cut so that there are numbers to see. */
const MOST_NARROW = 160
/** The most that a text is given of the room that nothing else needs. */
const MOST_FREE = 720

/** Beside a text: the padding of its cell, and a mark. */
const CELL_PADDING = 34
/** Beside a number at the foot, which has no mark. */
const FOOTER_PADDING = 24
/** The letters of heads, of those of cells. */
const HEAD = 0.9
const SAMPLE_SIZE = 200

/** How wide a column is by itself, and how wide it would be with all of its texts in sight. Pixels. */
export interface Width {
  readonly id: string
  readonly size: number
  readonly wanted: number
}

/**
 * How wide a column is shown unless somebody made it otherwise: as its name and its texts need. Names and words may be
 * cut, values never: half a number is another number. `foot` are the texts below it.
 */
export function widthOf(
  { id, name, kind }: TableColumn,
  texts: readonly string[],
  foot: readonly string[],
  isNarrow: boolean,
): Width {
  const head = textWidth(name, true) * HEAD + CELL_PADDING
  const body = textWidth(longest(texts.slice(0, SAMPLE_SIZE))) + CELL_PADDING
  if (kind === 'value') {
    const below = textWidth(longest(foot), true) + FOOTER_PADDING
    const size = Math.ceil(Math.max(LEAST.value, Math.min(MOST.value, head), body, below))
    return { id, size, wanted: size }
  }
  const most = isNarrow ? Math.min(MOST_NARROW, MOST[kind]) : MOST[kind]
  const wanted = Math.ceil(Math.max(LEAST[kind], head, body))
  return { id, size: Math.min(most, wanted), wanted: Math.min(MOST_FREE, wanted) }
}

/** The sizes of columns in a room: what is left of it goes to the texts that are cut, the first ones first. */
export function sizesIn(available: number, widths: readonly Width[]): ReadonlyMap<string, number> {
  let free = available - widths.reduce((sum, { size }) => sum + size, 0)
  return new Map(
    widths.map(({ id, size, wanted }) => {
      const more = Math.max(0, Math.min(Math.floor(free), wanted - size))
      free -= more
      return [id, size + more]
    }),
  )
}

function longest(texts: readonly string[]): string {
  return texts.reduce((most, text) => (text.length > most.length ? text : most), '')
}
