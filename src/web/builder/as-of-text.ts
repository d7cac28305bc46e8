import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { parseInstant } from '../state/instant.ts'
import { formatDateTime, localizeDate } from '../texts/format.ts'

/** Returns the chosen date of a report in the locale of the user; `null` if the report follows the clock. */
export function asOfText({ asOf, timeZone }: Choices, catalogue: Pick<PageCatalogue, 'timeZone'>): string | null {
  if (asOf === undefined) return null
  const at = parseInstant(asOf)
  return at === null ? localizeDate(asOf) : formatDateTime(at, timeZone ?? catalogue.timeZone)
}
