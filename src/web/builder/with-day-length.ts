import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Choices } from '../state/choices.ts'
import { hasEffect } from './has-effect.ts'

/** The formats of durations that have days, in lower case. */
const DAY_FORMATS: readonly (string | undefined)[] = ['days', 'ddhhmmss', 'humanreadable']

/**
 * Returns the choices of an address with a length of a day, if they lack it and the report shows no days. The server requires
 * one, although it has no effect then.
 */
export function withDayLength(choices: Choices, catalogue: PageCatalogue): Choices {
  const { columnsBy, dayLength, viewFormat, filters = '' } = choices
  const lacksOne = columnsBy !== undefined && dayLength === undefined && hasEffect('dayLength', choices, catalogue)
  const usesDays = DAY_FORMATS.includes(viewFormat?.toLowerCase()) || /"unit"\s*:\s*"day"/i.test(filters)
  return lacksOne && !usesDays ? { ...choices, dayLength: '24HourDays' } : choices
}
