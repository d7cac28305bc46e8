import type { PageCatalogue } from '../../service/page-types.ts'
import { applyChange, type Change, type Choices, endpointOf } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { conditional, hasEffect, isAllHours } from './has-effect.ts'
import { defaultMetric, writeMetrics } from './metrics.ts'
import { reportTypeOf } from './report-type.ts'

/** Where a choice waits that means nothing in the present report, until it means something again. */
export const INACTIVE = 'view.ask.'

/** The most groups that are chosen by themselves. */
const MAX_GROUPS = 20

/** The choices of a person, with what they did not say but the server needs: enough for an answer, where there can be one. */
export function withDefaults(choices: Choices, catalogue: PageCatalogue): Choices {
  const named = applyChange(choices, { columnsBy: choices.columnsBy ?? 'statusDuration' })
  const type = reportTypeOf(named, catalogue)
  const report = type?.kind === 'date' ? 'list' : endpointOf(named)
  const active = withInactiveSetAside({ ...named, report }, catalogue)
  const missing = (parameter: string, value: () => string | null): Change =>
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

/** Choices after a change, with what else it asks for; all that Ask changes goes through here. */
export function afterChange(before: Choices, change: Change, catalogue: PageCatalogue): Choices {
  const next = applyChange(before, { startIssueIndex: null, ...change })
  const sameColumns = reportTypeOf(before, catalogue)?.outer === reportTypeOf(next, catalogue)?.outer
  const matching = applyChange(next, {
    // The columns of another report are others, and so are its groups of issues.
    ...(sameColumns ? {} : { sortBy: null, sortDir: null }),
    ...('groupByFields' in change ? { inGroup: null } : {}),
  })
  const needsDefaults = !next.columnsBy || ['report', 'columnsBy', 'filterType'].some(name => name in change)
  return needsDefaults
    ? withDefaults(matching, catalogue)
    : withRequired(withInactiveSetAside(matching, catalogue), catalogue)
}

/** What has to change for choices to become others. */
export function changeBetween(before: Choices, after: Choices): Change {
  const gone = Object.keys(before).filter(name => !(name in after))
  return { ...Object.fromEntries(gone.map(name => [name, null])), ...after }
}

/** What is not worth keeping: it is chosen again by itself. */
const DEFAULTS: Choices = {
  aggregationType: 'average',
  averageDenominator: 'nonNull',
  multiVisitBehavior: 'total',
  calendar: 'normalHours',
  viewFormat: 'days',
}

/** Choices that mean nothing wait aside, and those that mean something again come back. */
function withInactiveSetAside(choices: Choices, catalogue: PageCatalogue): Choices {
  // One after the other: whether a choice means something can hang on one that has just come back.
  return conditional.reduce((active, parameter) => {
    const [value, kept] = [active[parameter], active[INACTIVE + parameter]]
    if (hasEffect(parameter, active, catalogue)) {
      return kept === undefined
        ? active
        : applyChange(active, { [INACTIVE + parameter]: null, [parameter]: value ?? kept })
    }
    if (value === undefined) return active
    return applyChange(active, {
      [parameter]: null,
      [INACTIVE + parameter]: DEFAULTS[parameter] === value ? null : value,
    })
  }, choices)
}

/** What another choice makes necessary. */
function withRequired(choices: Choices, catalogue: PageCatalogue): Choices {
  const { startDate, endDate, dateRangeField, sortBy, sortDir, calendar, dayLength } = choices
  const hasDays = isAllHours(calendar) || hasEqualDays(calendar!, catalogue)
  const isBusiness = dayLength === undefined || /^businessDays$/i.test(dayLength)
  return applyChange(choices, {
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

function defaultField({ fields }: PageCatalogue): string | null {
  const found = fields.filter(({ hasHistory }) => hasHistory)
  const preferred = ['priority', 'assignee', 'status'].map(id => found.find(field => field.id === id))
  return (preferred.find(Boolean) ?? found[0])?.id ?? null
}

function defaultMetrics(catalogue: PageCatalogue): string | null {
  const metric = defaultMetric(catalogue, texts.builder.metrics.standard)
  return metric && writeMetrics([metric])
}

/** Without groups there would be no columns of groups. A name with a comma cannot be sent. */
function defaultGroups({ groups }: PageCatalogue): string | null {
  const names = groups.filter(name => !name.includes(','))
  return names.slice(0, MAX_GROUPS).join(',') || null
}
