import { useState } from 'react'
import type { ExplainedPart } from '../../reports/report/explain/explanation.ts'
import { dayReason } from '../texts/day-reason.ts'
import { texts } from '../texts/en.ts'
import { day } from './day-text.ts'
import { countedText } from './duration-text.ts'

const { cell } = texts.drilldown

/** Shows the calendar days of a part: how much of each counted, and why. */
export function CellDays({ part: { days, moreDays } }: { readonly part: ExplainedPart }) {
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
