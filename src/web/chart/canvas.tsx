import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { useEffect, useRef } from 'react'
import { useMedia } from '../state/use-media.ts'
import { library } from './library.ts'

/** Where somebody clicked: the places of the category and of the series. */
export interface Clicked {
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
  readonly onClick: (clicked: Clicked) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts | null>(null)
  const click = useRef(onClick)
  click.current = onClick
  useEffect(() => {
    const element = place.current!
    const made = library.init(element, undefined, { renderer: 'canvas' })
    chart.current = made
    made.on('click', ({ dataIndex, seriesId }) =>
      click.current({ category: dataIndex, series: typeof seriesId === 'string' ? seriesId : null }),
    )
    const observer = new ResizeObserver(() => made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])
  const isStill = useMedia('(prefers-reduced-motion: reduce)')
  useEffect(() => chart.current?.setOption({ ...option, animation: !isStill }, { notMerge: true }), [option, isStill])
  return (
    <div
      ref={place}
      className="chart-canvas"
      role="img"
      aria-label={label}
      style={height === null ? undefined : { height }}
    />
  )
}
