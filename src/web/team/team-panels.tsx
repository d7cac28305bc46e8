import type { ReactNode } from 'react'
import type { Dashboard } from '../api/flow.ts'
import type { TimeUnit } from '../drilldown/time-scale.ts'
import { teamTexts } from '../texts/team.ts'
import { AgeingChart } from './ageing-chart.tsx'
import { AttentionList } from './attention-list.tsx'
import { CumulativeChart } from './cumulative-chart.tsx'
import { EmptyNotes } from './empty-notes.tsx'
import { FinishedChart } from './finished-chart.tsx'
import { ForecastPanel } from './forecast-panel.tsx'
import { Headline } from './headline.tsx'
import type { ScreenPart } from './missing.ts'
import { PanelOrNote } from './missing-note.tsx'
import { ReworkPanels } from './rework-panels.tsx'
import { SincePanel } from './since-panel.tsx'
import { SplitChart } from './split-chart.tsx'
import { TrendCharts } from './trend-charts.tsx'
import { WaitingTimes } from './waiting-times.tsx'

const { ageing, attention, waits, split, forecast, finished, cumulative } = teamTexts

/** The numbers and the panels of the screen. A panel that would be empty says why, with a way on. */
export function TeamPanels({ data, unit }: { readonly data: Dashboard; readonly unit: TimeUnit }) {
  const needing = (part: ScreenPart, title: string, panel: ReactNode) => (
    <PanelOrNote data={data} part={part} title={title}>
      {panel}
    </PanelOrNote>
  )
  return (
    <>
      <EmptyNotes data={data} />
      <Headline data={data} unit={unit} />
      <div className="team-panels">
        {needing('inProgress', ageing.title, <AgeingChart data={data} unit={unit} />)}
        {needing('inProgress', attention.title, <AttentionList data={data} unit={unit} />)}
        {needing('cycleTimes', waits.title, <WaitingTimes data={data} />)}
        {needing('split', split.title, <SplitChart data={data} />)}
        {needing('forecast', forecast.title, <ForecastPanel data={data} />)}
        <SincePanel data={data} />
        {needing('cycleTimes', finished.title, <FinishedChart data={data} unit={unit} />)}
        {needing('issues', cumulative.title, <CumulativeChart data={data} />)}
        <TrendCharts data={data} unit={unit} />
        <ReworkPanels data={data} />
      </div>
    </>
  )
}
