import type { Dashboard, ItemsLink } from '../api/flow.ts'
import { formatDateTime, formatNumber } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ToIssue, ToItems } from './items-link.tsx'
import { Panel } from './panel.tsx'

const { since: text } = teamChoiceTexts

/** What happened since yesterday. Each number leads to its issues. */
export function SincePanel({ data }: { readonly data: Dashboard }) {
  const { from, finished, started, movedBack, newlyOverSle } = data.since
  const numbers: readonly (readonly [string, number, ItemsLink])[] = [
    [text.finished, finished.count, finished.items],
    [text.started, started.count, started.items],
    [text.movedBack, movedBack.count, movedBack.items],
    ...(newlyOverSle ? [[text.newlyOver, newlyOverSle.count, newlyOverSle.items] as const] : []),
  ]
  return (
    <Panel title={text.title} how={text.how(formatDateTime(Date.parse(from), data.timeZone))}>
      <ul className="team-list">
        {numbers.map(([name, count, link]) => (
          <li key={name}>
            <span>{name}</span>
            <span>
              <ToItems link={count === 0 ? undefined : link}>{formatNumber(count)}</ToItems>
            </span>
          </li>
        ))}
      </ul>
      {newlyOverSle && newlyOverSle.keys.length > 0 && (
        <ul className="row" aria-label={text.newlyOver}>
          {newlyOverSle.keys.map(key => (
            <li key={key}>
              <ToIssue issueKey={key} />
            </li>
          ))}
          {newlyOverSle.count > newlyOverSle.keys.length && (
            <li>{text.more(newlyOverSle.count - newlyOverSle.keys.length)}</li>
          )}
        </ul>
      )}
    </Panel>
  )
}
