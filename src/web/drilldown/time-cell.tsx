import { dateFormat } from '../texts/format.ts'

/** A table cell with a date and a time; the time wraps below the date. */
export function TimeCell({ instant, timeZone }: { readonly instant: number; readonly timeZone: string }) {
  const written = (style: Intl.DateTimeFormatOptions) => dateFormat({ ...style, timeZone }).format(instant)
  return (
    <td className="drilldown-time">
      <span>{written({ dateStyle: 'medium' })}</span> <span>{written({ timeStyle: 'short' })}</span>
    </td>
  )
}
