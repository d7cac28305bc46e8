import type { TimelineBand } from '../../reports/explain/explanation.ts'
import { type BandBox, type Shade, truncate } from './band-boxes.ts'

/** Sizes of bands. Pixels. */
const BAND = { pad: 6, arrow: 8, narrow: 6 }

/** A row of bands; one of them is a tab stop. */
export function Lane({
  lane,
  title,
  bands,
  y,
  height,
  edge,
  shadeOf,
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
  readonly shadeOf: (band: TimelineBand) => Shade
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
        const { hue, depth } = shadeOf(band)
        const isOpen = band.left === null && x + width >= edge - 0.5
        const isNarrow = width < BAND.narrow
        return (
          // biome-ignore lint/a11y/useSemanticElements: SVG has no button element
          <g
            key={index}
            className={`drilldown-band drilldown-${hue} drilldown-depth-${depth}${isNarrow ? ' drilldown-narrow' : ''}${hovered === index ? ' drilldown-pointed' : ''}`}
            role="button"
            tabIndex={stop === index ? 0 : -1}
            data-stay={`${lane}:${index}`}
            aria-label={describe(band)}
            onPointerEnter={() => setHovered(index)}
            onPointerLeave={() => setHovered(null)}
            onClick={() => choose(band)}
          >
            <rect x={x} y={y} width={Math.max(1, width - (isNarrow ? 0 : 1))} height={height} />
            {!isNarrow && <rect className="drilldown-edge" x={x} y={y + height - 3} width={width - 1} height={3} />}
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
