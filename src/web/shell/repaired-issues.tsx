import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Repairs } from '../../reports/report/explain/explanation.ts'
import { fetchReport, getJson } from '../api/client.ts'
import type { ListReport } from '../api/report.ts'
import { hasPeriods } from '../builder/group-by.ts'
import { selectors } from '../builder/selectors.ts'
import { pinToAnswer } from '../drilldown/drilldown-parameters.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { applyChange, type Choices } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { LoadedReport } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'

const { heading } = texts.shell

/** Issues are searched page by page; more pages would take too long. */
const MAX_PAGES = 10
const PAGE = 200

/** Shows how many issues have a repaired history; expanded, which ones and what was repaired. */
export function RepairedIssues({ loaded }: { readonly loaded: LoadedReport }) {
  const count = loaded.report.repairedIssueCount
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <details className="shell-repaired" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{heading.repaired(count)}</summary>
      <p>{heading.repairedHint}</p>
      {isOpen && <Found loaded={loaded} count={count} />}
    </details>
  )
}

function Found({ loaded, count }: { readonly loaded: LoadedReport; readonly count: number }) {
  const { paths } = useCatalogue()
  const { change } = useChoices()
  const issues = issuesOf(loaded)
  const { data, error } = useQuery({
    queryKey: ['repaired', issues, count],
    queryFn: ({ signal }) => repairsIn(paths.list, issues, count, signal),
  })
  if (!data) return <p role="status">{error ? error.message : heading.repairedFinding}</p>
  const found = Object.entries(data)
  return (
    <ul className="bullets">
      {found.map(([key, repairs]) => (
        <li key={key}>
          <button
            type="button"
            className="shell-link"
            onClick={() => change({ 'view.open': formatOpened({ kind: 'issue', issueKey: key }) })}
          >
            {key}
          </button>{' '}
          {repairs.join('; ')}
        </li>
      ))}
      {found.length < count && <li>{heading.repairedMore(count - found.length)}</li>}
    </ul>
  )
}

/** Returns the repairs by issue key, until `count` are found or the page limit is reached. */
async function repairsIn(path: string, issues: Choices, count: number, signal: AbortSignal): Promise<Repairs> {
  let found: Repairs = {}
  for (let page = 0; page < MAX_PAGES && Object.keys(found).length < count; page++) {
    const startIssueIndex = String(page * PAGE)
    const { table, total } = await fetchReport<ListReport>(path, { ...issues, startIssueIndex }, signal)
    const keys = table.body.rows.flatMap(row => row.headerColumns.find(({ id }) => id === 'issuekey')?.value ?? [])
    if (keys.length === 0) break
    found = {
      ...found,
      ...(await getJson<Repairs>(`/api/repairs?issueKeys=${encodeURIComponent(keys.join(','))}`, signal)),
    }
    if ((page + 1) * PAGE >= total) break
  }
  return found
}

/** The parameters that select the issues of a report. */
const ISSUE_PARAMETERS = [
  'filterType',
  ...Object.values(selectors),
  'startDate',
  'endDate',
  'dateRangeField',
  'timeZone',
  'asOf',
]

/** Returns the parameters for the cheapest list of the same issues. Those of a period have a value of the report in it. */
export function issuesOf({ parameters, answeredAt }: Pick<LoadedReport, 'parameters' | 'answeredAt'>): Choices {
  const pinned = pinToAnswer(parameters, answeredAt)
  const { inGroup, groupByFields } = pinned
  const pageSize = String(PAGE)
  if (inGroup && hasPeriods(pinned)) return applyChange(pinned, { pageSize })
  const of = Object.entries(pinned).filter(([name]) => ISSUE_PARAMETERS.includes(name))
  return {
    ...Object.fromEntries(of),
    ...(inGroup && groupByFields && { inGroup, groupByFields }),
    columnsBy: 'statusCount',
    pageSize,
  }
}
