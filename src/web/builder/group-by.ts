import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { capitalize, inSentence } from '../texts/format.ts'
import { splitList } from './report-type.ts'

const { rows } = texts.builder

/** The units for grouping dates, longest first. */
export const dateUnits = ['year', 'quarter', 'month', 'week', 'day'] as const

/** A unit for grouping dates. */
export type GroupUnit = (typeof dateUnits)[number]

/** The field of a grouping by the period in which time passed. No field of the tracker has this name. */
export const PERIOD = 'period:'

/** What rows are grouped by: a field, a unit of a date field, or a period. */
export interface Grouping {
  readonly field: string
  readonly unit: GroupUnit | null
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

/** Returns whether rows are grouped by period. */
export function hasPeriods({ groupByFields }: Pick<Choices, 'groupByFields'>): boolean {
  return splitList(groupByFields).some(isPeriod)
}

/** Returns `groupByFields` without periods; `null` for none. */
export function withoutPeriods({ groupByFields }: Pick<Choices, 'groupByFields'>): string | null {
  return (
    splitList(groupByFields)
      .filter(item => !isPeriod(item))
      .join(',') || null
  )
}

/** Finds a field by id or name, ignoring case as the server does. */
export function fieldOf(
  name: string,
  { fields }: Pick<PageCatalogue, 'fields'>,
): PageCatalogue['fields'][number] | undefined {
  const lower = name.trim().toLowerCase()
  return fields.find(({ id }) => id.toLowerCase() === lower) ?? fields.find(one => one.name.toLowerCase() === lower)
}

/** Returns whether a field holds dates. */
export function isDate(field: PageCatalogue['fields'][number] | undefined): boolean {
  return field?.kind === 'date' || field?.kind === 'datetime'
}

/** Returns the name of a grouping inside a sentence: `month created`, `month worked`, `Priority`. */
export function groupingName({ field, unit }: Grouping, catalogue: PageCatalogue): string {
  const name = field === PERIOD ? rows.period : (fieldOf(field, catalogue)?.name ?? texts.builder.unknown(field))
  return unit ? rows.unitOf(rows.units[unit], inSentence(name)) : name
}

/** A grouping that is offered, as `groupByFields`. */
export interface OfferedGrouping {
  readonly value: string | null
  readonly name: string
}

/** The fields that are offered first, if the tracker has them: dates by month, then others. */
const OFFERED = { dates: ['created', 'resolved'], others: ['issuetype', 'priority', 'assignee', 'status', 'project'] }

/** Returns the most useful groupings of a report. Only an aggregation can be grouped by the time worked. */
export function offeredGroupings(choices: Choices, catalogue: PageCatalogue): readonly OfferedGrouping[] {
  const found = (names: readonly string[]) => names.flatMap(name => fieldOf(name, catalogue)?.id ?? [])
  const isList = endpointOf(choices) === 'list'
  const groupings: readonly Grouping[] = [
    ...(isList ? [] : [{ field: PERIOD, unit: 'month' } as const]),
    ...found(OFFERED.dates).map(field => ({ field, unit: 'month' }) as const),
    ...found(OFFERED.others).map(field => ({ field, unit: null })),
  ]
  return [
    { value: null, name: isList ? rows.each : rows.together },
    ...groupings.map(one => ({ value: writeGroupings([one]), name: capitalize(groupingName(one, catalogue)) })),
  ]
}

/** Returns the offered grouping that is chosen; `undefined` for any other choice. */
export function chosenGrouping(choices: Choices, catalogue: PageCatalogue): OfferedGrouping | undefined {
  const groupings = readGroupings(choices.groupByFields)
  const value = writeGroupings(
    groupings.map(({ field, unit }) => ({ field: fieldOf(field, catalogue)?.id ?? field, unit })),
  )
  return offeredGroupings(choices, catalogue).find(one => one.value === value)
}
