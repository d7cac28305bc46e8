import { type CSSProperties, useState } from 'react'
import type { ExplainedPart, Explanation } from '../../reports/report/explain/explanation.ts'
import { dayReason } from '../texts/day-reason.ts'
import { texts } from '../texts/en.ts'
import { dateFormat, formatDateTime } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { ColumnName } from './column-name.tsx'
import { countedText, elapsedText } from './duration-text.ts'
import type { PartBar } from './parts-of.ts'

const { drilldown } = texts
const { cell } = drilldown

interface CellPartProps {
  readonly part: ExplainedPart
  readonly kind: Explanation['kind']
  readonly bar: PartBar
  /** Elapsed time; `null` if unknown. Milliseconds. */
  readonly elapsed: number | null
  /** Formats a value as the report does, with its unit. */
  readonly write: (value: string) => string
  readonly timeZone: string
}

/** Shows a part of a cell: what, when, by whom, and how much of it counts. */
export function CellPart({ part, kind, bar, elapsed, write, timeZone }: CellPartProps) {
  const { label, within, by, counts, why } = part
  return (
    <li className={`drilldown-part${counts ? '' : ' drilldown-without'}`}>
      <div className="drilldown-part-head line spread loose baseline">
        <strong>
          <ColumnName name={within === null ? label : cell.within(label, within)} />
        </strong>
        <span className="drilldown-number numbers">{write(part.value)}</span>
      </div>
      <p className="drilldown-when hint numbers">
        {periodText(part, kind, timeZone)} {by !== null && drilldown.by(isolateName(by))}
      </p>
      {why !== null && <p className="drilldown-why hint">{why}</p>}
      {kind === 'duration' && <Bar bar={bar} counted={part.raw} elapsed={elapsed} />}
      {part.days.length > 0 && <CellDays part={part} />}
    </li>
  )
}

/** Formats the period; a transition and a date have no length. */
function periodText({ entered, left }: ExplainedPart, kind: Explanation['kind'], timeZone: string): string {
  const from = formatDateTime(Date.parse(entered), timeZone)
  if (kind === 'date' || left === entered) return from
  return drilldown.until(from, left === null ? drilldown.now : formatDateTime(Date.parse(left), timeZone))
}

interface BarProps {
  readonly bar: PartBar
  readonly counted: number
  readonly elapsed: number | null
}

function Bar({ bar, counted, elapsed }: BarProps) {
  const size = (share: number) => ({ '--share': share }) as CSSProperties
  return (
    <div className="drilldown-measure hint numbers">
      <div className="drilldown-bar" aria-hidden="true">
        <div className="drilldown-elapsed" style={size(bar.elapsed ?? 0)} />
        <div className="drilldown-counted" style={size(bar.counted)} />
      </div>
      <span>
        {elapsed === null ? cell.exact(countedText(counted)) : cell.counted(countedText(counted), elapsedText(elapsed))}
      </span>
    </div>
  )
}

/** Shows the calendar days of a part: how much of each counted, and why. */
function CellDays({ part: { days, moreDays } }: { readonly part: ExplainedPart }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="drilldown-days" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{cell.days(days.length + moreDays)}</summary>
      {isOpen && (
        <table>
          <thead>
            <tr>
              <th scope="col">{cell.dayColumns.date}</th>
              <th scope="col">{cell.dayColumns.note}</th>
              <th scope="col" className="drilldown-number numbers">
                {cell.dayColumns.counted}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ date, raw, note }) => (
              <tr key={date} className={raw === 0 ? 'drilldown-off' : undefined}>
                <th scope="row">{day(date)}</th>
                <td>{dayReason(note, note === 'not a working day')}</td>
                <td className="drilldown-number numbers">{raw === 0 ? '–' : countedText(raw)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isOpen && moreDays > 0 && <p className="drilldown-note">{cell.moreDays(moreDays)}</p>}
    </details>
  )
}

/** Formats a calendar day such as `2024-03-01` in the locale of the user: `Fri, 1 Mar 2024`. */
function day(date: string): string {
  const style = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return dateFormat(style).format(Date.parse(`${date}T00:00:00Z`))
}
