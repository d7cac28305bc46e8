import { useId } from 'react'
import type { TimelineBand } from '../../reports/explain/explanation.ts'
import { texts } from '../texts/en.ts'
import type { StatusLooks } from './status-looks.ts'
import { StatusSwatch } from './status-swatch.tsx'
import { stayLength } from './stay-length.ts'
import { TimeCell } from './time-cell.tsx'
import type { ValueFormat } from './value-text.ts'
import './stays-table.css'

const { issue, now } = texts.drilldown

/** Shows the stays of a timeline as a table, as an accessible alternative to the chart. */
export function StaysTable({
  lane,
  bands,
  until,
  timeZone,
  looks,
  format,
  hovered,
  setHovered,
  show,
}: {
  readonly lane: 'statuses' | 'assignees'
  readonly bands: readonly TimelineBand[]
  readonly until: number
  readonly timeZone: string
  /** The looks of statuses; `null` in the lane of assignees. */
  readonly looks: StatusLooks | null
  /** The format of counted time. */
  readonly format: ValueFormat
  /** The index of the stay that is hovered in the chart. */
  readonly hovered: number | null
  readonly setHovered: (index: number | null) => void
  /** Zooms to a stay. */
  readonly show: (band: TimelineBand) => void
}) {
  const id = useId()
  if (bands.length === 0) return null
  return (
    <section className="drilldown-stays">
      <h3 id={id}>
        {issue[lane]} <span className="shell-faint">{issue.stays(bands.length)}</span>
      </h3>
      <table aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{lane === 'statuses' ? issue.columns.status : issue.columns.assignee}</th>
            <th scope="col">{issue.columns.from}</th>
            <th scope="col">{issue.columns.until}</th>
            <th scope="col">{issue.columns.length}</th>
            <th scope="col">{issue.columns.by}</th>
          </tr>
        </thead>
        <tbody>
          {bands.map((band, index) => (
            <tr
              // Stays have no name of their own, and their order stays.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              className={hovered === index ? 'drilldown-pointed' : undefined}
              onPointerEnter={() => setHovered(index)}
              onPointerLeave={() => setHovered(null)}
            >
              <th scope="row">
                {looks && <StatusSwatch look={looks.get(band.id)!} />}
                <button
                  type="button"
                  className="drilldown-link"
                  title={issue.zoomTo(band.name)}
                  onClick={() => show(band)}
                >
                  {band.name}
                </button>
              </th>
              <TimeCell instant={band.entered} timeZone={timeZone} />
              {band.left === null ? (
                <td>
                  <em>{now}</em>
                </td>
              ) : (
                <TimeCell instant={band.left} timeZone={timeZone} />
              )}
              <LengthCell length={stayLength(band, until, format)} />
              <td data-before={issue.before}>{band.by}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Shows the counted time, with the elapsed time next to it. */
function LengthCell({ length: { counted, elapsed } }: { readonly length: ReturnType<typeof stayLength> }) {
  return (
    <td className="drilldown-length">
      <span className="drilldown-number">{counted}</span>{' '}
      {elapsed !== null && <span className="shell-faint">{issue.elapsed(elapsed)}</span>}
    </td>
  )
}
