import type { PageCatalogue } from '../../reports/page/page-types.ts'
import { demoTime } from '../builder/with-defaults.ts'
import { quote } from '../jql/quote.ts'
import { type Choices, TABLE_SORT } from '../state/choices.ts'
import { COUNT } from '../table/table-model.ts'
import { texts } from '../texts/en.ts'
import { isolateName } from '../texts/isolated-name.ts'

const { starts } = texts.shell

/** A question with the choices that answer it. */
export interface QuickStart {
  readonly question: string
  readonly choices: Choices
}

/** A project by its key and name. */
type StartedProject = Pick<PageCatalogue['projects'][number], 'key' | 'name'>

type Status = PageCatalogue['statuses'][number]

/** Days around the clock need no setup. */
const hours = { calendar: 'normalHours', viewFormat: 'days' }

/** Returns the suggested questions about a project, as far as its statuses allow. */
export function quickStarts(project: StartedProject, catalogue: PageCatalogue): QuickStart[] {
  const asOf = demoTime(catalogue)
  return startsOf(project, catalogue).map(({ question, choices }) => ({ question, choices: { ...choices, ...asOf } }))
}

function startsOf(project: StartedProject, catalogue: PageCatalogue): QuickStart[] {
  const statuses = byProgress(catalogue)
  return [
    {
      question: starts.where(isolateName(project.name)),
      choices: {
        report: 'aggregation',
        filterType: 'project',
        projectKey: project.key,
        columnsBy: 'statusDuration',
        aggregationType: 'median',
        ...hours,
        ...groupedBy('issuetype', catalogue),
      },
    },
    ...(statuses.during.length > 0 ? [pace(project.key, statuses)] : []),
    ...(catalogue.statuses.length > 0 && isField('assignee', catalogue)
      ? [openIssues(project.key, statuses, catalogue)]
      : []),
    ...returns(project.key, statuses),
  ]
}

/** Groups statuses by category. Deleted statuses have none and count as work. */
function byProgress({ statuses }: PageCatalogue): Readonly<Record<'before' | 'during' | 'after', readonly Status[]>> {
  const of = (wanted: string) => statuses.filter(({ category }) => category === wanted)
  const during = statuses.filter(({ category }) => category !== 'new' && category !== 'done')
  return { before: of('new'), during, after: of('done') }
}

/** Waiting and working time by month of resolution, excluding time after the work was done. */
function pace(projectKey: string, { before, during }: ReturnType<typeof byProgress>): QuickStart {
  const column = (name: string, of: readonly Status[]) => ({ type: 'cons', name, statuses: of.map(({ id }) => id) })
  const columns = [column(starts.before, before), column(starts.during, during)]
  return {
    question: starts.pace,
    choices: {
      report: 'aggregation',
      filterType: 'project',
      projectKey,
      columnsBy: 'statusDuration',
      statuses: JSON.stringify(columns.filter(({ statuses }) => statuses.length > 0)),
      aggregationType: 'average',
      ...hours,
      groupByFields: 'date:month:resolved',
      show: 'chart',
    },
  }
}

/** The open issues of each present assignee, and the age of the oldest: the time in all statuses is the age. */
function openIssues(
  projectKey: string,
  { after }: ReturnType<typeof byProgress>,
  { statuses }: PageCatalogue,
): QuickStart {
  const age = { type: 'cons', name: starts.oldest, statuses: statuses.map(({ id }) => id) }
  // Without categories, only the resolution says what is done.
  const isOpen = after.length > 0 ? 'statusCategory != Done' : 'resolution IS EMPTY'
  return {
    question: starts.assignees,
    choices: {
      report: 'aggregation',
      filterType: 'customjql',
      customjql: `project = ${quote(projectKey)} AND ${isOpen}`,
      columnsBy: 'statusDuration',
      statuses: JSON.stringify([age]),
      // The 100th percentile of the age is that of the oldest issue.
      aggregationType: 'percentile',
      percentile: '100',
      ...hours,
      groupByFields: 'assignee',
      [TABLE_SORT]: `-${COUNT}`,
    },
  }
}

/** Issues that were reopened; none if no status can be named in a query. */
function returns(projectKey: string, { before, during, after }: ReturnType<typeof byProgress>): QuickStart[] {
  const names = (statuses: readonly Status[]) =>
    statuses.filter(({ deleted }) => !deleted).map(({ name }) => quote(name))
  const [from, to] = [names(after), names([...before, ...during])]
  if (from.length === 0 || to.length === 0) return []
  const customjql = `project = ${quote(projectKey)} AND status CHANGED FROM (${from.join(', ')}) TO (${to.join(', ')})`
  const choices = { report: 'list', filterType: 'customjql', customjql, columnsBy: 'statusCount' }
  return [{ question: starts.returns, choices }]
}

function groupedBy(field: string, catalogue: PageCatalogue): Choices {
  return isField(field, catalogue) ? { groupByFields: field } : {}
}

function isField(field: string, { fields }: PageCatalogue): boolean {
  return fields.some(({ id }) => id === field)
}
