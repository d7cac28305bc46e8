import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { Report } from '../api/report.ts'
import { hasEffect } from '../builder/has-effect.ts'
import { equalsIgnoringCase, type OfferedReport, reportTypeOf, splitList } from '../builder/report-type.ts'
import { membersOf, readColumns } from '../builder/status-columns.ts'
import type { Choices } from '../state/choices.ts'
import { parseTexts } from '../state/json.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { shortList, shortName } from '../texts/short-list.ts'
import { choicesOf } from './report-limits.ts'

/** The names that limit what a report measures, as one text: `Review, QA, 3 more`. */
export interface ChosenNames {
  readonly level: 'status' | 'user' | 'group'
  readonly names: string
}

/** From this number of statuses on, they are not named if they are all. */
const MANY = 4

/** Returns the statuses, people and groups that were chosen; nothing for a level with all. */
export function chosenNames(
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
