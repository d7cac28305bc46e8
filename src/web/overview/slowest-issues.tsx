import { type CSSProperties, useState } from 'react'
import type { FlowItem, FlowItems, WaitStatus } from '../api/flow.ts'
import { Segments } from '../builder/segments.tsx'
import { formatOpened } from '../drilldown/opened.ts'
import { QueryResult } from '../drilldown/query-result.tsx'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { applyChange, type Choices } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime } from '../texts/format.ts'
import { formatIssueChoice, type IssueChoice, issueChoiceIn, itemParameters, SLOWEST } from './overview-parameters.ts'
import { timeText, unitFor } from './time-scale.ts'
import { useFlow } from './use-flow.ts'

const { overview: text } = texts

/** How many issues to list at first, and at most. */
const [FEW, MANY] = [8, 50]

interface SlowestIssuesProps {
  readonly parameters: Choices
  readonly statuses: readonly WaitStatus[]
  /** Whether the issues may be requested now. */
  readonly isTurn: boolean
}

/** Lists the issues that take longest: those in progress, finished ones, or those behind a bar. */
export function SlowestIssues({ parameters, statuses, isTurn }: SlowestIssuesProps) {
  const { choices, change } = useChoices()
  const choice = issueChoiceIn(choices)
  const [whole, setWhole] = useState<string | null>(null)
  const key = formatIssueChoice(choice) ?? 'inProgress'
  const items = useFlow<FlowItems>(
    'items',
    { ...parameters, ...itemParameters(choice, whole === key ? MANY : FEW) },
    isTurn,
  )
  const status = choice.kind === 'status' ? (statuses.find(({ id }) => id === choice.id)?.status ?? choice.id) : null
  return (
    <>
      <Segments
        label={text.list}
        options={[
          ['inProgress', text.lists.inProgress],
          ['finished', text.lists.finished],
          ...(status === null ? [] : ([['status', text.lists.status(status)]] as const)),
        ]}
        value={choice.kind}
        onPick={kind => {
          if (kind !== 'status') change({ [SLOWEST]: formatIssueChoice({ kind }) })
        }}
      />
      <QueryResult query={items}>
        {data => (
          <>
            <p className="hint overview-count">{!items.isPlaceholderData && countText(data, choice, status)}</p>
            <Issues data={data} choice={choice} isStale={items.isPlaceholderData} />
            {whole !== key && data.total > FEW && (
              <Button look="quiet" onClick={() => setWhole(key)}>
                {text.more(Math.min(MANY, data.total))}
              </Button>
            )}
          </>
        )}
      </QueryResult>
    </>
  )
}

function countText({ total, asOf, timeZone }: FlowItems, { kind }: IssueChoice, status: string | null): string {
  if (kind === 'inProgress') return text.inProgress(total, formatDateTime(Date.parse(asOf), timeZone))
  return status === null ? text.finished(total) : text.behind(total, status)
}

interface IssuesProps {
  readonly data: FlowItems
  readonly choice: IssueChoice
  readonly isStale: boolean
}

function Issues({ data, choice, isStale }: IssuesProps) {
  const { choices } = useChoices()
  const catalogue = useCatalogue()
  const timeOf = ({ age, cycleTime, timeInStatus }: FlowItem) => timeInStatus ?? age ?? cycleTime ?? 0
  const longest = Math.max(0, ...data.items.map(timeOf))
  const unit = unitFor(longest, data, catalogue, choices.dayLength)
  return (
    <ol
      className={`overview-issues${choice.kind === 'finished' ? ' overview-done' : ''}${isStale ? ' overview-stale' : ''}`}
    >
      {data.items.map(item => {
        const open = formatOpened({ kind: 'issue', issueKey: item.key })
        return (
          <li key={item.key} aria-current={choices['view.open'] === open ? 'true' : undefined}>
            <ChoiceLink choices={applyChange(choices, { 'view.open': open })}>
              <span className="overview-key numbers">{item.key}</span>
              <span className="ellipsis" title={item.summary}>
                {item.summary}
              </span>
              <span className="overview-time numbers">{timeText(timeOf(item), unit)}</span>
              <span
                className="overview-length"
                style={{ '--at': longest > 0 ? timeOf(item) / longest : 0 } as CSSProperties}
              />
              {choice.kind === 'inProgress' && (
                <span className="overview-status hint ellipsis" title={item.status}>
                  {item.status}
                </span>
              )}
            </ChoiceLink>
          </li>
        )
      })}
    </ol>
  )
}
