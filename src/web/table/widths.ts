import type { TableColumn } from './table-model.ts'

const LEAST = { issue: 96, group: 120, field: 96, count: 72, value: 88 } as const
const MOST = { issue: 360, group: 280, field: 220, count: 96, value: 260 } as const
/** The most on narrow screens, so that numbers stay visible. */
const MOST_NARROW = 160
/** The most that a text column grows into free space. */
const MOST_FREE = 720

/** The padding of a cell and its mark. Pixels. */
const CELL_PADDING = 34
/** The padding of a footer cell. Pixels. */
const FOOTER_PADDING = 24
/** The font size of headers relative to cells. */
const HEAD = 0.9
const SAMPLE_SIZE = 200

/** The initial width of a column, and the width that shows all of its texts. Pixels. */
export interface Width {
  readonly id: string
  readonly size: number
  readonly wanted: number
}

/** Returns the default width of a column. Names may be truncated, numbers never. `foot` are its footer texts. */
export function widthOf(
  { id, name, kind }: TableColumn,
  texts: readonly string[],
  foot: readonly string[],
  isNarrow: boolean,
): Width {
  const head = textWidth(name, true) * HEAD + CELL_PADDING
  const body = textWidth(longest(texts.slice(0, SAMPLE_SIZE))) + CELL_PADDING
  if (kind === 'value' || kind === 'count') {
    const below = textWidth(longest(foot), true) + FOOTER_PADDING
    const size = Math.ceil(Math.max(LEAST[kind], Math.min(MOST[kind], head), body, below))
    return { id, size, wanted: size }
  }
  const most = isNarrow ? Math.min(MOST_NARROW, MOST[kind]) : MOST[kind]
  const wanted = Math.ceil(Math.max(LEAST[kind], head, body))
  return { id, size: Math.min(most, wanted), wanted: Math.min(MOST_FREE, wanted) }
}

/** Distributes the available width: free space goes to truncated texts, first ones first. */
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

/** The assumed width of a letter without a canvas. Pixels. */
const LETTER = 7.6

const pens = new Map<boolean, CanvasRenderingContext2D | null>()

/** Measures the width of a text in the font of the page, with digits of one width. Pixels. */
function textWidth(text: string, isBold = false): number {
  if (!pens.has(isBold)) pens.set(isBold, penOf(isBold))
  // A canvas has proportional digits only, in which a 1 may be narrower than in a table.
  return pens.get(isBold)?.measureText(text.replaceAll(/\d/g, '0')).width ?? text.length * LETTER
}

function penOf(isBold: boolean): CanvasRenderingContext2D | null {
  if (typeof document === 'undefined') return null
  const pen = document.createElement('canvas').getContext('2d')
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  if (pen) pen.font = `${isBold ? 700 : 400} ${fontSize} ${fontFamily}`
  return pen
}
