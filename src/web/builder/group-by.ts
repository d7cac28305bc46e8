import type { PageCatalogue } from '../../page/page-types.ts'
import { splitList } from './report-type.ts'

/** The units for grouping dates, longest first. */
export const dateUnits = ['year', 'quarter', 'month', 'week', 'day'] as const

/** A unit for grouping dates. */
export type DateUnit = (typeof dateUnits)[number]

/** The field of a grouping by the period in which time passed. No field of the tracker has this name. */
export const PERIOD = 'period:'

/** What rows are grouped by: a field, a unit of a date field, or a period. */
export interface Grouping {
  readonly field: string
  readonly unit: DateUnit | null
}

/** Parses `groupByFields`. An unknown unit stays part of the name, so that the server rejects it. */
export function readGroupings(text: string | undefined): Grouping[] {
  return splitList(text).map(item => {
    const [, unitName, field] = /^date:([^:]*):(.*)$/is.exec(item) ?? /^period:([^:]*)()$/is.exec(item) ?? []
    const unit = dateUnits.find(one => one === unitName?.trim().toLowerCase())
    if (!unit) return { field: item, unit: null }
    return { field: isPeriod(item) ? PERIOD : field!.trim(), unit }
  })
}

/** Formats `groupByFields`; `null` for none. */
export function writeGroupings(groupings: readonly Grouping[]): string | null {
  return groupings.map(written).join(',') || null
}

function written({ field, unit }: Grouping): string {
  if (field === PERIOD) return `${PERIOD}${unit}`
  return unit ? `date:${unit}:${field}` : field
}

/** Returns whether an item of `groupByFields` is a period. */
export function isPeriod(item: string): boolean {
  return item.trim().toLowerCase().startsWith(PERIOD)
}

/** Finds a field by id or name, ignoring case as the server does. */
export function fieldOf(name: string, { fields }: PageCatalogue): PageCatalogue['fields'][number] | undefined {
  const lower = name.trim().toLowerCase()
  return fields.find(({ id }) => id.toLowerCase() === lower) ?? fields.find(one => one.name.toLowerCase() === lower)
}

/** Returns whether a field holds dates. */
export function isDate(field: PageCatalogue['fields'][number] | undefined): boolean {
  return field?.kind === 'date' || field?.kind === 'datetime'
}
