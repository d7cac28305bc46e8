import type { CSSProperties } from 'react'
import type { TimelineBand } from '../../reports/explain/explanation.ts'
import { type BandBox, truncate } from './band-boxes.ts'
import type { StatusLooks } from './status-looks.ts'

/** Sizes of bands. Pixels. */
const BAND = { pad: 6, arrow: 8, narrow: 6, edge: 4 }

/** A row of bands; one of them is a tab stop. */
export function Lane({
  lane,
  title,
  bands,
  y,
  height,
  edge,
  looks,
  patternId,
  describe,
  hovered,
  stop,
  setHovered,
  choose,
}: {
  readonly lane: string
  readonly title: string
  readonly bands: readonly BandBox[]
  readonly y: number
  readonly height: number
  /** The end of the axis. */
  readonly edge: number
  /** The looks of statuses; `null` in the lane of assignees. */
  readonly looks: StatusLooks | null
  /** Returns the id of the SVG pattern with a number. */
  readonly patternId: (pattern: number) => string
  /** Describes a band in words. */
  readonly describe: (band: TimelineBand) => string
  readonly hovered: number | null
  /** The band that is a tab stop. */
  readonly stop: number | null
  readonly setHovered: (index: number | null) => void
  readonly choose: (band: TimelineBand) => void
}) {
  return (
    <g className="drilldown-lane">
      <text className="drilldown-lane-title" x={0} y={y - 6}>
        {title}
      </text>
      {bands.map(({ band, index, x, width }) => {
        const look = looks?.get(band.id) ?? null
        const isOpen = band.left === null && x + width >= edge - 0.5
        const isNarrow = width < BAND.narrow
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
          <g
            key={index}
            className={`drilldown-band${look ? '' : personClass(band)}${isNarrow ? ' drilldown-narrow' : ''}${hovered === index ? ' drilldown-pointed' : ''}`}
            style={look ? ({ '--hue': look.color } as CSSProperties) : undefined}
            role="button"
            tabIndex={stop === index ? 0 : -1}
            data-stay={`${lane}:${index}`}
            aria-label={describe(band)}
            onPointerEnter={() => setHovered(index)}
            onPointerLeave={() => setHovered(null)}
            onClick={() => choose(band)}
          >
            <rect x={x} y={y} width={Math.max(1, width - (isNarrow ? 0 : 1))} height={height} />
            {!isNarrow && look !== null && look.pattern > 0 && (
              <rect style={{ fill: `url(#${patternId(look.pattern)})` }} {...{ x, y, width: width - 1, height }} />
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
            <text x={x + BAND.pad} y={y + height / 2 + 3}>
              {truncate(band.name, width - 2 * BAND.pad)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

function personClass({ id }: TimelineBand): string {
  return id === null ? ' drilldown-nobody' : ' drilldown-person'
}
