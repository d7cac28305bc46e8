import { useMemo, useRef } from 'react'
import type { Timeline, TimelineBand } from '../../reports/explain/explanation.ts'
import { useWidth } from '../state/use-width.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { bandBoxes, intervalBoxes, type Shade, shadesOf } from './band-boxes.ts'
import { elapsedText } from './duration-text.ts'
import { Overview } from './overview.tsx'
import { isWhole, positionAt, type Span } from './span.ts'
import { ticksOf } from './time-ticks.ts'
import type { StayPosition } from './timeline-keys.ts'
import { Lane } from './timeline-lane.tsx'
import { TimelineTools } from './timeline-tools.tsx'
import { useTimelineKeys } from './use-timeline-keys.ts'
import { useTimelinePointer } from './use-timeline-pointer.ts'
import './timeline-chart.css'

const { issue } = texts.drilldown

/** Positions in the chart. Pixels. */
const LAYOUT = {
  statuses: { y: 18, height: 34 },
  assignees: { y: 76, height: 24 },
  axis: 108,
  height: 128,
  /** Space for the mark of an ongoing stay. */
  end: 12,
  tick: 66,
}

/** The data of the chart, and its state. */
export interface TimelineChartProps {
  readonly timeline: Timeline
  readonly timeZone: string
  readonly whole: Span
  readonly span: Span
  readonly setSpan: (span: Span) => void
  readonly hovered: StayPosition | null
  readonly setHovered: (stay: StayPosition | null) => void
}

/** Shows the timeline of an issue: statuses as bands, assignees below, non-working time shaded. */
export function TimelineChart(props: TimelineChartProps) {
  const { timeline, timeZone, whole, span, setSpan, hovered, setHovered } = props
  const picture = useRef<SVGSVGElement>(null)
  const available = useWidth(picture)
  const width = Math.max(1, available - LAYOUT.end)
  const shades = useMemo(() => shadesOf(timeline.statuses), [timeline.statuses])
  const shadeOf = { statuses: (band: TimelineBand) => shades.get(band.name)!, assignees: personShade }
  const keys = useTimelineKeys(props, picture)
  const pointer = useTimelinePointer({ picture, width, span, whole, setSpan })
  const scale = { until: timeline.until, span, width }
  const intervals = intervalBoxes(timeline.nonWorking, span, width)
  const describe = (band: TimelineBand) => {
    const { name, from, until, length, by } = bandTexts(band, timeline.until, timeZone)
    return issue.band(name, from, until, length, by)
  }
  return (
    <figure className="drilldown-life">
      <TimelineTools whole={whole} span={span} timeZone={timeZone} setSpan={setSpan} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of stays is not a fieldset */}
      <svg
        className="drilldown-picture"
        ref={picture}
        height={LAYOUT.height}
        role="group"
        aria-label={issue.label(timeline.issue.key)}
        onKeyDown={keys.press}
        onFocus={keys.trackFocus}
        onBlur={keys.trackFocus}
        {...pointer.handlers}
      >
        <path className="drilldown-rest" d={intervals.map(intervalPath).join('')} />
        <Ticks span={span} timeZone={timeZone} width={width} />
        {(['statuses', 'assignees'] as const).map(lane => (
          <Lane
            key={lane}
            lane={lane}
            title={issue[lane]}
            bands={bandBoxes(timeline[lane], scale)}
            {...LAYOUT[lane]}
            edge={width}
            shadeOf={shadeOf[lane]}
            describe={describe}
            hovered={hovered?.lane === lane ? hovered.index : null}
            stop={keys.stop?.lane === lane ? keys.stop.index : null}
            setHovered={index => setHovered(index === null ? null : { lane, index })}
            choose={band => keys.show(band)}
          />
        ))}
        {pointer.drawn && (
          <rect
            className="drilldown-brush"
            x={pointer.drawn.x}
            y={0}
            width={pointer.drawn.width}
            height={LAYOUT.axis}
          />
        )}
      </svg>
      {!isWhole(span, whole) && (
        <Overview timeline={timeline} whole={whole} span={span} shades={shades} setSpan={setSpan} />
      )}
      <Readout timeline={timeline} timeZone={timeZone} hovered={hovered ?? keys.focused} />
      <Legend timeline={timeline} shades={shades} hasRest={intervals.length > 0} />
    </figure>
  )
}

function personShade({ id }: TimelineBand): Shade {
  return { hue: id === null ? 'nobody' : 'person', depth: 0 }
}

function intervalPath({ x, width }: { readonly x: number; readonly width: number }): string {
  return `M${x.toFixed(1)} 0h${width.toFixed(1)}v${LAYOUT.axis}h${(-width).toFixed(1)}z`
}

function Ticks({ span, timeZone, width }: { readonly span: Span; readonly timeZone: string; readonly width: number }) {
  const ticks = ticksOf(span, timeZone, Math.max(2, width / LAYOUT.tick))
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes focus
    <g className="drilldown-axis" aria-hidden="true">
      <path d={`M0 ${LAYOUT.axis}.5H${width}`} />
      {ticks.map(({ at, label, isMain }) => {
        const x = positionAt(at, span, width)
        return (
          <g key={at} className={isMain ? 'drilldown-main' : undefined}>
            <path d={`M${x.toFixed(1)} ${LAYOUT.statuses.y}V${LAYOUT.axis + 4}`} />
            <text
              x={Math.max(0, Math.min(x, width - 14))}
              y={LAYOUT.axis + 17}
              textAnchor={x < 18 ? 'start' : 'middle'}
            >
              {label}
            </text>
          </g>
        )
      })}
    </g>
  )
}

function bandTexts(band: TimelineBand, until: number, timeZone: string) {
  return {
    name: band.name,
    from: formatDateTime(band.entered, timeZone),
    until: band.left === null ? texts.drilldown.now : formatDateTime(band.left, timeZone),
    length: elapsedText((band.left ?? until) - band.entered),
    by: band.by === null ? '' : texts.drilldown.by(band.by),
  }
}

/** Describes the hovered stay; the bands have the same text as their label. */
function Readout({ timeline, timeZone, hovered }: Pick<TimelineChartProps, 'timeline' | 'timeZone' | 'hovered'>) {
  const band = hovered && timeline[hovered.lane][hovered.index]
  if (!band) return <p className="drilldown-readout drilldown-hint">{issue.hint}</p>
  const { name, from, until, length, by } = bandTexts(band, timeline.until, timeZone)
  return (
    <p className="drilldown-readout" aria-hidden="true">
      <strong>{name}</strong> <strong className="drilldown-number">{length}</strong>
      <br />
      {issue.shown(from, until)} {by}
    </p>
  )
}

function Legend({
  timeline: { nonWorking, calendar },
  shades,
  hasRest,
}: {
  readonly timeline: Timeline
  readonly shades: ReadonlyMap<string, Shade>
  readonly hasRest: boolean
}) {
  const hues = [...new Set([...shades.values()].map(({ hue }) => hue))]
  return (
    <figcaption className="drilldown-legend">
      {(['new', 'indeterminate', 'done', 'other'] as const)
        .filter(hue => hues.includes(hue))
        .map(hue => (
          <span key={hue}>
            <i className={`drilldown-swatch drilldown-${hue}`} />
            {issue.categories[hue]}
          </span>
        ))}
      {nonWorking.length > 0 && (
        <span>
          {hasRest && <i className="drilldown-swatch drilldown-rest-swatch" />}
          {hasRest ? issue.nonWorking(calendar) : issue.nonWorkingHidden(calendar)}
        </span>
      )}
    </figcaption>
  )
}
