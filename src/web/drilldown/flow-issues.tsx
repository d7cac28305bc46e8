import { useQuery } from '@tanstack/react-query'
import { fetchReport } from '../api/client.ts'
import type { FlowItem, FlowItems } from '../api/flow.ts'
import { withIssues } from '../builder/with-issues.ts'
import { Name } from '../shell/name.tsx'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { type Choices, type Parameters, parametersOf } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { FLOW_KEY } from '../state/use-report.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { OpenLink } from './links.tsx'
import { QueryResult } from './query-result.tsx'
import { timeText, unitFor } from './time-scale.ts'
import './row-issues.css'

const { items: text } = texts.drilldown

/** The most issues to list. */
const MOST = 200

/** Lists the issues behind a number of flow, the longest first. */
export function FlowIssues({
  link,
  parameters,
  timeZone,
}: {
  readonly link: Parameters
  readonly parameters: Choices
  readonly timeZone: string
}) {
  const sent = { ...withIssues(parametersOf(parameters)), ...link, orderBy: 'time', pageSize: String(MOST) }
  const query = useQuery({
    queryKey: [...FLOW_KEY, 'items', sent],
    queryFn: ({ signal }) => fetchReport<FlowItems>('/api/flow/items', sent, signal),
    staleTime: 60_000,
  })
  return <QueryResult query={query}>{data => <Items data={data} timeZone={timeZone} />}</QueryResult>
}

function Items({ data, timeZone }: { readonly data: FlowItems; readonly timeZone: string }) {
  const catalogue = useCatalogue()
  const { items, total } = data
  const unit = unitFor(Math.max(0, ...items.map(item => timeOf(item) ?? 0)), data, catalogue, undefined)
  const hasFinish = items.some(({ finish }) => finish !== null)
  if (total === 0) return <p className="drilldown-none">{text.none}</p>
  return (
    <>
      <p className="drilldown-links">{text.shown(items.length, total)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container needs the keyboard */}
      <section className="drilldown-issues" aria-label={text.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.issue}</th>
              <th scope="col">{text.status}</th>
              {hasFinish && <th scope="col">{text.finish}</th>}
              <th scope="col" className="drilldown-number">
                {text.times[timeKind(items)]}
              </th>
            </tr>
          </thead>
          <tbody>
            {items.map(item => {
              const time = timeOf(item)
              return (
                <tr key={item.key}>
                  <th scope="row">
                    <OpenLink to={{ kind: 'issue', issueKey: item.key }}>{item.key}</OpenLink>
                    <TrackerLink issueKey={item.key} />{' '}
                    <span title={item.summary}>
                      <Name name={item.summary} />
                    </span>
                  </th>
                  <td>
                    <Name name={item.status} />
                  </td>
                  {hasFinish && (
                    <td>{item.finish === null ? '-' : formatDateTime(Date.parse(item.finish), timeZone)}</td>
                  )}
                  <td className="drilldown-number">{time === null ? '-' : timeText(time, unit)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </section>
    </>
  )
}

type Times = Pick<FlowItem, 'timeInStatus' | 'cycleTime' | 'age'>

/** The times of an issue. The first that it has is shown. */
const KINDS = ['timeInStatus', 'cycleTime', 'age'] as const

function timeOf(item: Times): number | null {
  const kind = KINDS.find(one => item[one] != null)
  return kind === undefined ? null : item[kind]!
}

/** Returns which time the list shows; `several` if issues differ in it, or if none has a time. */
export function timeKind(items: readonly Times[]): (typeof KINDS)[number] | 'several' {
  const kinds = new Set(items.map(item => KINDS.find(one => item[one] != null)))
  kinds.delete(undefined)
  const [kind, other] = kinds
  return kind === undefined || other !== undefined ? 'several' : kind
}

/** Returns the title of the issues behind a number: what selects them. */
export function itemsTitle({
  only,
  state,
  inStage,
  wasIn,
  movedFrom,
  movedTo,
  reopenedBy,
  reached,
}: Parameters): string {
  const { only: names, states } = text
  if (movedFrom !== undefined && movedTo !== undefined) return text.moved(isolateName(movedFrom), isolateName(movedTo))
  if (reopenedBy !== undefined) return text.reopenedBy
  if (only !== undefined && only in names) return names[only as keyof typeof names]
  if (inStage !== undefined) return text.inStage(isolateName(inStage))
  if (reached !== undefined) return text.reached(isolateName(reached))
  if (wasIn !== undefined) return text.wasIn
  return state !== undefined && state in states ? states[state as keyof typeof states] : text.title
}
