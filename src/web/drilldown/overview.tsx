import { type PointerEvent, useRef } from 'react'
import { useWidth } from '../state/use-width.ts'
import { bandBoxes } from './band-boxes.ts'
import { clampSpan, instantAt, lengthOf, positionAt } from './span.ts'
import type { TimelineChartProps } from './timeline-props.ts'

/** The height of the overview and of its line. Pixels. */
const LAYOUT = { height: 24, y: 8, line: 8 }

type OverviewProps = Pick<TimelineChartProps, 'timeline' | 'whole' | 'span' | 'looks' | 'setSpan'>

/**
 * Shows the whole timeline as a thin line with a frame around the visible part; clicking or dragging moves the frame.
 */
export function Overview({ timeline, whole, span, looks, setSpan }: OverviewProps) {
  const line = useRef<SVGSVGElement>(null)
  const width = Math.max(1, useWidth(line))
  const move = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const middle = instantAt(clientX - currentTarget.getBoundingClientRect().left, whole, width)
    const half = lengthOf(span) / 2
    setSpan(clampSpan({ from: middle - half, until: middle + half }, whole))
  }
  const x = positionAt(span.from, whole, width)
  const end = positionAt(span.until, whole, width)
  const shown = Math.max(6, end - x)
  return (
    <svg
      className="drilldown-overview"
      ref={line}
      height={LAYOUT.height}
      aria-hidden="true"
      onPointerDown={event => {
        event.currentTarget.setPointerCapture(event.pointerId)
        move(event)
      }}
      onPointerMove={event => event.currentTarget.hasPointerCapture(event.pointerId) && move(event)}
    >
      {bandBoxes(timeline.statuses, { until: timeline.until, span: whole, width }).map(({ band, index, x, width }) => (
        <rect key={index} fill={looks.get(band.id)!.color} x={x} y={LAYOUT.y} width={width} height={LAYOUT.line} />
      ))}
      <rect
        className="drilldown-window"
        x={Math.min(x, width - shown) + 1}
        y={3}
        width={Math.max(4, shown - 2)}
        height={LAYOUT.height - 6}
        rx={3}
      />
    </svg>
  )
}
