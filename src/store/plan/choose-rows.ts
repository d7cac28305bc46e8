import { z } from 'zod'
import type { Steps } from '../../core/base/in-slices.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { parseRaw } from '../../core/time/decimal.ts'
import type { Millis } from '../../core/time/instant.ts'
import type { ChosenColumns } from './choose-columns.ts'
import { columnFinder } from './column-finder.ts'
import { caseInsensitiveEnum, jsonArray, jsonElements, resolved } from './json-parameter.ts'
import { MAX_ELEMENTS } from './list-limits.ts'
import { hasEffect, parameterNamed, reportsUsing } from './parameters.ts'
import type { ReportPlan, RowFilter } from './report-plan.ts'
import type { ReportType } from './report-types.ts'
import { oneOf, quoted, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'

/** Reads sortBy and sortDir; each needs the other. */
export function chooseSort(
  values: RequestValues,
  catalogue: ReportNames,
  type: ReportType | undefined,
  columns: ChosenColumns,
): ReportPlan['sort'] {
  const direction = values.choice('sortDir', ['asc', 'desc'])
  const column = values.text('sortBy')
  if (column === undefined) {
    if (values.text('sortDir') !== undefined && !values.problems.has('sortBy'))
      values.require('sortBy', ' with sortDir')
    return null
  }
  if (values.text('sortDir') === undefined && !values.problems.has('sortDir')) {
    values.require('sortDir', ' with sortBy. Possible values: asc or desc')
  }
  if (!type) return null
  const sortBy = parameterNamed('sortBy')
  if (!hasEffect(sortBy, type, null)) {
    const allowed = oneOf(reportsUsing(sortBy))
    values.problems.add('sortBy', `is not possible with ${type.name}. Reports that can be sorted: ${allowed}`)
    return null
  }
  const found = columnFinder(values, catalogue, type, columns)(column)
  if (found instanceof Unresolved) {
    values.problems.add('sortBy', `${quoted(column)} ${found.why}`)
    return null
  }
  return direction === undefined ? null : { column: found, descending: direction === 'desc' }
}

const SECOND = 1000
const UNITS = { day: null, hour: 3600 * SECOND, minute: 60 * SECOND, second: SECOND } as const

/** The maximum number of digits, including the fraction. Arithmetic on millions of digits takes seconds. */
const MAX_DIGITS = 30

/** Returns the schema of a filter. `find` resolves the id of a column; `day` is the length of a day. */
function filterElement(find: (text: string) => string | Unresolved, day: Millis): z.ZodType<RowFilter> {
  return z
    .strictObject({
      column: resolved(find),
      operator: caseInsensitiveEnum(['greaterThan', 'greaterThanEquals', 'equals', 'lessThanEquals', 'lessThan']),
      value: z
        .union([z.string(), z.number()], 'is not a number')
        .transform(value => plainDecimal(value))
        .refine(text => /^-?\d+(\.\d+)?$/.test(text), { error: 'is not a number', abort: true })
        .refine(
          text => text.replace(/[-.]/g, '').length <= MAX_DIGITS,
          `has too many digits. Allowed: at most ${MAX_DIGITS}`,
        ),
      unit: caseInsensitiveEnum(['day', 'hour', 'minute', 'second']),
    })
    .transform(({ column, operator, value, unit }) => {
      const { numerator, denominator } = parseRaw(value)
      return { column, operator, value: { numerator: numerator * BigInt(UNITS[unit] ?? day), denominator } }
    })
}

/** Returns a JSON number in any notation, or a string, as decimal digits; other strings unchanged. */
function plainDecimal(value: string | number): string {
  if (typeof value === 'string')
    return value
      .trim()
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
  const text = String(value)
  if (!/e/.test(text)) return text
  return Number.isInteger(value) ? String(BigInt(value)) : value.toFixed(20).replace(/\.?0+$/, '')
}

/** Reads filters: conditions on the rows. `day` is the length of a day. */
export function* chooseFilters(
  values: RequestValues,
  catalogue: ReportNames,
  type: ReportType | undefined,
  columns: ChosenColumns,
  day: Millis,
): Steps<RowFilter[]> {
  if (values.text('filters') === undefined) return []
  const parameter = parameterNamed('filters')
  if (type && !hasEffect(parameter, type, null)) {
    const allowed = oneOf(reportsUsing(parameter))
    values.problems.add('filters', `is not possible with ${type.name}. Only ${allowed} reports can be filtered`)
    return []
  }
  const array = yield* jsonArray(values, 'filters')
  const find = type ? columnFinder(values, catalogue, type, columns) : (text: string) => text
  return yield* jsonElements(values, 'filters', array, () => filterElement(find, day), MAX_ELEMENTS)
}

const MAX_PAGE_SIZE = 200

/** One page with all issues. */
export const WHOLE_LIST: ReportPlan['page'] = { size: 2_000_000_000, index: 0 }

/** Reads pageSize and startIssueIndex. Without both, `isWhole` selects one page with all issues. */
export function choosePage(values: RequestValues, isWhole: boolean): ReportPlan['page'] {
  if (isWhole && values.text('pageSize') === undefined && values.text('startIssueIndex') === undefined)
    return WHOLE_LIST
  const size = wholeNumber(values, 'pageSize') ?? MAX_PAGE_SIZE
  const index = wholeNumber(values, 'startIssueIndex') ?? 0
  if (index < 0) {
    values.problems.add('startIssueIndex', `${quoted(values.text('startIssueIndex')!)} is negative. Allowed: 0 or more`)
  }
  return {
    size: size >= 1 && size <= MAX_PAGE_SIZE ? size : MAX_PAGE_SIZE,
    // An index with more digits is beyond the end of any list.
    index: Math.min(Math.max(0, index), Number.MAX_SAFE_INTEGER),
  }
}

function wholeNumber(values: RequestValues, name: 'pageSize' | 'startIssueIndex'): number | undefined {
  const text = values.text(name)
  if (text === undefined) return undefined
  if (/^[+-]?\d+$/.test(text)) return Number(text)
  values.problems.add(name, `${quoted(text)} is not a whole number`)
  return undefined
}
