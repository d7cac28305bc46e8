import { dateTimeParts } from '../texts/format.ts'

/** A table cell with a date and a time; the time wraps below the date. */
export function TimeCell({ instant, timeZone }: { readonly instant: number; readonly timeZone: string }) {
  const [date, time] = dateTimeParts(instant, timeZone)
  return (
    <td className="drilldown-time">
      <span>{date}</span> <span>{time}</span>
    </td>
  )
}
