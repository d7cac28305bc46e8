import { readerLocale } from '../texts/number.ts'

/** A moment in a table: where there is little room, its time goes below its day. */
export function MomentCell({ at, timeZone }: { readonly at: number; readonly timeZone: string }) {
  const written = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(readerLocale(), { ...format, timeZone }).format(at)
  return (
    <td className="understand-moment">
      <span>{written({ dateStyle: 'medium' })}</span> <span>{written({ timeStyle: 'short' })}</span>
    </td>
  )
}
