import { type CSSProperties, memo } from 'react'
import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import { truncateName } from '../texts/fitted-name.ts'
import type { BandBox } from './band-boxes.ts'
import type { StatusLook, StatusLooks } from './status-looks.ts'
import type { StayPosition } from './timeline-keys.ts'

/** Sizes of bands. Pixels. */
const BAND = { pad: 6, arrow: 8, narrow: 6, edge: 4 }

/** The lane of a band, and its position in the chart. Pixels. */
interface LanePosition {
  readonly lane: StayPosition['lane']
  readonly y: number
  readonly height: number
  /** The end of the axis. */
  readonly edge: number
}

/** What the pointer does to a band, and its label. The functions stay the same while the pointer moves. */
interface BandActions {
  readonly setHovered: (stay: StayPosition | null) => void
  readonly choose: (band: TimelineBand) => void
  /** Describes a band in words. */
  readonly describe: (band: TimelineBand) => string
}

/** A row of bands; one of them is a tab stop. */
export function Lane({
  title,
  bands,
  looks,
  patternId,
  hovered,
  stop,
  ...shared
}: LanePosition &
  BandActions & {
    readonly title: string
    readonly bands: readonly BandBox[]
    /** The looks of statuses; `null` in the lane of assignees. */
    readonly looks: StatusLooks | null
    /** Returns the id of the SVG pattern with a number. */
    readonly patternId: (pattern: number) => string
    readonly hovered: number | null
    /** The band that is a tab stop. */
    readonly stop: number | null
  }) {
  const { y, height } = shared
  return (
    <g className="drilldown-lane">
      <text className="drilldown-lane-title" x={0} y={y - 6}>
        {title}
      </text>
      {bands.map(({ band, index, x, width }) => {
        const look = looks?.get(band.id) ?? null
        return (
          <Band
            key={index}
            {...shared}
            band={band}
            index={index}
            x={x}
            width={width}
            look={look}
            pattern={look !== null && look.pattern > 0 ? patternId(look.pattern) : null}
            isHovered={hovered === index}
            isStop={stop === index}
          />
        )
      })}
      <Names bands={bands} y={y + height / 2 + 3} />
    </g>
  )
}

/** The names on the bands, as far as they fit. They are no part of the bands, whose labels have the whole names. */
function Names({ bands, y }: { readonly bands: readonly BandBox[]; readonly y: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes focus
    <g aria-hidden="true">
      {bands.map(({ band, index, x, width }) => {
        const name = truncateName(band.name, width - 2 * BAND.pad)
        return (
          name !== '' && (
            <text key={index} className={band.id === null ? 'drilldown-no-name' : undefined} x={x + BAND.pad} y={y}>
              {name}
            </text>
          )
        )
      })}
    </g>
  )
}

/** A stay as a band. Only the bands that change are rendered again: there can be hundreds. */
const Band = memo(function Band({
  lane,
  y,
  height,
  edge,
  band,
  index,
  x,
  width,
  look,
  pattern,
  isHovered,
  isStop,
  setHovered,
  choose,
  describe,
}: LanePosition &
  BandActions &
  BandBox & {
    /** `null` for an assignee. */
    readonly look: StatusLook | null
    /** The id of its pattern; `null` for none. */
    readonly pattern: string | null
    readonly isHovered: boolean
    readonly isStop: boolean
  }) {
  const isOpen = band.left === null && x + width >= edge - 0.5
  const isNarrow = width < BAND.narrow
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
    <g
      className={`drilldown-band${look ? '' : personClass(band)}${isNarrow ? ' drilldown-narrow' : ''}${isHovered ? ' drilldown-pointed' : ''}`}
      style={look ? ({ '--hue': look.color } as CSSProperties) : undefined}
      role="button"
      tabIndex={isStop ? 0 : -1}
      data-stay={`${lane}:${index}`}
      aria-label={describe(band)}
      onPointerEnter={() => setHovered({ lane, index })}
      onPointerLeave={() => setHovered(null)}
      onClick={() => choose(band)}
    >
      <rect x={x} y={y} width={Math.max(1, width - (isNarrow ? 0 : 1))} height={height} />
      {!isNarrow && pattern !== null && (
        <rect style={{ fill: `url(#${pattern})` }} x={x} y={y} width={width - 1} height={height} />
      )}
      {!isNarrow && (
        <rect className="drilldown-edge" x={x} y={y + height - BAND.edge} width={width - 1} height={BAND.edge} />
      )}
      {isOpen && (
        <path
          className="drilldown-open"
          d={`M${edge + 1} ${y}l${BAND.arrow} ${height / 2}l-${BAND.arrow} ${height / 2}z`}
        />
      )}
    </g>
  )
})

function personClass({ id }: TimelineBand): string {
  return id === null ? ' drilldown-nobody' : ' drilldown-person'
}
