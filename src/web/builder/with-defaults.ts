import type { PageCatalogue } from '../../service/page-types.ts'
import { type Change, type Choices, changed, endpointOf } from '../state/choices.ts'
import { words } from '../texts/en.ts'
import { conditional, hasEffect, isAllHours } from './has-effect.ts'
import { usualMetric, writeMetrics } from './metrics.ts'
import { reportTypeOf } from './report-type.ts'

/** Where a choice waits that means nothing in the present report, until it means something again. */
export const KEPT = 'view.ask.'

/** The most groups that are chosen by themselves. */
const MOST_GROUPS = 20

/** The choices of a person, with what they did not say but the server needs: enough for an answer, where there can be one. */
export function withDefaults(choices: Choices, catalogue: PageCatalogue): Choices {
  const named = changed(choices, { columnsBy: choices.columnsBy ?? 'statusDuration' })
  const type = reportTypeOf(named, catalogue)
  const report = type?.kind === 'date' ? 'list' : endpointOf(named)
  const tidy = withoutIdle({ ...named, report }, catalogue)
  const missing = (parameter: string, value: () => string | null): Change =>
    tidy[parameter] === undefined && hasEffect(parameter, tidy, catalogue) ? { [parameter]: value() } : {}
  const filled = changed(tidy, {
    ...missing('aggregationType', () => 'average'),
    ...missing('calendar', () => 'normalHours'),
    ...missing('viewFormat', () => 'days'),
    ...missing('historyFields', () => usualField(catalogue)),
    ...missing('dbsMetrics', () => usualMetrics(catalogue)),
    ...missing('groups', () => usualGroups(catalogue)),
  })
  return withNeeded(filled, catalogue)
}

/** Choices after a change, with what else it asks for; all that Ask changes goes through here. */
export function afterChange(before: Choices, change: Change, catalogue: PageCatalogue): Choices {
  const next = changed(before, { startIssueIndex: null, ...change })
  const columns = reportTypeOf(before, catalogue)?.outer === reportTypeOf(next, catalogue)?.outer
  const fitting = changed(next, {
    // The columns of another report are others, and so are its groups of issues.
    ...(columns ? {} : { sortBy: null, sortDir: null }),
    ...('groupByFields' in change ? { inGroup: null } : {}),
  })
  const isOther = !next.columnsBy || ['report', 'columnsBy', 'filterType'].some(name => name in change)
  return isOther ? withDefaults(fitting, catalogue) : withNeeded(withoutIdle(fitting, catalogue), catalogue)
}

/** What has to change for choices to become others. */
export function changeBetween(before: Choices, after: Choices): Change {
  const gone = Object.keys(before).filter(name => !(name in after))
  return { ...Object.fromEntries(gone.map(name => [name, null])), ...after }
}

/** What is not worth keeping: it is chosen again by itself. */
const USUAL: Choices = {
  aggregationType: 'average',
  averageDenominator: 'nonNull',
  multiVisitBehavior: 'total',
  calendar: 'normalHours',
  viewFormat: 'days',
}

/** Choices that mean nothing wait aside, and those that mean something again come back. */
function withoutIdle(choices: Choices, catalogue: PageCatalogue): Choices {
  // One after the other: whether a choice means something can hang on one that has just come back.
  return conditional.reduce((tidy, parameter) => {
    const [value, kept] = [tidy[parameter], tidy[KEPT + parameter]]
    if (hasEffect(parameter, tidy, catalogue)) {
      return kept === undefined ? tidy : changed(tidy, { [KEPT + parameter]: null, [parameter]: value ?? kept })
    }
    if (value === undefined) return tidy
    return changed(tidy, { [parameter]: null, [KEPT + parameter]: USUAL[parameter] === value ? null : value })
  }, choices)
}

/** What another choice makes necessary. */
function withNeeded(choices: Choices, catalogue: PageCatalogue): Choices {
  const { startDate, endDate, dateRangeField, sortBy, sortDir, calendar, dayLength } = choices
  const hasDays = isAllHours(calendar) || hasEqualDays(calendar!, catalogue)
  const isBusiness = dayLength === undefined || /^businessDays$/i.test(dayLength)
  return changed(choices, {
    ...((startDate || endDate) && !dateRangeField ? { dateRangeField: 'created' } : {}),
    ...(sortBy && !sortDir ? { sortDir: 'desc' } : {}),
    ...(!sortBy && sortDir ? { sortDir: null } : {}),
    ...(hasEffect('dayLength', choices, catalogue) && isBusiness
      ? { dayLength: hasDays ? 'businessDays' : '24HourDays' }
      : {}),
  })
}

/** Whether the working days of a calendar are of one length, so that durations can be told in them. */
export function hasEqualDays(calendar: string, { calendars }: PageCatalogue): boolean {
  const found = calendars.find(({ id, isDefault }) => id === calendar || (isDefault && calendar === '0'))
  return !found || Boolean(found.dailyWorkingHours)
}

function usualField({ fields }: PageCatalogue): string | null {
  const found = fields.filter(({ hasHistory }) => hasHistory)
  const usual = ['priority', 'assignee', 'status'].map(id => found.find(field => field.id === id))
  return (usual.find(Boolean) ?? found[0])?.id ?? null
}

function usualMetrics(catalogue: PageCatalogue): string | null {
  const metric = usualMetric(catalogue, words.ask.metrics.usual)
  return metric && writeMetrics([metric])
}

/** Without groups there would be no columns of groups. A name with a comma cannot be sent. */
function usualGroups({ groups }: PageCatalogue): string | null {
  const names = groups.filter(name => !name.includes(','))
  return names.slice(0, MOST_GROUPS).join(',') || null
}
