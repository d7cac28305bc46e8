import type { PageCatalogue } from '../../reports/page/page-types.ts'
import {
  applyChange,
  type ChoiceChange,
  type Choices,
  endpointOf,
  type PageParameter,
  parametersOf,
  TABLE_SORT,
} from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { calendarOf } from './calendar-of.ts'
import { hasPeriods, withoutPeriods } from './group-by.ts'
import { hasEffect, isAllHours } from './has-effect.ts'
import { defaultMetric, writeMetrics } from './metrics.ts'
import { offeredGroups } from './offered-groups.ts'
import { reportTypeOf } from './report-type.ts'

/** The prefix of choices that have no effect in the current report type. They are restored when they have one again. */
export const INACTIVE = 'view.ask.'

/** The most groups that are chosen by default. */
const MAX_GROUPS = 20

/** Fills in defaults, so that a report can run if possible. */
export function withDefaults(choices: Choices, catalogue: PageCatalogue): Choices {
  const named = applyChange(choices, { columnsBy: choices.columnsBy ?? 'statusDuration' })
  const type = reportTypeOf(named, catalogue)
  const report = type?.kind === 'date' ? 'list' : endpointOf(named)
  const active = withInactiveSetAside({ ...named, report }, catalogue)
  const missing = (parameter: PageParameter, value: () => string | null): ChoiceChange =>
    active[parameter] === undefined && hasEffect(parameter, active, catalogue) ? { [parameter]: value() } : {}
  const filled = applyChange(active, {
    ...missing('aggregationType', () => 'average'),
    ...missing('calendar', () => 'normalHours'),
    ...missing('viewFormat', () => 'days'),
    ...missing('historyFields', () => defaultField(catalogue)),
    ...missing('dbsMetrics', () => defaultMetrics(catalogue)),
    ...missing('groups', () => defaultGroups(catalogue)),
  })
  return withRequired(filled, catalogue)
}

/** Returns the choices after a change in the report builder, with everything that depends on it. */
export function afterChange(before: Choices, change: ChoiceChange, catalogue: PageCatalogue): Choices {
  const isFirst = Object.keys(parametersOf(before)).length === 0
  const next = applyChange(before, { startIssueIndex: null, ...(isFirst ? demoTime(catalogue) : {}), ...change })
  const sameColumns = reportTypeOf(before, catalogue)?.outer === reportTypeOf(next, catalogue)?.outer
  const fitting = applyChange(next, {
    // Another report type has other columns and other groups.
    ...(sameColumns ? {} : { sortBy: null, sortDir: null }),
    ...('groupByFields' in change ? { inGroup: null, [`${INACTIVE}inGroup`]: null } : {}),
    ...(COLUMN_CHOICES.some(name => name in change) ? NO_ORDER : {}),
  })
  const matching = isPeriodWithoutGroup(fitting)
    ? applyChange(fitting, { groupByFields: withoutPeriods(fitting) })
    : fitting
  const needsDefaults = !next.columnsBy || ['report', 'columnsBy', 'filterType'].some(name => name in change)
  return needsDefaults
    ? withDefaults(matching, catalogue)
    : withRequired(withInactiveSetAside(matching, catalogue), catalogue)
}

/** Returns whether a list is grouped by a period that no group names. */
function isPeriodWithoutGroup(choices: Choices): boolean {
  const hasGroup = choices.inGroup || choices[`${INACTIVE}inGroup`]
  return endpointOf(choices) === 'list' && hasPeriods(choices) && !hasGroup
}

/** Returns the time of new reports on the demo, whose data end one day. As of today, everything would wait since then. */
export function demoTime({ isDemo, lastUpdate }: Pick<PageCatalogue, 'isDemo' | 'lastUpdate'>): Choices {
  return isDemo && lastUpdate !== null ? { asOf: lastUpdate } : {}
}

