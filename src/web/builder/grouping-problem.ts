import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { endpointOf } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { errorTexts } from '../texts/setting-errors.ts'
import type { ErrorRule } from './error-rule.ts'
import { fieldOf, isDate, isPeriod, readGroupings } from './group-by.ts'
import { nameProblem } from './name-problem.ts'

const { rows } = texts.builder

/** Explains an error of `groupByFields`. */
export const groupingProblem: ErrorRule = ({ value, message, choices, catalogue }) => {
  if (value === undefined) return errorTexts.groupsOfGroup
  const groupings = readGroupings(value)
  const wrong = groupings.map(({ field, unit }) => itemProblem(field, unit !== null, catalogue)).find(Boolean)
  const periods = groupings.filter(({ field }) => isPeriod(field))
  const names = groupings.filter(({ field }) => !isPeriod(field)).map(({ field }) => field)
  const unknown = nameProblem(names, catalogue.fields, errorTexts.kinds.field, message)
  if (wrong || unknown || periods.length === 0) return wrong ?? unknown
  if (periods.length > 1) return errorTexts.severalPeriods
  return endpointOf(choices) === 'list' ? errorTexts.noPeriodInList : errorTexts.manyPeriods
}

/** Explains a date or a period whose unit is unknown, and a unit of a field that is not a date. */
function itemProblem(field: string, hasUnit: boolean, catalogue: PageCatalogue): string | null {
  const found = fieldOf(field, catalogue)
  if (hasUnit) return found && !isDate(found) ? errorTexts.notADateField(found.name) : null
  const [, kind, unit] = /^(date|period)(?:\s*:\s*([^:]*).*)?$/is.exec(field) ?? []
  if (found || kind === undefined) return null
  return errorTexts.notOffered(unit || field, Object.values(rows.units))
}
