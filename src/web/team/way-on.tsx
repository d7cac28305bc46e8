import type { ReactNode } from 'react'
import type { Dashboard, ItemsLink } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { Button } from '../shell/button.tsx'
import { ChoiceLink } from '../shell/choice-link.tsx'
import { applyChange, type ChoiceChange } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { learnFrom, moreWeeks } from './forecast-choices.ts'
import { lastWeeks } from './last-weeks.ts'
import { longerPeriods } from './longer-periods.ts'
import { type Cause, isUnsettled } from './missing.ts'

const { missing: text, askStatuses } = teamChoiceTexts

/** The change that opens the editor of the workflow. */
export const ASK_STATUSES: ChoiceChange = { 'view.statuses': 'open' }

/** The button that leads on from an empty part of the screen. */
export function WayOn({ data, cause }: { readonly data: Dashboard; readonly cause: Cause }) {
  const { choices, change } = useChoices()
  const { issues, attention, trend, workflow, forecast } = data
  const to = (name: string, by: ChoiceChange) => <Button onClick={() => change(by)}>{name}</Button>
  const list = (name: string, link: ItemsLink) => <ItemsButton link={link}>{name}</ItemsButton>
  const askOr = (other: ReactNode) => (isUnsettled(workflow) ? to(askStatuses, ASK_STATUSES) : other)
  const { inProgress, notStarted, parked } = attention
  const open = [inProgress, notStarted, parked].find(({ count }) => count > 0)
  const earlier = lastWeeks(choices, data)
  const longer = longerPeriods(choices, trend)
  const weeks = moreWeeks(choices, data)
  const ways: Readonly<Record<Cause, () => ReactNode>> = {
    noIssues: () =>
      issues.leftOut > 0 && issues.itemsLeftOut ? list(text.showThem, issues.itemsLeftOut) : <AllIssues />,
    notInProgress: () => askOr(open && list(text.showThem, open.items)),
    nothingOpen: () => list(text.showFinished, trend.items),
    neverFinished: () => askOr(open && list(text.showOpen, open.items)),
    noFinished: () => earlier && to(text.asOfThen, earlier),
    withoutStart: () => list(text.showThem, trend.itemsWithoutStart),
    fewInPeriods: () => (longer ? to(longer.name, longer.change) : list(text.showFinished, trend.itemsWithStart)),
    noTime: () =>
      choices.calendar === undefined
        ? askOr(list(text.showFinished, trend.itemsWithStart))
        : to(text.countAllHours, { calendar: null }),
    noForecast: () => {
      if (weeks !== null) return to(text.learnFrom(weeks), learnFrom(weeks))
      return choices.filterType === undefined ? list(text.showFinished, forecast.sample.items) : <AllIssues />
    },
  }
  const way = ways[cause]()
  return way && <div>{way}</div>
}

/** The button that shows the screen of all issues, with its usual settings. */
export function AllIssues() {
  return (
    <ChoiceLink choices={{ page: 'team' }} className="button">
      {text.all}
    </ChoiceLink>
  )
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