/** The choices that decide which columns a list has, apart from its first ones. */
const COLUMN_CHOICES: readonly string[] = [
  ...['report', 'columnsBy', 'groupByFields', 'fields', 'statuses', 'assignees', 'groups', 'historyFields'],
  ...['dbsMetrics', 'multiVisitBehavior'],
]

/** A list cannot be sorted by a column that it may not have any more. */
const NO_ORDER: ChoiceChange = {
  orderBy: null,
  orderDir: null,
  [TABLE_SORT]: null,
  [`${INACTIVE}orderBy`]: null,
  [`${INACTIVE}orderDir`]: null,
}

/** Returns the change that turns some choices into others. */
export function changeBetween(before: Choices, after: Choices): ChoiceChange {
  const gone = Object.keys(before).filter(name => !(name in after))
  return { ...Object.fromEntries(gone.map(name => [name, null])), ...after }
}

/** Values that need not be kept, because they are defaults. */
const DEFAULTS: Choices = {
  aggregationType: 'average',
  averageDenominator: 'nonNull',
  multiVisitBehavior: 'total',
  calendar: 'normalHours',
  viewFormat: 'days',
}

/** Sets aside choices without effect, and restores those that have one again. */
function withInactiveSetAside(choices: Choices, catalogue: PageCatalogue): Choices {
  const names = [...catalogue.parameters.map(({ name }) => name), 'inGroup' as const]
  // In order, because a restored choice can give another one an effect.
  return names.reduce((active, parameter) => {
    const [value, kept] = [active[parameter], active[`${INACTIVE}${parameter}`]]
    if (hasEffect(parameter, active, catalogue)) {
      return kept === undefined
        ? active
        : applyChange(active, { [`${INACTIVE}${parameter}`]: null, [parameter]: value ?? kept })
    }
    if (value === undefined) return active
    return applyChange(active, {
      [parameter]: null,
      [`${INACTIVE}${parameter}`]: DEFAULTS[parameter] === value ? null : value,
    })
  }, choices)
}

/** Sets what other choices require. */
function withRequired(choices: Choices, catalogue: PageCatalogue): Choices {
  const { startDate, endDate, dateRangeField, sortBy, sortDir, calendar, dayLength } = choices
  const hasDays = isAllHours(calendar) || hasEqualDays(calendar!, catalogue)
  const isBusiness = dayLength === undefined || /^businessDays$/i.test(dayLength)
  return applyChange(choices, {
    ...((startDate || endDate) && !dateRangeField ? { dateRangeField: 'created' } : {}),
    ...(sortBy && !sortDir ? { sortDir: 'desc' } : {}),
    ...(!sortBy && sortDir ? { sortDir: null } : {}),
    ...(needsPercentile(choices, catalogue) ? { percentile: '85' } : {}),
    ...(hasEffect('dayLength', choices, catalogue) && isBusiness
      ? { dayLength: hasDays ? 'businessDays' : '24HourDays' }
      : {}),
  })
}

function needsPercentile(choices: Choices, catalogue: PageCatalogue): boolean {
  return Boolean(choices.columnsBy) && !choices.percentile && hasEffect('percentile', choices, catalogue)
}

/** Returns whether all working days of a calendar have the same length. */
export function hasEqualDays(calendar: string, catalogue: PageCatalogue): boolean {
  const found = calendarOf(calendar, catalogue)
  return !found || Boolean(found.dailyWorkingHours)
}

function defaultField({ fields }: PageCatalogue): string | null {
  const found = fields.filter(({ hasHistory }) => hasHistory)
  const preferred = ['priority', 'assignee', 'status'].map(id => found.find(field => field.id === id))
  return (preferred.find(Boolean) ?? found[0])?.id ?? null
}

function defaultMetrics(catalogue: PageCatalogue): string | null {
  const metric = defaultMetric(catalogue.statuses, texts.builder.metrics.standard)
  return metric && writeMetrics([metric])
}

/** Group reports need at least one group. */
function defaultGroups(catalogue: PageCatalogue): string | null {
  return offeredGroups(catalogue).slice(0, MAX_GROUPS).join(',') || null
}
