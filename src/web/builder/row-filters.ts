import { parseJsonArray } from '../state/json.ts'
import { matchIgnoringCase } from './report-type.ts'

/** The comparison operators, in the order of the menu. */
export const comparisons = ['greaterThan', 'greaterThanEquals', 'equals', 'lessThanEquals', 'lessThan'] as const

/** The units of a value, longest first. */
export const filterUnits = ['day', 'hour', 'minute', 'second'] as const

/** A condition on rows: an element of `filters`. */
export interface FilterChoice {
  /** The id of the column. */
  readonly column: string
  readonly operator: (typeof comparisons)[number]
  /** A number as text. */
  readonly value: string
  readonly unit: (typeof filterUnits)[number]
}

/** The most conditions in a report. */
export const MAX_FILTERS = 10

/** Parses `filters`; skips invalid elements. */
export function readFilters(text: string | undefined): FilterChoice[] {
  return parseJsonArray(text).flatMap(element => {
    const { column, operator, value, unit } = (element ?? {}) as Readonly<Record<string, unknown>>
    if (typeof column !== 'string' || (typeof value !== 'string' && typeof value !== 'number')) return []
    return [
      {
        column,
        operator: matchIgnoringCase(comparisons, String(operator).trim(), 'greaterThan'),
        value: String(value),
        unit: matchIgnoringCase(filterUnits, String(unit).trim(), 'day'),
      },
    ]
  })
}

/** Formats `filters`; `null` for no conditions. */
export function writeFilters(filters: readonly FilterChoice[]): string | null {
  return filters.length > 0 ? JSON.stringify(filters) : null
}

/** Parses a decimal number with a comma or a point; `null` if it is none. */
export function decimalOf(typed: string): string | null {
  const text = typed.trim().replace(',', '.')
  return /^\d+(\.\d+)?$/.test(text) ? text : null
}
