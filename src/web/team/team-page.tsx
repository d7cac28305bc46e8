import { lazy, Suspense, useEffect, useState } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { Drilldown } from '../drilldown/drilldown.tsx'
import { Loading, QueryResult } from '../drilldown/query-result.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { OtherPage, PageHeading } from '../shell/other-page.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { goesBackByItself, lastWeeks } from './last-weeks.ts'
import { isEditing } from './missing.ts'
import { screenFacts, useScreenTitle } from './screen-facts.ts'
import { TeamPanels } from './team-panels.tsx'
import { reportOf } from './team-parameters.ts'
import { TeamSettings } from './team-settings.tsx'
import { unitOf } from './unit-of.ts'
import { useDashboard } from './use-dashboard.ts'
import { AllIssues } from './way-on.tsx'
import type { DraftState, WorkflowDraft } from './workflow-draft.ts'
import './team.css'

const WorkflowEditor = lazy(() => import('./workflow-editor.tsx').then(module => ({ default: module.WorkflowEditor })))

/** The screen of a team. All of its numbers come from one answer. */
export function TeamPage() {
  const { choices } = useChoices()
  const query = useDashboard(choices)
  const title = useScreenTitle()
  const isGoingBack = useLastWeeks(query)
  const report = reportOf(choices, useCatalogue())
  const state = useDraft(choices.workflow)
  return (
    <OtherPage
      report={choices}
      className="team"
      linksLabel={teamTexts.links}
      drawer={<Drilldown report={undefined} />}
      links={
        <>
          <ChoiceLink choices={{}}>{teamTexts.home}</ChoiceLink>
          <ChoiceLink choices={report}>{teamTexts.reports}</ChoiceLink>
        </>
      }
    >
      {() => (
        <>
          <PageHeading text={title} />
          <TeamSettings data={query.data} {...state} />
          <div aria-busy={query.isFetching} className={query.isPlaceholderData ? 'team-stale stack' : 'stack'}>
            {!isGoingBack && (
              <QueryResult query={query} wayOn={<AllIssues />}>
                {data => <Screen data={data} {...state} />}
              </QueryResult>
            )}
          </div>
        </>
      )}
    </OtherPage>
  )
}

/** The workflow that is edited. It is kept while the screen requests other numbers, until another workflow is chosen. */
function useDraft(workflow: string | undefined): DraftState {
  const [draft, setDraft] = useState<WorkflowDraft | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another workflow was chosen
  useEffect(() => setDraft(null), [workflow])
  return { draft, setDraft }
}

/** Goes back to the last weeks with finished issues if the period has none. The address says so. */
function useLastWeeks({ data, isPlaceholderData }: ReturnType<typeof useDashboard>): boolean {
  const { choices, change } = useChoices()
  const isGoingBack = data !== undefined && !isPlaceholderData && goesBackByItself(choices, data)
  useEffect(() => {
    const earlier = isGoingBack ? lastWeeks(choices, data) : null
    if (earlier) change(earlier, { addsHistoryEntry: false })
  }, [isGoingBack, choices, change, data])
  return isGoingBack
}

function Screen({ data, ...state }: DraftState & { readonly data: Dashboard }) {
  const { choices } = useChoices()
  const unit = unitOf(data, useCatalogue())
  const isMute = data.issues.measured > 0 && !data.workflow.canMeasure
  return (
    <>
      <Facts data={data} />
      {isEditing(choices, data) && (
        <Suspense fallback={<Loading />}>
          <WorkflowEditor data={data} {...state} />
        </Suspense>
      )}
      {!isMute && <TeamPanels data={data} unit={unit} />}
    </>
  )
}

/** What the numbers are about. */
function Facts({ data }: { readonly data: Dashboard }) {
  const { timeZone, trend, warnings } = data
  const { window, measured, asOf } = screenFacts(data)
  const at = (text: string) => formatDateTime(Date.parse(text), timeZone)
  const { window: before } = trend.previous
  return (
    <div className="team-facts row hint">
      <span>{window}</span>
      <span>{teamTexts.before(at(before.from), at(before.last))}</span>
      <span>{measured}</span>
      <span>{asOf}</span>
      {warnings.length > 0 && (
        <details>
          <summary>{teamTexts.notes(warnings.length)}</summary>
          <ul>
            {warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
