import { useMemo, useState } from 'react'
import type { Report } from '../api/report.ts'
import { applyChange } from '../state/choices.ts'
import { useChoices } from '../state/use-choices.ts'
import { useMedia } from '../state/use-media.ts'
import { texts } from '../texts/en.ts'
import { CellParts } from './cell-parts.tsx'
import { ColumnName } from './column-name.tsx'
import { Drawer, type DrawerContent } from './drawer.tsx'
import { type DrawerNavigation, DrawerNavigationContext } from './drawer-navigation.ts'
import { aggregationRow } from './drilldown-parameters.ts'
import { FlowIssues, itemsTitle } from './flow-issues.tsx'
import { IssueTimeline } from './issue-timeline.tsx'
import { type Opened, parseOpened, trailTo } from './opened.ts'
import { RowIssues } from './row-issues.tsx'
import { rowTitle } from './row-title.ts'
import { type CellReference, useExplanation } from './use-explanation.ts'
import { type ReportContext, useReportContext } from './use-report-context.ts'
import { valueText } from './value-text.ts'
import './drilldown.css'

/** Shows the drawer of a target, `open`. */
export function OpenDrawer({ report, open }: { readonly report: Report | undefined; readonly open: string }) {
  const { choices, change } = useChoices()
  const context = useReportContext(report)
  // On narrower screens the table would be too narrow.
  const isModal = useMedia('(max-width: 1199px)')
  const [trail, setTrail] = useState<readonly string[]>([open])
  if (trail.at(-1) !== open) setTrail(trailTo(trail, open))
  const navigation = useMemo<DrawerNavigation>(
    () => ({
      choicesFor: next => applyChange(choices, { 'view.open': next }),
      open: next => {
        setTrail([...trailTo(trail, open), next])
        change({ 'view.open': next })
      },
    }),
    [choices, change, trail, open],
  )
  const before = trail.at(-2)
  return (
    <DrawerNavigationContext value={navigation}>
      <Drawer
        isModal={isModal}
        shows={open}
        {...contentOf(parseOpened(open)!, report, context)}
        close={() => change({ 'view.open': null })}
        back={before === undefined ? null : () => change({ 'view.open': before })}
      />
    </DrawerNavigationContext>
  )
}

/** Returns the content for a target. */
function contentOf(opened: Opened, report: Report | undefined, context: ReportContext): DrawerContent {
  switch (opened.kind) {
    case 'issue':
      return {
        kicker: texts.drilldown.issue.title,
        title: opened.issueKey,
        children: <IssueTimeline report={report} context={context} issueKey={opened.issueKey} key={opened.issueKey} />,
      }
    case 'cell': {
      const { group } = opened
      const row = group === null ? null : aggregationRow(context.parameters, report, group)
      if (row === null && group !== null) return contentOf({ kind: 'row', group }, report, context)
      const cell = { report, context, issueKey: opened.issueKey, column: opened.column, row }
      return { kicker: texts.drilldown.cell.title, title: <CellTitle {...cell} />, children: <CellParts {...cell} /> }
    }
    case 'items':
      return {
        kicker: texts.drilldown.items.title,
        title: itemsTitle(opened.link),
        children: <FlowIssues link={opened.link} parameters={context.parameters} timeZone={context.timeZone} />,
      }
    case 'row':
      return {
        kicker: texts.drilldown.row.title,
        title: rowTitle(report, context, opened.group),
        children: <RowIssues report={report} context={context} group={opened.group} />,
      }
  }
}

/** Shows the column and its value: `In Progress: 3.4 days`. */
function CellTitle(reference: CellReference) {
  const { data } = useExplanation(reference)
  const { report, column, context } = reference
  if (!data) {
    const name = report?.table.header.valueColumns.find(({ id }) => id === column)?.value
    return name === undefined ? reference.issueKey : <ColumnName name={name} />
  }
  const { viewFormat, dayLength, calendar } = context.parameters
  const format = { kind: data.kind, viewFormat, dayLength, calendar }
  return (
    <>
      <ColumnName name={data.column.name} />:{' '}
      {data.cell.raw === null ? texts.drilldown.cell.empty : valueText(data.cell.value, format)}
    </>
  )
}
