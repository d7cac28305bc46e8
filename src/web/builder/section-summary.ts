import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { type Choices, endpointOf, type PageParameter } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { capitalize } from '../texts/format.ts'
import { calendarOf } from './calendar-of.ts'
import { groupingName, readGroupings } from './group-by.ts'
import { hasEffect, isAllHours } from './has-effect.ts'
import { knownColumns } from './known-columns.ts'
import { readMetrics } from './metrics.ts'
import { rangeTexts } from './range-texts.ts'
import { equalsIgnoringCase, reportTypeOf, splitList } from './report-type.ts'
import { readFilters } from './row-filters.ts'
import type { SectionName } from './sections.ts'
import { filterTypeOf, selectors } from './selectors.ts'
import { readColumns } from './status-columns.ts'

const { builder } = texts

/** Summarizes a section in one line. */
export function sectionSummary(section: SectionName, choices: Choices, catalogue: PageCatalogue): string {
  return summaries[section](choices, catalogue)
}

const summaries: Readonly<Record<SectionName, (choices: Choices, catalogue: PageCatalogue) => string>> = {
  issues: (choices, { projects, sprints, savedQueries }) => {
    const filterType = filterTypeOf(choices) ?? 'project'
    const value = choices[selectors[filterType]]
    if (!value) return builder.issues.none
    if (filterType === 'project') return projects.find(({ key }) => key === value)?.name ?? value
    if (filterType === 'sprint') return sprints.find(({ id }) => id === value)?.name ?? value
    if (filterType === 'jqlfilter') return savedQueries.find(({ id }) => id === value)?.name ?? value
    return value
  },
  what: (choices, catalogue) => {
    const type = reportTypeOf(choices, catalogue)
    const name = type?.page.name ?? choices.columnsBy ?? builder.issues.none
    const shape = endpointOf(choices)
    if (shape === 'list') return builder.what.summary(builder.what.shapes.list, name)
    const wanted = choices.aggregationType ?? 'average'
    const aggregate = catalogue.aggregates.find(one => equalsIgnoringCase(one.name, wanted))
    return builder.what.summary(aggregate?.label ?? wanted, name)
  },
  rows: (choices, catalogue) => {
    const groupings = readGroupings(choices.groupByFields).map(one => groupingName(one, catalogue))
    const alone = endpointOf(choices) === 'list' ? builder.rows.each : builder.rows.together
    const filters = hasEffect('filters', choices, catalogue) ? readFilters(choices.filters).length : 0
    const sorted = hasEffect('sortBy', choices, catalogue) && choices.sortBy
    return join([
      groupings.length > 0 ? builder.rows.by(groupings.join(', ')) : alone,
      sorted ? builder.rows.sortedBy(columnName(sorted, choices, catalogue)) : '',
      filters > 0 ? builder.rows.conditions(filters) : '',
    ])
  },
  columns: (choices, catalogue) => {
    const { columns } = builder
    const isRelevant = (name: PageParameter) => hasEffect(name, choices, catalogue)
    const statuses = readColumns(choices.statuses).length
    const [people, groups] = [splitList(choices.assignees).length, splitList(choices.groups).length]
    return join([
      isRelevant('assignees') ? (people > 0 ? columns.people(people) : columns.everybody) : '',
      isRelevant('groups') ? columns.groupCount(groups) : '',
      isRelevant('statuses') ? (statuses > 0 ? columns.statusCount(statuses) : columns.allStatuses) : '',
      isRelevant('historyFields') ? columns.fieldCount(splitList(choices.historyFields).length) : '',
      isRelevant('dbsMetrics') ? columns.metricCount(readMetrics(choices.dbsMetrics).length) : '',
    ])
  },
  time: (choices, catalogue) => {
    const calendar = calendarOf(choices.calendar, catalogue)
    const dates = rangeTexts(choices)
    const hours = isAllHours(choices.calendar) ? builder.time.allHours : (calendar?.name ?? choices.calendar!)
    return join([
      hasEffect('calendar', choices, catalogue) ? hours : '',
      ...(dates.length > 0 ? dates : [builder.time.anyTime]),
    ])
  },
  format: (choices, catalogue) => {
    if (!hasEffect('viewFormat', choices, catalogue)) return choices.dateTimeFormat ?? builder.format.standard
    const views = Object.entries(builder.format.views)
    const [, view] = views.find(([name]) => name.toLowerCase() === choices.viewFormat?.toLowerCase()) ?? []
    const [name, example] = view ?? builder.format.views.minutes!
    return builder.format.viewOption(name, example)
  },
}

function columnName(id: string, choices: Choices, catalogue: PageCatalogue): string {
  return knownColumns(choices, catalogue).find(column => column.id.toLowerCase() === id.toLowerCase())?.name ?? id
}

function join(parts: readonly string[]): string {
  return capitalize(parts.filter(Boolean).join(' · '))
}
