import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'
import { hasEffect } from '../builder/has-effect.ts'
import { equalsIgnoringCase, type OfferedReport, reportTypeOf, splitList } from '../builder/report-type.ts'
import { membersOf, readColumns } from '../builder/status-columns.ts'
import type { Choices } from '../state/choices.ts'
import { parseTexts } from '../state/json.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { capitalize, inSentence } from '../texts/format.ts'
import { shortList, shortName } from '../texts/short-list.ts'
import { reportTime } from './report-facts.ts'
import { choicesOf, reportLimits } from './report-limits.ts'

const { heading } = texts.shell

/** The most metrics in a heading. */
const MAX_METRICS = 3

/** A report with its parameters. */
type Headed = Pick<LoadedReport, 'report' | 'parameters'>

/** Returns the heading of a report: `Average time in Review and QA, by issue type`. The facts below it have its other limits. */
export function headingText(loaded: Headed, catalogue: PageCatalogue): string {
  const { report } = loaded
  const type = catalogue.reportTypes.find(({ label }) => label === report.columnsBy)
  const measure = type ? measureOf(loaded, type, catalogue) : report.columnsBy
  const aggregate = report.isAggregationType ? `${aggregateOf(report, catalogue)} ` : ''
  return capitalize(`${aggregate}${measure}, ${rowsOf(report)}`)
}

/** Returns the heading of a report with all that limits it, for places without its facts: page titles and file names. */
export function reportTitle(loaded: LoadedReport, catalogue: PageCatalogue): string {
  const { issues, hours, others } = reportLimits(loaded, catalogue)
  const asOf = loaded.parameters.asOf === undefined ? [] : [heading.asOf(reportTime(loaded))]
  return [headingText(loaded, catalogue), ...issues, ...(hours === null ? [] : [hours]), ...others, ...asOf].join(', ')
}

function aggregateOf(report: Report, { aggregates }: PageCatalogue): string {
  if (report.isAggregationType && report.percentile !== undefined) return heading.percentileOf(report.percentile)
  const keys: Readonly<Record<string, unknown>> = { ...report }
  return aggregates.find(({ flag }) => keys[flag] === true)?.heading ?? ''
}

function measureOf(loaded: Headed, type: PageCatalogue['reportTypes'][number], catalogue: PageCatalogue): string {
  const { page, kind, outer } = type
  const { header } = loaded.report.table
  if (outer === 'metric' && header.valueColumns.length > 0 && header.valueColumns.length <= MAX_METRICS) {
    return listed(header.valueColumns.map(({ value }) => value))
  }
  if (outer === 'field' && header.baseHeader) {
    const fields = listed(header.baseHeader.valueColumns.map(({ value }) => value))
    return kind === 'count' ? heading.countOf(fields) : heading.durationOf(fields)
  }
  return chosenNames(loaded, catalogue).reduce(withNames, page.heading)
}

/** Puts the names that were chosen for a level into a measure: `time in each status` becomes `time in Review`. */
function withNames(measure: string, { level, names }: ChosenNames): string {
  const word = heading.levels[level]
  if (measure.includes(heading.each(word))) return measure.replace(heading.each(word), () => names)
  if (measure.includes(heading.perEach(word))) {
    return measure.replace(heading.perEach(word), () => heading.per(word, names))
  }
  return measure.includes(heading.transitions) ? heading.between(measure, names) : heading.in(measure, names)
}

function rowsOf({ isAggregationType, table }: Report): string {
  const groups = table.header.groupByColumns.map(({ id, value }) => groupName(id, value))
  if (groups.length > 0) return heading.by(listed(groups))
  return isAggregationType ? heading.overall : heading.perIssue
}

/** Returns `month created` for `date:month:created`, whose column is called `Created (month)`, and `month worked` for a period. */
function groupName(id: string, value: string): string {
  const period = /^period:(\w+)$/i.exec(id)?.[1]
  if (period) return heading.worked(period.toLowerCase())
  const unit = /^date:(\w+):/i.exec(id)?.[1]
  return unit ? heading.unit(unit.toLowerCase(), value.replace(/ \(\w+\)$/, '')) : value
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(names.map(inSentence))
}

/** The names that limit what a report measures, as one text: `Review, QA, 3 more`. */
interface ChosenNames {
  readonly level: 'status' | 'user' | 'group'
  readonly names: string
}

/** From this number of statuses on, they are not named if they are all. */
const MANY = 4

/** Returns the statuses, people and groups that were chosen; nothing for a level with all. */
function chosenNames(
  loaded: Pick<LoadedReport, 'report' | 'parameters'>,
  catalogue: PageCatalogue,
): readonly ChosenNames[] {
  const choices = choicesOf(loaded, catalogue)
  const type = reportTypeOf(choices, catalogue)
  if (!type) return []
  const isEffective = (name: 'statuses' | 'assignees' | 'groups') => hasEffect(name, choices, catalogue)
  const groups = isEffective('groups') ? splitList(choices.groups) : []
  const areAll = catalogue.groups.every(name => groups.some(group => equalsIgnoringCase(group, name)))
  const named = (level: ChosenNames['level'], all: readonly string[]) =>
    all.length > 0 ? [{ level, names: shortList([...new Set(all)].map(shortName)) }] : []
  return [
    ...named('status', isEffective('statuses') ? statusNames(loaded.report, choices, type, catalogue) : []),
    ...named('user', isEffective('assignees') ? peopleNames(loaded.report, choices, type) : []),
    ...named('group', areAll ? [] : groups),
  ]
}

/** Returns the names of the chosen statuses. Combined columns have their own, if the report shows them. */
function statusNames(
  { excludedStatuses }: Report,
  choices: Choices,
  { outer, inner }: OfferedReport,
  { statuses }: PageCatalogue,
): readonly string[] {
  const found = (text: string) => (key: 'id' | 'name') => statuses.find(status => equalsIgnoringCase(status[key], text))
  const nameOf = (text: string) => (found(text)('id') ?? found(text)('name'))?.name ?? text
  const areColumns = outer === 'status' || inner === 'status'
  const columns = readColumns(choices.statuses)
  const isWhole = columns.length === 1 && statuses.every(({ id }) => membersOf(columns[0]!).includes(id))
  if (isWhole && columns[0]!.type === 'cons' && areColumns) return [texts.shell.heading.allStatuses]
  const names = columns.flatMap(column =>
    column.type === 'cons' && areColumns ? column.name : membersOf(column).map(nameOf),
  )
  return excludedStatuses.length > 0 || names.length < MANY ? names : []
}

/** The columns of people whom nobody chose. */
const OTHERS = ['unassigned', 'otherUsers']

/** Returns the names of the chosen people, as the report has them. Those who occur in no history have no column. */
function peopleNames({ table }: Report, { assignees }: Choices, { outer, inner }: OfferedReport): readonly string[] {
  if (!assignees) return []
  const { valueColumns, baseHeader, subHeader } = table.header
  const columns = outer !== 'user' ? subHeader?.valueColumns : inner === null ? valueColumns : baseHeader?.valueColumns
  const names = (columns ?? []).filter(({ id }) => !OTHERS.includes(id)).map(({ value }) => value)
  return names.length > 0 ? names : peopleIn(assignees)
}

/** Returns the people in `assignees`: a list separated by commas, or in JSON. */
function peopleIn(assignees: string): readonly string[] {
  return assignees.trim().startsWith('[') ? parseTexts(assignees) : splitList(assignees)
}
