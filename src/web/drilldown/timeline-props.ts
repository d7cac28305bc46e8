import type { Timeline } from '../../reports/report/explain/explanation.ts'
import type { TimelineSpan } from './span.ts'
import type { StatusLooks } from './status-looks.ts'
import type { StayPosition } from './timeline-keys.ts'
import type { ValueFormat } from './value-text.ts'

/** The data of the chart, and its state. */
export interface TimelineChartProps {
  readonly timeline: Timeline
  readonly timeZone: string
  readonly looks: StatusLooks
  /** The format of counted time. */
  readonly format: ValueFormat
  readonly whole: TimelineSpan
  readonly span: TimelineSpan
  readonly setSpan: (span: TimelineSpan) => void
  readonly hovered: StayPosition | null
  /** Stays the same. */
  readonly setHovered: (stay: StayPosition | null) => void
}
