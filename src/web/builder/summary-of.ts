import type { PageCatalogue } from '../../service/page-types.ts'
import { type Choices, endpointOf } from '../state/choices.ts'
import { words } from '../texts/en.ts'
import { readerLocale } from '../texts/number.ts'
import { columnsOf } from './columns-of.ts'
import { dayAt } from './date-range.ts'
import { fieldOf, readGroupings } from './group-by.ts'
import type { GroupName } from './groups.ts'
import { hasEffect, isAllHours } from './has-effect.ts'
import { readMetrics } from './metrics.ts'
import { rangeTexts } from './range-texts.ts'
import { listOf, oneOf, reportTypeOf } from './report-type.ts'
import { readFilters } from './row-filters.ts'
import { filterTypeOf, selectors } from './selectors.ts'
import { readColumns } from './status-columns.ts'

const { ask } = words

/** What was chosen in a group, in one line. `now` is what day it is for ranges that have names. */
export function summaryOf(group: GroupName, choices: Choices, catalogue: PageCatalogue, now: number): string {
  return summaries[group](choices, catalogue, now)
}

const summaries: Readonly<Record<GroupName, (choices: Choices, catalogue: PageCatalogue, now: number) => string>> = {
  issues: (choices, { projects, sprints, savedQueries }) => {
    const way = filterTypeOf(choices) ?? 'project'
    const value = choices[selectors[way]]
    if (!value) return ask.issues.none
    if (way === 'project') return projects.find(({ key }) => key === value)?.name ?? value
    if (way === 'sprint') return sprints.find(({ id }) => id === value)?.name ?? value
    if (way === 'jqlfilter') return savedQueries.find(({ id }) => id === value)?.name ?? value
    return value
  },
  what: (choices, catalogue) => {
    const type = reportTypeOf(choices, catalogue)
    const name = (type && ask.what.types[type.name]?.[0]) ?? choices.columnsBy ?? ask.issues.none
    const shape = endpointOf(choices)
    if (shape === 'list') return ask.what.summary(ask.what.shapes.list, name)
    const { average, sum, median, standardDeviation } = ask.what.aggregates
    const aggregates = { average, sum, median, standardDeviation }
    const kind = oneOf(Object.keys(aggregates) as (keyof typeof aggregates)[], choices.aggregationType, 'average')
    return ask.what.summary(capital(aggregates[kind]), name)
  },
  rows: (choices, catalogue) => {
    const groupings = readGroupings(choices.groupByFields).map(({ field, unit }) => {
      const name = fieldOf(field, catalogue)?.name ?? field
      return unit ? ask.rows.unitOf(ask.rows.units[unit], name) : name
    })
    const alone = endpointOf(choices) === 'list' ? ask.rows.each : ask.rows.together
    const filters = hasEffect('filters', choices, catalogue) ? readFilters(choices.filters).length : 0
    const sorted = hasEffect('sortBy', choices, catalogue) && choices.sortBy
    return joined([
      groupings.length > 0 ? ask.rows.by(groupings.join(', ')) : alone,
      sorted ? ask.rows.sortedBy(columnName(sorted, choices, catalogue)) : '',
      filters > 0 ? ask.rows.conditions(filters) : '',
    ])
  },
  columns: (choices, catalogue) => {
    const { columns } = ask
    const matters = (name: string) => hasEffect(name, choices, catalogue)
    const statuses = readColumns(choices.statuses).length
    const [people, groups] = [listOf(choices.assignees).length, listOf(choices.groups).length]
    return joined([
      matters('assignees') ? (people > 0 ? columns.people(people) : columns.everybody) : '',
      matters('groups') ? columns.groupCount(groups) : '',
      matters('statuses') ? (statuses > 0 ? columns.statusCount(statuses) : columns.allStatuses) : '',
      matters('historyFields') ? columns.fieldCount(listOf(choices.historyFields).length) : '',
      matters('dbsMetrics') ? columns.metricCount(readMetrics(choices.dbsMetrics).length) : '',
    ])
  },
  time: (choices, catalogue, now) => {
    const { calendars, timeZone } = catalogue
    const calendar = calendars.find(
      ({ id, isDefault }) => id === choices.calendar || (isDefault && choices.calendar === '0'),
    )
    const dates = rangeTexts(choices, dayAt(now, choices.timeZone ?? timeZone))
    const hours = isAllHours(choices.calendar) ? ask.time.allHours : (calendar?.name ?? choices.calendar!)
    return joined([
      hasEffect('calendar', choices, catalogue) ? hours : '',
      ...(dates.length > 0 ? dates : [ask.time.anyTime]),
    ])
  },
  format: (choices, catalogue) => {
    if (!hasEffect('viewFormat', choices, catalogue)) return choices.dateTimeFormat ?? ask.format.usual
    const views = Object.entries(ask.format.views)
    const [, view] = views.find(([name]) => name.toLowerCase() === choices.viewFormat?.toLowerCase()) ?? []
    const [name, example] = view ?? ask.format.views.minutes!
    return ask.format.viewOption(name, example)
  },
}

function columnName(id: string, choices: Choices, catalogue: PageCatalogue): string {
  return columnsOf(choices, catalogue).find(column => column.id.toLowerCase() === id.toLowerCase())?.name ?? id
}

function joined(parts: readonly string[]): string {
  return capital(parts.filter(Boolean).join(' · '))
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(readerLocale()) + text.slice(1)
}
