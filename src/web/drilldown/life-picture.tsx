import { useMemo, useRef } from 'react'
import type { Timeline, TimelineBand } from '../../service/page-types.ts'
import { useRoom } from '../state/use-room.ts'
import { words } from '../texts/en.ts'
import { moment } from '../texts/number.ts'
import { lengthText } from './lengths.ts'
import { Lane } from './life-lane.tsx'
import type { StayPlace } from './life-steps.ts'
import { LifeTools } from './life-tools.tsx'
import { Overview } from './overview.tsx'
import { placedBands, placedStretches, type Shade, shadesOf } from './placed-bands.ts'
import { isWhole, placeOf, type Span } from './span.ts'
import { ticksOf } from './time-ticks.ts'
import { useLifeKeys } from './use-life-keys.ts'
import { useLifePointer } from './use-life-pointer.ts'
import './life-picture.css'

const { issue } = words.understand

/** Where things are in the picture. Pixels. */
const LAY = {
  statuses: { y: 18, height: 34 },
  assignees: { y: 76, height: 24 },
  axis: 108,
  height: 128,
  /** Room for the mark of what still goes on. */
  end: 12,
  tick: 66,
}

/** What the picture of a life is made of, and what can be done in it. */
export interface LifePictureProps {
  readonly timeline: Timeline
  readonly timeZone: string
  readonly whole: Span
  readonly span: Span
  readonly look: (span: Span) => void
  readonly pointed: StayPlace | null
  readonly point: (stay: StayPlace | null) => void
}

/** An issue's life on a time axis: statuses as bands, assignees beneath, time that does not count shaded. */
export function LifePicture(props: LifePictureProps) {
  const { timeline, timeZone, whole, span, look, pointed, point } = props
  const picture = useRef<SVGSVGElement>(null)
  const room = useRoom(picture)
  const width = Math.max(1, room - LAY.end)
  const shades = useMemo(() => shadesOf(timeline.statuses), [timeline.statuses])
  const shadeOf = { statuses: (band: TimelineBand) => shades.get(band.name)!, assignees: personShade }
  const keys = useLifeKeys(props, picture)
  const pointer = useLifePointer({ picture, width, span, whole, look })
  const place = { until: timeline.until, span, width }
  const stretches = placedStretches(timeline.nonWorking, span, width)
  const told = (band: TimelineBand) => {
    const { name, from, until, length, by } = toldBand(band, timeline.until, timeZone)
    return issue.band(name, from, until, length, by)
  }
  return (
    <figure className="understand-life">
      <LifeTools whole={whole} span={span} timeZone={timeZone} look={look} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of stays is no form */}
      <svg
        className="understand-picture"
        ref={picture}
        height={LAY.height}
        role="group"
        aria-label={issue.label(timeline.issue.key)}
        onKeyDown={keys.press}
        onFocus={keys.note}
        onBlur={keys.note}
        {...pointer.handlers}
      >
        <path className="understand-rest" d={stretches.map(stretchPath).join('')} />
        <Ticks span={span} timeZone={timeZone} width={width} />
        {(['statuses', 'assignees'] as const).map(lane => (
          <Lane
            key={lane}
            lane={lane}
            title={issue[lane]}
            bands={placedBands(timeline[lane], place)}
            {...LAY[lane]}
            edge={width}
            shadeOf={shadeOf[lane]}
            tell={told}
            pointed={pointed?.lane === lane ? pointed.index : null}
            stop={keys.stop?.lane === lane ? keys.stop.index : null}
            point={index => point(index === null ? null : { lane, index })}
            choose={band => keys.show(band)}
          />
        ))}
        {pointer.drawn && (
          <rect className="understand-brush" x={pointer.drawn.x} y={0} width={pointer.drawn.width} height={LAY.axis} />
        )}
      </svg>
      {!isWhole(span, whole) && <Overview timeline={timeline} whole={whole} span={span} shades={shades} look={look} />}
      <Readout timeline={timeline} timeZone={timeZone} pointed={pointed ?? keys.focused} />
      <Legend timeline={timeline} shades={shades} hasRest={stretches.length > 0} />
    </figure>
  )
}

function personShade({ id }: TimelineBand): Shade {
  return { hue: id === null ? 'nobody' : 'person', depth: 0 }
}

function stretchPath({ x, width }: { readonly x: number; readonly width: number }): string {
  return `M${x.toFixed(1)} 0h${width.toFixed(1)}v${LAY.axis}h${(-width).toFixed(1)}z`
}

function Ticks({ span, timeZone, width }: { readonly span: Span; readonly timeZone: string; readonly width: number }) {
  const ticks = ticksOf(span, timeZone, Math.max(2, width / LAY.tick))
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes focus
    <g className="understand-axis" aria-hidden="true">
      <path d={`M0 ${LAY.axis}.5H${width}`} />
      {ticks.map(({ at, label, isMain }) => {
        const x = placeOf(at, span, width)
        return (
          <g key={at} className={isMain ? 'understand-main' : undefined}>
            <path d={`M${x.toFixed(1)} ${LAY.statuses.y}V${LAY.axis + 4}`} />
            <text x={Math.max(0, Math.min(x, width - 14))} y={LAY.axis + 17} textAnchor={x < 18 ? 'start' : 'middle'}>
              {label}
            </text>
          </g>
        )
      })}
    </g>
  )
}

function toldBand(band: TimelineBand, until: number, timeZone: string) {
  return {
    name: band.name,
    from: moment(band.entered, timeZone),
    until: band.left === null ? words.understand.now : moment(band.left, timeZone),
    length: lengthText((band.left ?? until) - band.entered),
    by: band.by === null ? '' : words.understand.by(band.by),
  }
}

/** What is pointed at, in words; the bands have names that say the same. */
function Readout({ timeline, timeZone, pointed }: Pick<LifePictureProps, 'timeline' | 'timeZone' | 'pointed'>) {
  const band = pointed && timeline[pointed.lane][pointed.index]
  if (!band) return <p className="understand-readout understand-hint">{issue.hint}</p>
  const { name, from, until, length, by } = toldBand(band, timeline.until, timeZone)
  return (
    <p className="understand-readout" aria-hidden="true">
      <strong>{name}</strong> <strong className="understand-number">{length}</strong>
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
    <figcaption className="understand-legend">
      {(['new', 'indeterminate', 'done', 'other'] as const)
        .filter(hue => hues.includes(hue))
        .map(hue => (
          <span key={hue}>
            <i className={`understand-swatch understand-${hue}`} />
            {issue.categories[hue]}
          </span>
        ))}
      {nonWorking.length > 0 && (
        <span>
          {hasRest && <i className="understand-swatch understand-rest-swatch" />}
          {hasRest ? issue.nonWorking(calendar) : issue.nonWorkingHidden(calendar)}
        </span>
      )}
    </figcaption>
  )
}
