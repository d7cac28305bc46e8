import type { EChartsCoreOption } from 'echarts/core'
import { type KeyboardEvent, useMemo, useState } from 'react'
import { Canvas } from '../chart/canvas.tsx'
import { type ChartTheme, readChartTheme } from '../chart/chart-theme.ts'
import { useTheme } from '../state/use-theme.ts'
import { screenOption } from './flow-options.ts'

/** A point of a chart that opens something. */
export interface ChartPoint {
  /** What screen readers say, and what is shown at the point. */
  readonly text: string
  readonly open: () => void
}

/** The height of the charts of the screen. Pixels. */
const HEIGHT = 240

interface FlowChartProps {
  readonly option: (theme: ChartTheme) => EChartsCoreOption
  /** The description for screen readers. */
  readonly label: string
  readonly points: readonly ChartPoint[]
}

/**
 * Draws a chart. Its points are one stop of the keyboard: arrow keys move among them, Enter opens one. The first series of the
 * option has a point for each.
 */
export function FlowChart({ option, label, points }: FlowChartProps) {
  const theme = useTheme()
  const [active, setActive] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors follow the theme
  const drawn = useMemo(() => {
    const colors = readChartTheme()
    return { ...screenOption(colors), ...option(colors) }
  }, [option, theme])
  const press = (event: KeyboardEvent) => {
    const next = nextPoint(event.key, active, points.length)
    if (next !== null) setActive(next)
    else if (event.key === 'Enter' && active !== null) points[active]?.open()
    else if (event.key === 'Escape' && active !== null) setActive(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const keys = points.length === 0 ? {} : { tabIndex: 0, onKeyDown: press, onBlur: () => setActive(null) }
  return (
    <section className="team-chart" aria-label={label} {...keys}>
      <Canvas
        option={drawn}
        label={label}
        height={HEIGHT}
        active={active}
        onClick={({ category }) => points[category]?.open()}
      />
      <p className="visually-hidden" role="status">
        {active !== null && points[active]?.text}
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
