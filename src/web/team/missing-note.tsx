import type { ReactNode } from 'react'
import type { Dashboard } from '../api/flow.ts'
import type { Choices } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { sampleWeeksIn } from './forecast-choices.ts'
import { ToItems } from './items-link.tsx'
import { type Cause, causeOf, type ScreenPart } from './missing.ts'
import { Panel } from './panel.tsx'
import { WayOn } from './way-on.tsx'

const { missing: text } = teamChoiceTexts

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
      <p>{sentenceOf(cause, data, useChoices().choices)}</p>
      <WayOn data={data} cause={cause} />
    </>
  )
}

function sentenceOf(cause: Cause, data: Dashboard, choices: Choices): ReactNode {
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
    fewInPeriods: () => text.fewInPeriods,
    noTime: () => text.noTime,
    noForecast: () => whyNoForecast(choices, data),
  }
  return sentences[cause]()
}

function whyNoForecast(choices: Choices, { forecast: { sample } }: Dashboard): string {
  const weeks = sampleWeeksIn(choices)
  const days = sample.counts.filter(count => count > 0).length
  const { length } = sample.counts
  return length < 7 * weeks ? text.shortHistory(length, days) : text.fewDays(days, weeks)
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
