import { useEffect, useId, useRef } from 'react'
import type { FlowWaits } from '../api/flow.ts'
import { QueryResult } from '../drilldown/query-result.tsx'
import { parametersOf } from '../state/choices.ts'
import { isTyping } from '../state/use-address.ts'
import { useChoices } from '../state/use-choices.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { texts } from '../texts/en.ts'
import { flowParameters, SLOWEST } from './overview-parameters.ts'
import { SlowestIssues } from './slowest-issues.tsx'
import { useFlow } from './use-flow.ts'
import { WaitingTimes } from './waiting-times.tsx'
import './overview.css'

const { overview: text } = texts

/** Shows where the chosen issues wait, next to those that take longest. It lets a running report go first. */
export function Overview({ isReportRunning }: { readonly isReportRunning: boolean }) {
  const { choices } = useChoices()
  const [debounced] = useDebounced(choices, isTyping() ? TYPING_DELAY : 0)
  const parameters = flowParameters(parametersOf(debounced))
  const waits = useFlow<FlowWaits>('waits', parameters, !isReportRunning)
  const [waitsId, issuesId] = [useId(), useId()]
  const issues = useRef<HTMLHeadingElement>(null)
  const chosen = useRef(choices[SLOWEST])
  useEffect(() => {
    if (choices[SLOWEST] === chosen.current) return
    chosen.current = choices[SLOWEST]
    // On phones the issues behind a bar are below the bars.
    const { top } = issues.current!.getBoundingClientRect()
    if (top > 0.75 * window.innerHeight) issues.current!.scrollIntoView({ block: 'start' })
  }, [choices])
  return (
    <div className="overview" aria-busy={waits.isFetching}>
      <div className="overview-parts">
        <section className="overview-part card stack" aria-labelledby={waitsId}>
          <h2 id={waitsId}>{text.waits}</h2>
          <QueryResult query={waits}>{data => <WaitingTimes waits={data} />}</QueryResult>
        </section>
        <section className="overview-part card stack" aria-labelledby={issuesId}>
          <h2 id={issuesId} ref={issues}>
            {text.slowest}
          </h2>
          <SlowestIssues
            parameters={parameters}
            statuses={waits.data?.statuses ?? []}
            isTurn={!isReportRunning && !waits.isFetching}
          />
        </section>
      </div>
    </div>
  )
}
