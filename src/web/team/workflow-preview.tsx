import type { Dashboard } from '../api/flow.ts'
import { timeText } from '../drilldown/time-scale.ts'
import { Button } from '../shell/button.tsx'
import { errorMessage, validationErrors } from '../shell/error-message.ts'
import { applyChange } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { formatDateTime, formatDecimal, formatNumber } from '../texts/format.ts'
import { workflowTexts } from '../texts/workflow.ts'
import { unitOf } from './unit-of.ts'
import { useShownDashboard } from './use-dashboard.ts'

const { preview: text } = workflowTexts

/** The screen as another workflow would show it. */
export type Preview = ReturnType<typeof usePreview>

/** Requests the numbers of the screen with another workflow after a pause in typing. `isWhole` is whether the workflow is valid. */
export function usePreview(workflow: string, isWhole: boolean) {
  const { choices } = useChoices()
  const [settled] = useDebounced(workflow, TYPING_DELAY)
  const { query, goesBack } = useShownDashboard(applyChange(choices, { workflow: settled }), isWhole)
  const { data, error, isFetching, refetch } = query
  const isSettled = settled === workflow && !isFetching
  const messages = error ? validationErrors(error) : []
  return { data, error, messages, goesBack, isSettled, isRefused: isSettled && messages.length > 0, refetch }
}

/** Compares the numbers of the screen with those of another workflow. */
export function WorkflowPreview({ data, preview }: { readonly data: Dashboard; readonly preview: Preview }) {
  const { data: then, error, messages, goesBack, isSettled, refetch } = preview
  const unit = unitOf(data, useCatalogue())
  if (error) {
    return (
      <div role="alert" className="problem stack">
        {(messages.length > 0 ? messages.map(plainText) : [errorMessage(error).title]).map(message => (
          <p key={message}>{message}</p>
        ))}
        {messages.length === 0 && (
          <div>
            <Button onClick={() => void refetch()}>{text.again}</Button>
          </div>
        )}
      </div>
    )
  }
  const rows = then ? rowsOf(data, then, ms => timeText(ms, unit)) : []
  const isSame = then !== undefined && isSettled && rows.every(([, now, next]) => now === next)
  return (
    <section
      className={then === undefined || isSettled ? 'stack' : 'stack team-stale'}
      aria-label={text.title}
      aria-busy={!isSettled}
    >
      <table className="workflow-preview numbers">
        <caption>{text.title}</caption>
        <thead>
          <tr>
            <th scope="col">{text.measure}</th>
            <th scope="col">{text.now}</th>
            <th scope="col">{text.changed}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, now, next]) => (
            <tr key={name} className={now === next ? 'soft' : ''}>
              <th scope="row">{name}</th>
              <td>{now}</td>
              <td>{next}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="hint" role="status">
        {isSame && text.same}
        {then && goesBack && text.earlier(formatDateTime(Date.parse(then.from), then.timeZone))}
      </p>
    </section>
  )
}

/** Returns a message without the JSON of the workflow. */
function plainText(message: string): string {
  return message.replace(/^ERROR: workflow '.*' is not the definition of a workflow: /s, '')
}

/** Returns the numbers of both screens as text. A workflow that cannot measure has no numbers. */
function rowsOf(now: Dashboard, then: Dashboard, time: (ms: number) => string) {
  const row = (name: string, of: (data: Dashboard) => string | null) => {
    const shown = (data: Dashboard) => (data.workflow.canMeasure ? of(data) : null) ?? text.none
    return [name, shown(now), shown(then)] as const
  }
  const count = (found: { readonly count: number } | null) => (found ? formatNumber(found.count) : null)
  const percentile = (percent: string) => (data: Dashboard) => {
    const found = data.trend.cycleTime.percentiles[percent]
    return found ? time(found.value) : null
  }
  return [
    row(text.inProgress, data => count(data.attention.inProgress)),
    row(text.notStarted, data => count(data.attention.notStarted)),
    row(text.finished, data => formatNumber(data.trend.finished)),
    row(text.half, percentile('50')),
    row(text.late, percentile('85')),
    row(text.overSle, data => count(data.attention.overSle)),
    row(text.blocked, data => count(data.attention.blockedNow)),
    row(text.efficiency, ({ trend: { efficiency } }) =>
      efficiency.value === null ? null : `${formatDecimal(100 * efficiency.value)} %`,
    ),
    row(text.unmapped, data => formatNumber(data.unmapped.issues)),
  ]
}
