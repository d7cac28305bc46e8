import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { Canvas } from '../chart/canvas.tsx'
import { readChartTheme } from '../chart/chart-theme.ts'
import { useTheme } from '../state/use-theme.ts'
import { useWidth } from '../state/use-width.ts'
import { type FlowOption, wholeOption } from './option-parts.ts'

/** The points of a chart, which open something. */
export interface ChartPoints {
  readonly count: number
  /** Returns what screen readers say at the n-th point. */
  readonly textOf: (index: number) => string
  readonly open: (index: number) => void
}

/** The height of the charts of the screen. Pixels. */
const HEIGHT = 240

/** A chart is laid out again when its width changes by this much. Pixels. */
const STEP = 40

/** What a chart draws. */
export interface FlowChartProps {
  readonly option: FlowOption
  /** The description for screen readers. */
  readonly label: string
  readonly points: ChartPoints
  /** Pixels. */
  readonly height?: number
}

/**
 * Draws a chart. Its points are one stop of the keyboard: arrow keys move among them, Enter opens one. The first series of the
 * option has a point for each.
 */
export function FlowChart({ option, label, points, height = HEIGHT }: FlowChartProps) {
  const theme = useTheme()
  const [active, setActive] = useState<number | null>(null)
  const frame = useRef<HTMLElement>(null)
  const width = STEP * Math.floor(useWidth(frame) / STEP)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors follow the theme
  const drawn = useMemo(() => wholeOption(option, readChartTheme(), { width }), [option, theme, width])
  const press = (event: KeyboardEvent) => {
    const next = nextPoint(event.key, active, points.count)
    if (next !== null) setActive(next)
    else if (event.key === 'Enter' && active !== null) points.open(active)
    else if (event.key === 'Escape' && active !== null) setActive(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const keys = points.count === 0 ? {} : { tabIndex: 0, onKeyDown: press, onBlur: () => setActive(null) }
  return (
    <section ref={frame} className="team-chart" aria-label={label} {...keys}>
      <Canvas
        option={drawn}
        label={label}
        height={height}
        active={active}
        onClick={({ category }) => points.open(category)}
      />
      <p className="visually-hidden" role="status">
        {active !== null && points.textOf(active)}
      </p>
    </section>
  )
}

/** Returns the point that a key moves to; `null` for other keys. */
export function nextPoint(key: string, active: number | null, count: number): number | null {
  if (key === 'ArrowRight' || key === 'ArrowDown') return active === null ? 0 : Math.min(active + 1, count - 1)
  if (key === 'ArrowLeft' || key === 'ArrowUp') return Math.max((active ?? 0) - 1, 0)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
