import { Button } from '../shell/button.tsx'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { clampSpan, isWhole, panSpan, zoomSpan } from './span.ts'
import type { TimelineChartProps } from './timeline-props.ts'

const { issue } = texts.drilldown

/** The zoom factor of one step. */
const CLOSER = 0.5

type TimelineToolsProps = Pick<TimelineChartProps, 'whole' | 'span' | 'timeZone' | 'setSpan'>

/** Shows the visible interval and the buttons that change it. */
export function TimelineTools({ whole, span, timeZone, setSpan }: TimelineToolsProps) {
  const all = isWhole(span, whole)
  const middle = (span.from + span.until) / 2
  const tools = [
    ['‹', issue.earlier, panSpan(span, -0.5, whole), span.from <= whole.from],
    ['›', issue.later, panSpan(span, 0.5, whole), span.until >= whole.until],
    ['−', issue.zoomOut, zoomSpan(span, 1 / CLOSER, middle, whole), all],
    ['+', issue.zoomIn, zoomSpan(span, CLOSER, middle, whole), false],
  ] as const
  return (
    <div className="drilldown-tools row spread">
      <span className="drilldown-shown hint numbers">
        {issue.shown(formatDateTime(span.from, timeZone), formatDateTime(span.until, timeZone))}
      </span>
      <span className="drilldown-zoom">
        {tools.map(([sign, name, next, isOff]) => (
          <Button
            key={name}
            look="quiet"
            aria-label={name}
            title={name}
            aria-disabled={isOff}
            onClick={() => !isOff && setSpan(next)}
          >
            {sign}
          </Button>
        ))}
        <Button look="quiet" aria-disabled={all} onClick={() => setSpan(clampSpan(whole, whole))}>
          {issue.leadTime}
        </Button>
      </span>
    </div>
  )
}
