import { words } from '../texts/en.ts'
import { moment } from '../texts/number.ts'
import { inside, isWhole, panned, type Span, zoomed } from './span.ts'

const { issue } = words.understand

/** How much closer one step goes. */
const CLOSER = 0.5

/** What of the life is seen, and the buttons that change it. */
export function LifeTools({
  whole,
  span,
  timeZone,
  look,
}: {
  readonly whole: Span
  readonly span: Span
  readonly timeZone: string
  readonly look: (span: Span) => void
}) {
  const all = isWhole(span, whole)
  const middle = (span.from + span.until) / 2
  const tools = [
    ['‹', issue.earlier, panned(span, -0.5, whole), span.from <= whole.from],
    ['›', issue.later, panned(span, 0.5, whole), span.until >= whole.until],
    ['−', issue.zoomOut, zoomed(span, 1 / CLOSER, middle, whole), all],
    ['+', issue.zoomIn, zoomed(span, CLOSER, middle, whole), false],
  ] as const
  return (
    <div className="understand-tools">
      <span className="understand-shown">{issue.shown(moment(span.from, timeZone), moment(span.until, timeZone))}</span>
      <span className="understand-zoom">
        {tools.map(([sign, name, next, isOff]) => (
          <button
            key={name}
            type="button"
            className="button quiet"
            aria-label={name}
            title={name}
            aria-disabled={isOff}
            onClick={() => !isOff && look(next)}
          >
            {sign}
          </button>
        ))}
        <button type="button" className="button quiet" aria-disabled={all} onClick={() => look(inside(whole, whole))}>
          {issue.whole}
        </button>
      </span>
    </div>
  )
}
