import { useCallback, useId, useRef } from 'react'
import type { Timeline, TimelineBand } from '../../reports/report/explain/explanation.ts'
import { useStable } from '../state/use-stable.ts'
import { useWidth } from '../state/use-width.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { bandBoxes, intervalBoxes } from './band-boxes.ts'
import { Overview } from './overview.tsx'
import { isWhole, positionAt, type TimelineSpan } from './span.ts'
import type { StatusLooks } from './status-looks.ts'
import { StatusSwatch } from './status-swatch.tsx'
import { stayLength } from './stay-length.ts'
import { ticksOf } from './time-ticks.ts'
import type { StayPosition } from './timeline-keys.ts'
import { Lane } from './timeline-lane.tsx'
import type { TimelineChartProps } from './timeline-props.ts'
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

/** Shows the timeline of an issue: statuses as bands, assignees below, non-working time shaded. */
export function TimelineChart(props: TimelineChartProps) {
  const { timeline, timeZone, looks, format, whole, span, setSpan, hovered, setHovered } = props
  const id = useId()
  const patternId = (pattern: number) => `${id}-pattern-${pattern}`
  const picture = useRef<SVGSVGElement>(null)
  const available = useWidth(picture)
  const width = Math.max(1, available - LAYOUT.end)
  const keys = useTimelineKeys(props, picture)
  const pointer = useTimelinePointer({ picture, width, span, whole, setSpan })
  const scale = { until: timeline.until, span, width }
  const { choose } = useStable({ choose: keys.show })
  const keptIn = (lane: StayPosition['lane']) =>
    [keys.current, hovered].flatMap(stay => (stay?.lane === lane ? stay.index : []))
  const intervals = intervalBoxes(timeline.nonWorking, span, width)
  const describe = useCallback(
    (band: TimelineBand) => {
      const { name, from, until, counted, elapsed, by } = bandTexts(band, { timeline, timeZone, format })
      return issue.band(isolateName(name), from, until, [counted, elapsed, by].filter(Boolean).join(', '))
    },
    [timeline, timeZone, format],
  )
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
        <Patterns looks={looks} patternId={patternId} />
        <path className="drilldown-rest" d={intervals.map(intervalPath).join('')} />
        <Ticks span={span} timeZone={timeZone} width={width} />
        {(['statuses', 'assignees'] as const).map(lane => (
          <Lane
            key={lane}
            lane={lane}
            title={issue[lane]}
            bands={bandBoxes(timeline[lane], { ...scale, kept: keptIn(lane) })}
            {...LAYOUT[lane]}
            edge={width}
            looks={lane === 'statuses' ? looks : null}
            patternId={patternId}
            describe={describe}
            hovered={hovered?.lane === lane ? hovered.index : null}
            stop={keys.stop?.lane === lane ? keys.stop.index : null}
            setHovered={setHovered}
            choose={choose}
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
        <Overview timeline={timeline} whole={whole} span={span} looks={looks} setSpan={setSpan} />
      )}
      <Readout timeline={timeline} timeZone={timeZone} format={format} hovered={hovered ?? keys.focused} />
      <Legend timeline={timeline} looks={looks} hasRest={intervals.length > 0} />
    </figure>
  )
}

interface PatternsProps {
  readonly looks: StatusLooks
  readonly patternId: (pattern: number) => string
}

/** The patterns of the looks. A color with a pattern differs from the same color without one. */
function Patterns({ looks, patternId }: PatternsProps) {
  const used = [...new Set([...looks.values()].map(({ pattern }) => pattern))].filter(pattern => pattern > 0)
  return (
    <defs>
      {used.map(pattern => (
        <pattern key={pattern} id={patternId(pattern)} width={6} height={6} patternUnits="userSpaceOnUse">
          <path className="drilldown-pattern" d={PATTERN_PATHS[pattern - 1]} />
        </pattern>
      ))}
    </defs>
  )
}

/** Lines up, lines down, and dots, in a square of 6 pixels. */
const PATTERN_PATHS = ['M-1 7L7 -1', 'M-1 -1L7 7', 'M2 3h2']

function intervalPath({ x, width }: { readonly x: number; readonly width: number }): string {
  return `M${x.toFixed(1)} 0h${width.toFixed(1)}v${LAYOUT.axis}h${(-width).toFixed(1)}z`
}

interface TicksProps {
  readonly span: TimelineSpan
  readonly timeZone: string
  readonly width: number
}

function Ticks({ span, timeZone, width }: TicksProps) {
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

function bandTexts(band: TimelineBand, { timeline, timeZone, format }: ReadoutProps) {
  const { counted, elapsed } = stayLength(band, timeline.until, format)
  return {
    name: band.name,
    from: formatDateTime(band.entered, timeZone),
    until: band.left === null ? texts.drilldown.now : formatDateTime(band.left, timeZone),
    counted,
    elapsed: elapsed === null ? '' : issue.elapsed(elapsed),
    by: band.by === null ? '' : texts.drilldown.by(band.by),
  }
}

type ReadoutProps = Pick<TimelineChartProps, 'timeline' | 'timeZone' | 'format'>

/** Describes the hovered stay; the bands have the same text as their label. */
function Readout({ hovered, ...props }: ReadoutProps & Pick<TimelineChartProps, 'hovered'>) {
  const band = hovered && props.timeline[hovered.lane][hovered.index]
  if (!band) return <p className="drilldown-readout breakable drilldown-hint">{issue.hint}</p>
  const { name, from, until, counted, elapsed, by } = bandTexts(band, props)
  return (
    <p className="drilldown-readout breakable" aria-hidden="true">
      <strong>{name}</strong> <strong className="drilldown-number numbers">{counted}</strong>{' '}
      <span className="drilldown-number numbers">{elapsed}</span>
      <br />
      {issue.shown(from, until)} {by}
    </p>
  )
}

const CATEGORIES = ['new', 'indeterminate', 'done', 'other'] as const

interface LegendProps {
  readonly timeline: Timeline
  readonly looks: StatusLooks
  readonly hasRest: boolean
}

/** Names the color of each status, by category. */
function Legend({ timeline: { statuses, nonWorking, calendar }, looks, hasRest }: LegendProps) {
  const named = new Map(statuses.map(band => [band.id, band]))
  const all = [...looks].map(([id, look]) => ({ ...named.get(id)!, look }))
  const groups = CATEGORIES.map(category => ({
    category,
    members: all.filter(one => (CATEGORIES.find(known => known === one.category) ?? 'other') === category),
  }))
  return (
    <figcaption className="drilldown-legend hint">
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ category, members }) => (
          <span key={category} className="drilldown-legend-group">
            <span className="shell-faint">{issue.categories[category]}:</span>
            {members.map(({ id, name, look }) => (
              <span key={id}>
                <StatusSwatch look={look} />
                {name}
              </span>
            ))}
          </span>
        ))}
      {nonWorking.length > 0 && (
        <span className="drilldown-legend-hours">
          {hasRest && <i className="drilldown-swatch drilldown-rest-swatch" />}
          {hasRest ? issue.nonWorking(calendar) : issue.nonWorkingHidden(calendar)}
        </span>
      )}
    </figcaption>
  )
}
