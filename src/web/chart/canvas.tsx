import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { useMedia } from '../state/use-media.ts'
import { library } from './library.ts'

/** Where somebody clicked: the places of the category and of the series. */
export interface ClickTarget {
  readonly category: number
  readonly series: string | null
}

/** A drawing on the page, which follows the size of its place. */
export function Canvas({
  option,
  label,
  height,
  onClick,
}: {
  readonly option: EChartsCoreOption
  /** What a screen reader tells instead. */
  readonly label: string
  /** Pixels; `null` for what the screen has. */
  readonly height: number | null
  readonly onClick: (clicked: ClickTarget) => void
}) {
  const container = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const latestOnClick = useRef(onClick)
  latestOnClick.current = onClick
  useEffect(() => {
    const element = container.current!
    const instance = library.init(element, undefined, { renderer: 'canvas' })
    chart.current = instance
    instance.on('click', ({ dataIndex, seriesId }) =>
      latestOnClick.current({ category: dataIndex, series: typeof seriesId === 'string' ? seriesId : null }),
    )
    const observer = new ResizeObserver(() => instance.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      instance.dispose()
    }
  }, [])
  const reducesMotion = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(
    () => chart.current?.setOption({ ...option, animation: !reducesMotion }, { notMerge: true }),
    [option, reducesMotion],
  )
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
