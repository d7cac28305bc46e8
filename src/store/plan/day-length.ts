import { type ViewFormat, viewFormats } from '../../core/time/duration-format.ts'
import { allHoursNames, hasEffect, parameterNamed } from './parameters.ts'
import { type ReportTypeName, reportTypeAliases, reportTypes } from './report-types.ts'
import type { RawParameter } from './request-values.ts'

/** The formats of durations that have days. */
const DAY_FORMATS: readonly ViewFormat[] = ['days', 'ddhhmmss', 'humanReadable']

/** Returns whether durations are shown or compared in days, from the values of viewFormat and filters. */
export function usesDays(viewFormat = '', filters = ''): boolean {
  const view = viewFormats.find(one => one.toLowerCase() === viewFormat.trim().toLowerCase())
  return (view !== undefined && DAY_FORMATS.includes(view)) || /"unit"\s*:\s*"day"/i.test(filters)
}

/**
 * Returns the parameters of a report with `dayLength=24HourDays`, if the report requires a length of a day, and it has no effect.
 *
 * The endpoints of the contract do not add it, so a report that works there works everywhere.
 */
export function withDayLength(parameters: readonly RawParameter[]): readonly RawParameter[] {
  const valueIn = (name: string) =>
    parameters.find(one => one.name.toLowerCase() === name && one.value.trim() !== '')?.value
  const calendar = valueIn('calendar')?.trim().toLowerCase()
  const isWorkingCalendar = calendar !== undefined && allHoursNames.every(name => name.toLowerCase() !== calendar)
  const isChosen = valueIn('daylength') !== undefined
  const isWithoutEffect = !usesDays(valueIn('viewformat'), valueIn('filters'))
  const needsOne = isWorkingCalendar && !isChosen && hasDurations(valueIn('columnsby'), valueIn('fields'))
  return needsOne && isWithoutEffect ? [...parameters, ADDED] : parameters
}

const ADDED: RawParameter = { name: 'dayLength', value: '24HourDays', location: 'query' }

/** Returns whether a report has durations, from the values of columnsBy and fields. */
function hasDurations(columnsBy = '', fields = ''): boolean {
  const isNamed = (name: string) => name.toLowerCase() === columnsBy.trim().toLowerCase()
  const alias = Object.keys(reportTypeAliases).find(isNamed)
  const names = Object.keys(reportTypes) as ReportTypeName[]
  const name = alias === undefined ? names.find(isNamed) : reportTypeAliases[alias]
  if (name !== undefined && hasEffect(parameterNamed('dayLength'), reportTypes[name], null)) return true
  return /currentStatusAge/i.test(fields)
}
