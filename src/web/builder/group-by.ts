import type { PageCatalogue } from '../../service/page-types.ts'
import { splitList } from './report-type.ts'

/** The units by which dates can be grouped, longest first. */
export const dateUnits = ['year', 'quarter', 'month', 'week', 'day'] as const

/** A unit by which dates can be grouped. */
export type DateUnit = (typeof dateUnits)[number]

/** What rows are grouped by: a field, or a unit of a date field. */
export interface Grouping {
  readonly field: string
  readonly unit: DateUnit | null
}

/** The groupings of a value of `groupByFields`. A unit that is none stays a part of the name, for the server to refuse. */
export function readGroupings(text: string | undefined): Grouping[] {
  return splitList(text).map(item => {
    const [, unitName, field] = /^date:([^:]*):(.*)$/is.exec(item) ?? []
    const unit = dateUnits.find(one => one === unitName?.trim().toLowerCase())
    return unit && field ? { field: field.trim(), unit } : { field: item, unit: null }
  })
}

/** The same as the value of `groupByFields`; `null` for none. */
export function writeGroupings(groupings: readonly Grouping[]): string | null {
  return groupings.map(({ field, unit }) => (unit ? `date:${unit}:${field}` : field)).join(',') || null
}

/** A field by its id or its name, in any case, as the server finds it. */
export function fieldOf(name: string, { fields }: PageCatalogue): PageCatalogue['fields'][number] | undefined {
  const lower = name.trim().toLowerCase()
  return fields.find(({ id }) => id.toLowerCase() === lower) ?? fields.find(one => one.name.toLowerCase() === lower)
}

/** Whether a field holds dates, so that it can be grouped by their units. */
export function isDate(field: PageCatalogue['fields'][number] | undefined): boolean {
  return field?.kind === 'date' || field?.kind === 'datetime'
}
