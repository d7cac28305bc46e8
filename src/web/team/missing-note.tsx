import type { ReactNode } from 'react'
import type { Dashboard, ItemsLink } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { applyChange, type ChoiceChange } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ToItems } from './items-link.tsx'
import { lastWeeks } from './last-weeks.ts'
import { type Cause, causeOf, isUnsettled, type ScreenPart } from './missing.ts'
import { Panel } from './panel.tsx'

const { missing: text, askStatuses } = teamChoiceTexts

/** The change that opens the question about statuses. */
export const ASK_STATUSES: ChoiceChange = { 'view.statuses': 'open' }

/** A panel, or if it would be empty, the same one with the reason and a way on. */
export function PanelOrNote({
  data,
  part,
  title,
  children,
}: {
  readonly data: Dashboard
  readonly part: ScreenPart
  readonly title: string
  readonly children: ReactNode
}) {
  const cause = causeOf(data, part)
  if (cause === null) return children
  return (
    <Panel title={title}>
      <MissingNote data={data} cause={cause} />
    </Panel>
  )
}

/** Says in a sentence what is missing, with a button that leads on. */
export function MissingNote({ data, cause }: { readonly data: Dashboard; readonly cause: Cause }) {
  return (
    <>
      <p>{sentenceOf(cause, data)}</p>
      <WayOn data={data} cause={cause} />
    </>
  )
}

function sentenceOf(cause: Cause, data: Dashboard): ReactNode {
  const { issues, trend, data: ends, timeZone } = data
  const at = (time: string) => formatDateTime(Date.parse(time), timeZone)
  const sentences: Readonly<Record<Cause, () => ReactNode>> = {
    noIssues: () => (issues.leftOut > 0 ? text.otherLevels(issues.leftOut) : text.noIssues),
    notInProgress: () => (
      <>
        {text.notInProgress} <OpenIssues data={data} />.
      </>
    ),
    nothingOpen: () => text.nothingOpen,
    neverFinished: () => text.neverFinished,
    noFinished: () => `${text.noFinished} ${text.lastFinish(at(ends.lastFinish!))}`,
    withoutStart: () => text.withoutStart(trend.finished),
  }
  return sentences[cause]()
}

/** The issues that are open, and not in progress. Each number leads to its issues. */
export function OpenIssues({ data: { attention } }: { readonly data: Dashboard }) {
  const { notStarted, parked } = attention
  return (
    <>
      {notStarted.count > 0 && <ToItems link={notStarted.items}>{text.notStarted(notStarted.count)}</ToItems>}
      {notStarted.count > 0 && parked.count > 0 && ', '}
      {parked.count > 0 && <ToItems link={parked.items}>{text.parked(parked.count)}</ToItems>}
    </>
  )
}

function WayOn({ data, cause }: { readonly data: Dashboard; readonly cause: Cause }) {
  const { choices, change } = useChoices()
  const { issues, trend, workflow } = data
  const earlier = lastWeeks(choices, data)
  const ask = isUnsettled(workflow) && <Button onClick={() => change(ASK_STATUSES)}>{askStatuses}</Button>
  const ways: Readonly<Record<Cause, () => ReactNode>> = {
    noIssues: () =>
      issues.leftOut > 0 && issues.itemsLeftOut ? (
        <ItemsButton link={issues.itemsLeftOut}>{text.showThem}</ItemsButton>
      ) : (
        <ChoiceLink choices={{ page: 'team' }} className="button">
          {text.all}
        </ChoiceLink>
      ),
    notInProgress: () => ask,
    neverFinished: () => ask,
    nothingOpen: () => <ItemsButton link={trend.items}>{text.showFinished}</ItemsButton>,
    noFinished: () => earlier && <Button onClick={() => change(earlier)}>{text.asOfThen}</Button>,
    withoutStart: () => <ItemsButton link={trend.itemsWithoutStart}>{text.showThem}</ItemsButton>,
  }
  const way = ways[cause]()
  return way && <div>{way}</div>
}

function ItemsButton({ link, children }: { readonly link: ItemsLink; readonly children: ReactNode }) {
  const { choices } = useChoices()
  const open = formatOpened({ kind: 'items', link })
  return (
    <ChoiceLink choices={applyChange(choices, { 'view.open': open })} className="button">
      {children}
    </ChoiceLink>
  )
}
