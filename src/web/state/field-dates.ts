import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { fieldOf, isDate, readGroupings } from '../builder/group-by.ts'
import type { Choices } from './choices.ts'

/** The formats of dates that the page reads without guessing, by parameter. */
const READABLE = { dateFormat: 'yyyy-MM-dd', dateTimeFormat: 'yyyy-MM-dd HH:mm' } as const

/**
 * Returns the parameters of a request with dates of fields that the page can read, to show them in the locale of the user.
 * Formats that the user chose stay. So do those of reports grouped by exact dates: links to a group contain its text.
 */
export function withReadableDates(parameters: Choices, catalogue: Pick<PageCatalogue, 'fields'>): Choices {
  const groupings = readGroupings(parameters.groupByFields)
  const hasExactDates = groupings.some(({ field, unit }) => unit === null && isDate(fieldOf(field, catalogue)))
  return parameters.fields === undefined || hasExactDates ? parameters : { ...READABLE, ...parameters }
}
