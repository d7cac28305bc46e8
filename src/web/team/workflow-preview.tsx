import type { Dashboard } from '../api/flow.ts'
import { timeText } from '../drilldown/time-scale.ts'
import { errorMessage, validationErrors } from '../shell/error-message.ts'
import { applyChange } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { TYPING_DELAY, useDebounced } from '../state/use-debounced.ts'
import { formatDecimal, formatNumber } from '../texts/format.ts'
import { workflowTexts } from '../texts/workflow.ts'
import { unitOf } from './unit-of.ts'
import { useDashboard } from './use-dashboard.ts'

const { preview: text } = workflowTexts

/** Compares the numbers of the screen with those of another workflow, before anybody uses it. */
export function WorkflowPreview({ data, workflow }: { readonly data: Dashboard; readonly workflow: string }) {
  const { choices } = useChoices()
  const [settled] = useDebounced(workflow, TYPING_DELAY)
  const { data: then, error, isFetching } = useDashboard(applyChange(choices, { workflow: settled }))
  const unit = unitOf(data, useCatalogue())
  if (error) {
    const messages = validationErrors(error)
    return (
      <div role="alert" className="problem">
        {(messages.length > 0 ? messages : [errorMessage(error).text]).map(message => (
          <p key={message}>{message}</p>
        ))}
      </div>
    )
  }
  const rows = then ? rowsOf(data, then, ms => timeText(ms, unit)) : []
  const isSame = then !== undefined && rows.every(([, now, next]) => now === next)
  return (
    <section className="stack" aria-label={text.title} aria-busy={isFetching || settled !== workflow}>
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
      </p>
    </section>
  )
}

/** Returns the numbers of both screens. One that measures nothing has none. */
function rowsOf(now: Dashboard, then: Dashboard, time: (ms: number) => string) {
  const row = (name: string, of: (data: Dashboard) => string | null) => {
    const shown = (data: Dashboard) => (data.workflow.canMeasure ? of(data) : null) ?? text.none
    return [name, shown(now), shown(then)] as const
  }
  const percentile = (percent: string) => (data: Dashboard) => {
    const found = data.trend.cycleTime.percentiles[percent]
    return found ? time(found.value) : null
  }
  return [
    row(text.inProgress, data => formatNumber(data.attention.inProgress.count)),
    row(text.notStarted, data => formatNumber(data.attention.notStarted.count)),
    row(text.finished, data => formatNumber(data.trend.finished)),
    row(text.half, percentile('50')),
    row(text.late, percentile('85')),
    row(text.efficiency, ({ trend: { efficiency } }) =>
      efficiency.value === null ? null : `${formatDecimal(100 * efficiency.value)} %`,
    ),
    row(text.unmapped, data => formatNumber(data.unmapped.issues)),
  ]
}
