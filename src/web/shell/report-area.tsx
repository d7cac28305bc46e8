import { lazy, Suspense, useState } from 'react'
import { Unreachable } from '../api/client.ts'
import { useChoices } from '../state/use-choices.ts'
import type { AskedReport } from '../state/use-report.ts'
import { ReportTable } from '../table/report-table.tsx'
import { words } from '../texts/en.ts'
import { EmptyReport } from './empty-report.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LookToolsPlace } from './look-tools.tsx'
import { ReportError } from './report-error.tsx'
import { ReportHeading } from './report-heading.tsx'
import { ReportTabs, TAB_PANEL } from './report-tabs.tsx'
import { RunState, Skeleton } from './run-state.tsx'
import { useElapsed } from './use-elapsed.ts'
import { whyEmpty } from './why-empty.ts'
import './report-area.css'

// Charts weigh more than the rest of the page together.
const ReportChart = lazy(() => import('../chart/report-chart.tsx').then(room => ({ default: room.ReportChart })))

const { frame } = words

/** The report with all it can be: running, there, empty, stopped, or refused. */
export function ReportArea({
  asked,
  canAsk,
  run,
  showChoice,
}: {
  readonly asked: AskedReport
  readonly canAsk: boolean
  readonly run: () => void
  readonly showChoice: (parameter: string) => void
}) {
  const { answered, error, isRunning, isStale, cancel } = asked
  const elapsed = useElapsed(isRunning)
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const isShown = error !== null && !(error instanceof Unreachable) && !isRunning
  return (
    <div className="frame-area">
      <div className={isStale ? 'frame-stale' : undefined} aria-busy={isRunning}>
        {answered ? <ReportHeading answered={answered} /> : <h1 className="visually-hidden">{frame.panel.title}</h1>}
        {!answered && isRunning && <div className="frame-heading-skeleton" />}
      </div>
      <div className="frame-bar">
        <ReportTabs />
        <div className="frame-tools" ref={setTools} />
        <RunState elapsed={elapsed} isRunning={isRunning} canRun={canAsk} run={run} cancel={cancel} />
      </div>
      {isShown && <ReportError error={error} run={run} showChoice={showChoice} />}
      {!isRunning && !isShown && <Standstill asked={asked} canAsk={canAsk} run={run} />}
      <LookToolsPlace value={tools}>
        <Look asked={asked} isLong={elapsed > 0} />
      </LookToolsPlace>
      <p className="visually-hidden" role="status">
        {answered && !isStale && !isRunning && frame.report.ready(answered.report.table.body.rows.length)}
      </p>
    </div>
  )
}

/** Why nothing runs although what is shown is not what was chosen. */
function Standstill({
  asked: { answered, error, isStale },
  canAsk,
  run,
}: {
  readonly asked: AskedReport
  readonly canAsk: boolean
  readonly run: () => void
}) {
  if (!canAsk) {
    return (
      <p className="frame-hint">
        {frame.report.incomplete} {answered && frame.report.isBefore}
      </p>
    )
  }
  if (error || (answered && !isStale)) return null
  return (
    <p className="frame-hint" role="status">
      {answered ? frame.report.stopped : frame.report.stoppedFirst}
      <button type="button" className="button" onClick={run}>
        {frame.report.runNow}
      </button>
    </p>
  )
}

/** The table or the chart. */
function Look({ asked, isLong }: { readonly asked: AskedReport; readonly isLong: boolean }) {
  const { choices } = useChoices()
  const { answered, isRunning, isStale } = asked
  const what = choices.show === 'chart' ? 'chart' : 'table'
  const emptiness = answered ? whyEmpty(answered.report) : null
  const isBare = emptiness !== null && emptiness !== 'noValues'
  return (
    <div
      className={`frame-look${isStale && what === 'chart' ? ' frame-stale' : ''}`}
      role="tabpanel"
      id={TAB_PANEL}
      aria-labelledby={`tab-${what}`}
      aria-busy={isRunning}
      tabIndex={-1}
    >
      {!answered && isRunning && isLong && <Skeleton />}
      {answered && emptiness && <EmptyReport answered={answered} emptiness={emptiness} />}
      {answered && !isBare && (
        <ErrorBoundary key={what}>
          {what === 'table' ? (
            <ReportTable report={answered.report} isStale={isStale} />
          ) : (
            <Suspense fallback={<p className="frame-hint">{frame.report.chartOpening}</p>}>
              <ReportChart report={answered.report} />
            </Suspense>
          )}
        </ErrorBoundary>
      )}
    </div>
  )
}
