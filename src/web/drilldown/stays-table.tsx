import { memo, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { TimelineBand } from '../../reports/report/explain/explanation.ts'
import { Button } from '../shell/button.tsx'
import { texts } from '../texts/en.ts'
import { dateTimeParts } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import type { StatusLook, StatusLooks } from './status-looks.ts'
import { StatusSwatch } from './status-swatch.tsx'
import { stayLength } from './stay-length.ts'
import type { StayPosition } from './timeline-keys.ts'
import type { ValueFormat } from './value-text.ts'
import './stays-table.css'

const { issue, now } = texts.drilldown

/** How many stays to show at first, and how many more at once. */
const PART = 200

/** What all stays of a table share. It stays the same while the pointer moves. */
interface SharedProps {
  readonly lane: StayPosition['lane']
  readonly until: number
  readonly timeZone: string
  /** The format of counted time. */
  readonly format: ValueFormat
  readonly setHovered: (stay: StayPosition | null) => void
  /** Zooms to a stay. */
  readonly show: (band: TimelineBand) => void
}

/** Shows the stays of a timeline as a table, as an accessible alternative to the chart. */
export function StaysTable({
  bands,
  looks,
  hovered,
  ...shared
}: SharedProps & {
  readonly bands: readonly TimelineBand[]
  /** The looks of statuses; `null` in the lane of assignees. */
  readonly looks: StatusLooks | null
  /** The index of the stay that is hovered in the chart. */
  readonly hovered: number | null
}) {
  const id = useId()
  const rows = useRef<HTMLTableSectionElement>(null)
  const [most, setMost] = useState(PART)
  if (bands.length === 0) return null
  const { lane } = shared
  const showMore = () => {
    flushSync(() => setMost(most + PART))
    // The button disappears with the last part, and the keyboard goes on in the new rows.
    rows.current?.rows[most]?.querySelector('button')?.focus({ preventScroll: true })
  }
  return (
    <section className="drilldown-stays">
      <h3 id={id}>
        {issue[lane]} <span className="shell-faint">{issue.stays(bands.length)}</span>
      </h3>
      <table className="stacked" aria-labelledby={id}>
        <thead>
          <tr>
            <th scope="col">{lane === 'statuses' ? issue.columns.status : issue.columns.assignee}</th>
            <th scope="col">{issue.columns.from}</th>
            <th scope="col">{issue.columns.until}</th>
            <th scope="col">{issue.columns.length}</th>
            <th scope="col">{issue.columns.by}</th>
          </tr>
        </thead>
        <tbody ref={rows}>
          {bands.slice(0, most).map((band, index) => (
            <StayRow
              // Stays have no name of their own, and their order stays.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              key={index}
              {...shared}
              band={band}
              index={index}
              look={looks?.get(band.id) ?? null}
              isHovered={hovered === index}
            />
          ))}
        </tbody>
      </table>
      {bands.length > most && (
        <Button look="quiet" onClick={showMore}>
          {issue.moreStays(Math.min(PART, bands.length - most), bands.length - most)}
        </Button>
      )}
    </section>
  )
}

/** A stay as a row. Only the rows that change are rendered again: there can be hundreds. */
const StayRow = memo(function StayRow({
  lane,
  band,
  index,
  until,
  timeZone,
  look,
  format,
  isHovered,
  setHovered,
  show,
}: SharedProps & {
  readonly band: TimelineBand
  readonly index: number
  readonly look: StatusLook | null
  readonly isHovered: boolean
}) {
  return (
    <tr
      className={isHovered ? 'drilldown-pointed' : undefined}
      onPointerEnter={() => setHovered({ lane, index })}
      onPointerLeave={() => setHovered(null)}
    >
      <th scope="row">
        {look && <StatusSwatch look={look} />}
        <button
          type="button"
          className="drilldown-link"
          title={issue.zoomTo(isolateName(band.name))}
          onClick={() => show(band)}
        >
          <span className="clamped">{band.name}</span>
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
  )
})

/** Shows the counted time, with the elapsed time next to it. */
function LengthCell({ length: { counted, elapsed } }: { readonly length: ReturnType<typeof stayLength> }) {
  return (
    <td className="drilldown-length">
      <span className="drilldown-number numbers">{counted}</span>{' '}
      {elapsed !== null && <span className="shell-faint">{issue.elapsed(elapsed)}</span>}
    </td>
  )
}

/** A table cell with a date and a time; the time wraps below the date. */
function TimeCell({ instant, timeZone }: { readonly instant: number; readonly timeZone: string }) {
  const [date, time] = dateTimeParts(instant, timeZone)
  return (
    <td className="drilldown-time">
      <span>{date}</span> <span>{time}</span>
    </td>
  )
}
