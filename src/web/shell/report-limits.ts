import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { hasEffect } from '../builder/has-effect.ts'
import { statusName } from '../builder/known-columns.ts'
import { readMetrics } from '../builder/metrics.ts'
import { rangeTexts } from '../builder/range-texts.ts'
import { equalsIgnoringCase, matchIgnoringCase, splitList } from '../builder/report-type.ts'
import { readFilters } from '../builder/row-filters.ts'
import { filterTypeOf } from '../builder/selectors.ts'
import type { Choices } from '../state/choices.ts'
import { parseJsonArray } from '../state/json.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { hasPeriodsOf } from '../table/table-model.ts'
import { texts } from '../texts/en.ts'
import { localizePeriod } from '../texts/format.ts'
import { cutText, shortList, shortName } from '../texts/short-list.ts'

const { limits: text } = texts.shell

/** What limits a report besides the measured statuses, people and groups, which are in its heading. */
export interface ReportLimits {
  /** How its issues were selected: `in Web Shop`, and perhaps the group whose issues a list has. */
  readonly issues: readonly string[]
  /** The name of the calendar whose hours count; `null` around the clock, and if no time is measured. */
  readonly hours: string | null
  /** Its date ranges, the conditions on its rows, and the visits and statuses that it leaves out. */
  readonly others: readonly string[]
}

/** Returns what limits a report, in words. */
export function reportLimits(
  loaded: Pick<LoadedReport, 'report' | 'parameters'>,
  catalogue: PageCatalogue,
): ReportLimits {
  const { report } = loaded
  const choices = choicesOf(loaded, catalogue)
  const isEffective = (name: 'filters' | 'multiVisitBehavior' | 'dbsMetrics' | 'calendar') =>
    hasEffect(name, choices, catalogue)
  const visits = matchIgnoringCase(['first', 'last'] as const, choices.multiVisitBehavior, null)
  return {
    issues: [issueSource(choices, catalogue), ...groupOf(choices)],
    hours: isEffective('calendar') && report.calendar.id !== null ? report.calendar.name : null,
    others: [
      ...rangeTexts(choices),
      ...(isEffective('filters') ? conditions(choices, loaded) : []),
      ...(isEffective('multiVisitBehavior') && visits ? [text.visits[visits]] : []),
      ...(isEffective('dbsMetrics') ? exclusions(choices, catalogue) : []),
      ...(equalsIgnoringCase('false', choices.includeDeletedStatuses) ? [text.withoutDeleted] : []),
    ],
  }
}

/** Returns the choices of a report as its answer shows them: with its endpoint and the usual name of its type. */
export function choicesOf(
  { report, parameters }: Pick<LoadedReport, 'report' | 'parameters'>,
  { reportTypes }: PageCatalogue,
): Choices {
  const type = reportTypes.find(({ label }) => label === report.columnsBy)
  return {
    ...parameters,
    ...(type ? { columnsBy: type.name } : {}),
    report: report.isAggregationType ? 'aggregation' : 'list',
  }
}

/** The most characters of a query in a text. */
const MAX_QUERY = 80

/** Describes how the issues were selected, as a continuation of their number. */
function issueSource(choices: Choices, { projects, sprints, savedQueries }: PageCatalogue): string {
  const { projectKey = '', sprintID = '', jqlFilterID = '', user = '', customjql = '' } = choices
  const nameOf = (id: string, all: readonly { readonly id: string; readonly name: string }[]) =>
    shortName(all.find(one => equalsIgnoringCase(one.id, id))?.name ?? id)
  switch (filterTypeOf(choices)) {
    case 'sprint':
      return text.ofSprint(nameOf(sprintID, sprints))
    case 'user':
      return text.ofUser(shortName(user))
    case 'customjql':
      return text.ofQuery(cutText(customjql, MAX_QUERY))
    case 'jqlfilter':
      return text.ofSavedQuery(nameOf(jqlFilterID, savedQueries))
    case 'project':
    case undefined:
      return text.ofProject(
        nameOf(
          projectKey,
          projects.map(({ key, name }) => ({ id: key, name })),
        ),
      )
  }
}

/** Names the group to which the issues belong. */
function groupOf({ inGroup, groupByFields }: Choices): string[] {
  const values = groupByFields ? parseJsonArray(inGroup) : []
  if (values.length === 0) return []
  const groupings = splitList(groupByFields)
  const names = values.map((value, i) => {
    if (value === null) return texts.drilldown.row.none
    return shortName(hasPeriodsOf(groupings[i] ?? '') ? localizePeriod(String(value)) : String(value))
  })
  return [text.ofGroup(names.join(', '))]
}

/** Names the statuses whose time metrics leave out. */
function exclusions({ dbsMetrics }: Choices, catalogue: PageCatalogue): string[] {
  return readMetrics(dbsMetrics).flatMap(({ name, excluded }) => {
    const names = excluded.map(id => shortName(statusName(id, catalogue)))
    return names.length > 0 ? [text.excluded(shortName(name), shortList(names))] : []
  })
}

/** Describes the conditions on the rows as one limit. */
function conditions({ filters }: Choices, { report }: Pick<LoadedReport, 'report'>): string[] {
  const { comparisons, filterUnits } = texts.builder.rows
  const { valueColumns } = report.table.header
  const each = readFilters(filters).map(({ column, operator, value, unit }) => {
    const found = valueColumns.find(one => [one.id, one.value].some(name => equalsIgnoringCase(name, column)))
    const unitName = value === '1' ? text.oneUnit[unit] : filterUnits[unit]
    return text.condition(shortName(found?.value ?? column), comparisons[operator], value, unitName)
  })
  return each.length > 0 ? [text.rows(shortList(each))] : []
}
