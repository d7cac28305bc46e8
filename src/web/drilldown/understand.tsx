import { useMemo, useState } from 'react'
import type { Report } from '../api/report.ts'
import { changed } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { useMedia } from '../state/use-media.ts'
import { words } from '../texts/en.ts'
import { CellParts } from './cell-parts.tsx'
import { CellTitle } from './cell-title.tsx'
import { Drawer, type DrawerContent } from './drawer.tsx'
import { IssueLife } from './issue-life.tsx'
import { type Opened, openedIn, wayTo } from './opened.ts'
import { RowIssues } from './row-issues.tsx'
import { rowTitle } from './row-title.ts'
import { type Asked, useAsked } from './use-asked.ts'
import { type Way, WayContext } from './way.ts'
import './understand.css'

/** The drawer that `view.open` names. */
export function Understand({ report }: { readonly report: Report | undefined }) {
  const { choices } = useChoices()
  const open = choices['view.open']
  return openedIn(open) === null ? null : <Opening report={report} open={open!} />
}

function Opening({ report, open }: { readonly report: Report | undefined; readonly open: string }) {
  const { choices, change } = useChoices()
  const asked = useAsked(report)
  // Below this the table would be too narrow to be of use.
  const isModal = useMedia('(max-width: 1199px)')
  const [stops, setStops] = useState<readonly string[]>([open])
  if (stops.at(-1) !== open) setStops(wayTo(stops, open))
  const way = useMemo<Way>(
    () => ({
      to: next => changed(choices, { 'view.open': next }),
      go: next => {
        setStops([...wayTo(stops, open), next])
        change({ 'view.open': next })
      },
    }),
    [choices, change, stops, open],
  )
  const before = stops.at(-2)
  return (
    <WayContext value={way}>
      <Drawer
        isModal={isModal}
        shows={open}
        {...contentOf(openedIn(open)!, report, asked)}
        close={() => change({ 'view.open': null })}
        back={before === undefined ? null : () => change({ 'view.open': before })}
      />
    </WayContext>
  )
}

/** What is in the drawer. */
function contentOf(opened: Opened, report: Report | undefined, asked: Asked): DrawerContent {
  switch (opened.kind) {
    case 'issue':
      return {
        kicker: words.understand.issue.title,
        title: opened.issueKey,
        children: <IssueLife asked={asked} issueKey={opened.issueKey} key={opened.issueKey} />,
      }
    case 'cell': {
      const cell = { report, asked, issueKey: opened.issueKey, column: opened.column }
      return { kicker: words.understand.cell.title, title: <CellTitle {...cell} />, children: <CellParts {...cell} /> }
    }
    case 'row':
      return {
        kicker: words.understand.row.title,
        title: rowTitle(report, asked, opened.index),
        children: <RowIssues report={report} asked={asked} index={opened.index} />,
      }
  }
}
