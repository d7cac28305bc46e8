import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Repairs } from '../../service/page-types.ts'
import { askReport, getJson } from '../api/client.ts'
import type { ListReport } from '../api/report.ts'
import { selectors } from '../builder/selectors.ts'
import { openOf } from '../drilldown/opened.ts'
import { asOfAnswer } from '../drilldown/questions.ts'
import type { Choices } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import type { AnsweredReport } from '../state/use-report.ts'
import { words } from '../texts/en.ts'

const { heading } = words.frame

/** Issues are looked through page by page: more than these would take long, and are not looked at. */
const MOST_PAGES = 10
const PAGE = 200

/** How many issues of a report have a repaired history; opened, which, what was repaired, and the way to each. */
export function RepairedIssues({ answered }: { readonly answered: AnsweredReport }) {
  const count = answered.report.repairedIssueCount
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <details className="frame-repaired" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{heading.repaired(count)}</summary>
      <p>{heading.repairedHint}</p>
      {isOpen && <Found answered={answered} count={count} />}
    </details>
  )
}

function Found({ answered, count }: { readonly answered: AnsweredReport; readonly count: number }) {
  const { paths } = useCatalogue()
  const { change } = useChoices()
  const issues = issuesOf(answered)
  const { data, error } = useQuery({
    queryKey: ['repaired', issues, count],
    queryFn: ({ signal }) => repairsIn(paths.list, issues, count, signal),
  })
  if (!data) return <p role="status">{error ? error.message : heading.repairedFinding}</p>
  const found = Object.entries(data)
  return (
    <ul>
      {found.map(([key, repairs]) => (
        <li key={key}>
          <button
            type="button"
            className="frame-link"
            onClick={() => change({ 'view.open': openOf({ kind: 'issue', issueKey: key }) })}
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

/** What was repaired in the issues of a report, by key, once `count` are found or enough was looked through. */
async function repairsIn(path: string, issues: Choices, count: number, signal: AbortSignal): Promise<Repairs> {
  let found: Repairs = {}
  for (let page = 0; page < MOST_PAGES && Object.keys(found).length < count; page++) {
    const startIssueIndex = String(page * PAGE)
    const { table, total } = await askReport<ListReport>(path, { ...issues, startIssueIndex }, signal)
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

/** The parameters that say which issues a report is made of. */
const OF_ISSUES = [
  ...['filterType', ...Object.values(selectors), 'startDate', 'endDate', 'dateRangeField', 'timeZone', 'asOf'],
  ...['inGroup', 'groupByFields'],
]

/** The issues of a report as a list of what is soonest told of them. */
function issuesOf({ parameters, at }: AnsweredReport): Choices {
  const of = Object.entries(asOfAnswer(parameters, at)).filter(([name]) => OF_ISSUES.includes(name))
  return { ...Object.fromEntries(of), columnsBy: 'statusCount', pageSize: String(PAGE) }
}
