import { nameWidth, wrapName } from '../texts/fitted-name.ts'
import { hasSlider } from './axes.ts'
import type { Drawing } from './drawing.ts'

/** The most lines that have their names at their ends. Labels of more would be far from them. */
const MOST_LINES = 8

/** The least and the most space for a name, and the space before it with a dot. Pixels. */
const SPACE = { least: 90, most: 200, before: 24 }

/** The names at the ends of lines. */
export interface EndLabels {
  /** In the order of the series; with line breaks. */
  readonly names: readonly string[]
  /** The space that they need. Pixels. */
  readonly space: number
}

/**
 * Returns the names at the ends of the lines of a chart, which then needs no legend; `null` for other charts, and if some name
 * does not fit.
 */
export function endLabels({
  model,
  shown,
  view,
  frame,
  width,
}: Pick<Drawing, 'model' | 'shown' | 'view' | 'frame' | 'width'>): EndLabels | null {
  if (view.kind !== 'line' || width === null || shown.length > MOST_LINES) return null
  if (hasSlider({ view, frame }, model.categories.length)) return null
  const most = Math.min(SPACE.most, width / 4)
  if (most < SPACE.least) return null
  const all = shown.map(({ series }) => series.name)
  const names = all.map(name => wrapName(name, most, 2))
  const isCut = names.some((name, i) => name !== wrapName(all[i]!, most, 3))
  const widest = Math.max(0, ...names.flatMap(name => name.split('\n')).map(nameWidth))
  return isCut ? null : { names, space: Math.ceil(widest) + SPACE.before }
}
