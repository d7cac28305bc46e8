import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { isPrinting } from '../state/printing.ts'
import { useMedia } from '../state/use-media.ts'
import { library } from './library.ts'

/** What was clicked: the index of the category, and the id of the series. */
export interface ClickTarget {
  readonly category: number
  readonly series: string | null
}

interface CanvasProps {
  readonly option: EChartsCoreOption
  /** The description for screen readers. */
  readonly label: string
  /** Pixels; `null` fills the screen. */
  readonly height: number | null
  /** The point of the first series that is highlighted. */
  readonly active?: number | null
  readonly onClick: (clicked: ClickTarget) => void
}

/** An ECharts canvas that follows the size of its container. */
export function Canvas({ option, label, height, active = null, onClick }: CanvasProps) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const latestOnClick = useRef(onClick)
  latestOnClick.current = onClick
  useEffect(() => {
    const element = container.current!
    const instance = library.init(element, undefined, { renderer: 'canvas' })
    chart.current = instance
    instance.on('click', ({ data, dataIndex, seriesId }) =>
      latestOnClick.current(
        // A cell of a heat map has an index of its own, so it names its category.
        (data as { readonly target?: ClickTarget } | null)?.target ?? {
          category: dataIndex,
          series: typeof seriesId === 'string' ? seriesId : null,
        },
      ),
    )
    let resizing: ReturnType<typeof setTimeout> | undefined
    // As drawing: a task for each of the charts of a screen.
    const observer = new ResizeObserver(() => {
      clearTimeout(resizing)
      resizing = setTimeout(() => instance.resize())
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      clearTimeout(resizing)
      // The library paints many dots over several frames, and would go on after its end.
      instance.clear()
      instance.dispose()
    }
  }, [])
  const reducesMotion = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => {
    const isStill = reducesMotion || isPrinting()
    const draw = () => chart.current?.setOption({ ...option, animation: !isStill }, { notMerge: true })
    if (isPrinting()) return void draw()
    // The page stays responsive between the charts of a screen, because each is drawn in a task of its own.
    const drawing = setTimeout(draw)
    return () => clearTimeout(drawing)
  }, [option, reducesMotion])
  useEffect(() => {
    chart.current?.dispatchAction({ type: 'downplay', seriesIndex: 0 })
    if (active === null) chart.current?.dispatchAction({ type: 'hideTip' })
    else {
      chart.current?.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: active })
      chart.current?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: active })
    }
  }, [active])
  return (
    <div
      ref={container}
      className="chart-canvas"
      role="img"
      aria-label={label}
      style={height === null ? undefined : { height }}
    />
  )
}
