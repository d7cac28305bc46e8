import { useState } from 'react'
import type { AgeingItem, Dashboard } from '../api/flow.ts'
import { type TimeUnit, timeText } from '../drilldown/time-scale.ts'
import { Button } from '../shell/button.tsx'
import { Name } from '../shell/name.tsx'
import { formatDateTime } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { ToIssue } from './items-link.tsx'
import { Panel } from './panel.tsx'

const { attention: text } = teamTexts

/** How many issues to list at first, and at most. */
const [FEW, MANY] = [8, 50]

/** The share of finished issues from which an age is worth a word. */
const LATE = 0.85

/** The issues in progress that need attention, with the reasons. */
export function AttentionList({ data, unit }: { readonly data: Dashboard; readonly unit: TimeUnit }) {
  const [isWhole, setWhole] = useState(false)
  const { items, total } = data.attention
  const named = items
    .map(item => ({ item, reasons: reasonsOf(item, data, unit) }))
    .filter(({ reasons }) => reasons.length > 0)
    .sort((a, b) => b.reasons.length - a.reasons.length)
  const shown = named.slice(0, isWhole ? MANY : FEW)
  return (
    <Panel title={text.title} how={text.how}>
      {items.length < total && <p className="hint">{text.cut(items.length, total)}</p>}
      {named.length === 0 ? (
        <p>{text.none}</p>
      ) : (
        <ol className="team-attention">
          {shown.map(({ item, reasons }) => (
            <li key={item.key}>
              <ToIssue issueKey={item.key} />
              <span className="ellipsis" title={item.summary}>
                <Name name={item.summary} />
              </span>
              <span className="team-age">{timeText(item.age, unit)}</span>
              <span className="hint breakable">
                <Name name={item.stage} /> · <Name name={item.assignee ?? text.nobody} />: {reasons.join(', ')}
              </span>
            </li>
          ))}
        </ol>
      )}
      {shown.length < named.length && !isWhole && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {text.more(Math.min(MANY, named.length))}
        </Button>
      )}
    </Panel>
  )
}

/** Returns why an issue needs attention, in words; the strongest reason first. */
export function reasonsOf(item: AgeingItem, data: Dashboard, unit: TimeUnit): string[] {
  const { sle, timeZone } = data
  const { count, of } = item.pace ?? { count: 0, of: 0 }
  return [
    ...(item.blockedSince === null ? [] : [text.blocked(formatDateTime(Date.parse(item.blockedSince), timeZone))]),
    ...(item.overSle && sle ? [text.overSle(timeText(sle.ms, unit))] : []),
    ...(item.unchanged ? [text.unchanged(timeText(item.unchangedFor, unit))] : []),
    ...(!item.overSle && of > 0 && count / of >= LATE ? [text.pace(count, of)] : []),
  ]
}
