import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { equalsIgnoringCase } from './report-type.ts'

/** Returns the calendar that the server finds: the default one for `0`, else by id, else by name; `undefined` if unknown. */
export function calendarOf(
  chosen: string | undefined,
  { calendars }: PageCatalogue,
): PageCatalogue['calendars'][number] | undefined {
  if (chosen === '0') return calendars.find(({ isDefault }) => isDefault)
  return (
    calendars.find(({ id }) => equalsIgnoringCase(id, chosen)) ??
    calendars.find(({ name }) => equalsIgnoringCase(name, chosen))
  )
}
