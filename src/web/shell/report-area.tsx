import { lazy, Suspense, useState } from 'react'
import { NetworkError } from '../api/client.ts'
import type { MissingChoice } from '../builder/is-complete.ts'
import { shownViewIn } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import type { ReportQuery } from '../state/use-report.ts'
import { ReportTable } from '../table/report-table.tsx'
import { teamOf } from '../team/team-parameters.ts'
import { texts } from '../texts/en.ts'
import { Button } from './button.tsx'
import { ChoiceLink } from './choice-link.tsx'
import { CompareNote } from './compare-note.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { emptyReason } from './empty-reason.ts'
import { EmptyReport } from './empty-report.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { PeriodLinks } from './period-links.tsx'
import { ReportError } from './report-error.tsx'
import { ReportHeading } from './report-heading.tsx'
import { ReportTabs, TAB_PANEL } from './report-tabs.tsx'
import { RunState, Skeleton } from './run-state.tsx'
import { useElapsed } from './use-elapsed.ts'
import { ViewToolsContainer } from './view-tools.tsx'
import './report-area.css'

// The chart library is larger than the rest of the page.
const ReportChart = lazy(() => import('../chart/report-chart.tsx').then(module => ({ default: module.ReportChart })))

const { shell } = texts

interface ReportAreaProps {
  readonly query: ReportQuery
  readonly missing: readonly MissingChoice[]
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}

/** Shows the report in all its states: running, loaded, empty, canceled or failed. */
export function ReportArea({ query, missing, run, showChoice }: ReportAreaProps) {
  const { choices } = useChoices()
  const { loaded, error, isRunning, isStale, cancel } = query
  const elapsed = useElapsed(isRunning)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const isShown = error !== null && !(error instanceof NetworkError) && !isRunning
  return (
    <div className="shell-area stack grow">
      <div className={isStale ? 'shell-stale' : undefined} aria-busy={isRunning}>
        {loaded ? <ReportHeading loaded={loaded} /> : <h1 className="visually-hidden">{shell.panel.title}</h1>}
        {!loaded && isRunning && <div className="shell-heading-skeleton" />}
      </div>
      <div className="shell-bar row">
        <ReportTabs />
        {loaded && <PeriodLinks />}
        {loaded && (
          <ChoiceLink choices={teamOf(choices)} className="button quiet">
            {shell.report.team}
          </ChoiceLink>
        )}
        <div className="shell-tools grow" ref={setTools} />
        {loaded && <DownloadMenu choices={choices} report={loaded.report} canRun={missing.length === 0 && !isStale} />}
        <RunState elapsed={elapsed} isRunning={isRunning} canRun={missing.length === 0} run={run} cancel={cancel} />
      </div>
      {loaded && !isStale && <CompareNote loaded={loaded} />}
      {isShown && <ReportError error={error} run={run} showChoice={showChoice} />}
      {!isRunning && !isShown && <IdleNotice query={query} missing={missing} run={run} showChoice={showChoice} />}
      <ViewToolsContainer value={tools}>
        <ReportView query={query} isLong={elapsed > 0} />
      </ViewToolsContainer>
      <p className="visually-hidden" role="status">
        {loaded && !isStale && !isRunning && shell.report.ready(loaded.report.table.body.rows.length)}
      </p>
    </div>
  )
}

/** Explains why nothing runs although the shown report is outdated. */
function IdleNotice({ query: { loaded, error, isStale }, missing, run, showChoice }: ReportAreaProps) {
  if (missing.length > 0) {
    return (
      <div className="shell-hint row soft" role="status">
        <span>{shell.report.incomplete}</span>
        {missing.map(({ parameter, text }) => (
          <Button key={parameter} onClick={() => showChoice(parameter)}>
            {text}
          </Button>
        ))}
        {loaded && <span>{shell.report.isBefore}</span>}
      </div>
    )
  }
  if (error || (loaded && !isStale)) return null
  return (
    <p className="shell-hint row soft" role="status">
      {loaded ? shell.report.stopped : shell.report.stoppedFirst}
      <Button onClick={run}>{shell.report.runNow}</Button>
    </p>
  )
}

/** Shows the table or the chart. */
function ReportView({ query, isLong }: { readonly query: ReportQuery; readonly isLong: boolean }) {
  const { choices } = useChoices()
  const { loaded, isRunning, isStale } = query
  const what = shownViewIn(choices)
  const reason = loaded ? emptyReason(loaded.report) : null
  const hidesReport = reason !== null && reason !== 'noValues'
  return (
    <div
      className={`shell-look stack loose${isStale && what === 'chart' ? ' shell-stale' : ''}`}
      role="tabpanel"
      id={TAB_PANEL}
      aria-labelledby={`tab-${what}`}
      aria-busy={isRunning}
      tabIndex={-1}
    >
      {!loaded && isRunning && isLong && <Skeleton />}
      {loaded && reason && <EmptyReport loaded={loaded} reason={reason} />}
      {loaded && !hidesReport && (
        <ErrorBoundary key={what === 'chart' ? 'chart' : 'table'}>
          {what !== 'chart' ? (
            <ReportTable report={loaded.report} isStale={isStale} />
          ) : (
            <Suspense fallback={<p className="shell-hint row soft">{shell.report.chartOpening}</p>}>
              <ReportChart loaded={loaded} />
            </Suspense>
          )}
        </ErrorBoundary>
      )}
    </div>
  )
}
