import type { ReactNode } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { ImageMenu } from '../chart/image-tools.tsx'
import { teamTexts } from '../texts/team.ts'
import { chartImage } from './chart-image.ts'
import { FlowChart, type FlowChartProps } from './flow-chart.tsx'
import { Panel } from './panel.tsx'
import { screenFacts, useScreenTitle } from './screen-facts.ts'

/** A panel with a chart, which can be saved as an image. */
export function ChartPanel({
  data,
  title,
  how,
  notes = [],
  table,
  className,
  children,
  below,
  ...chart
}: FlowChartProps & {
  readonly data: Dashboard
  readonly title: string
  readonly how: string
  /** What limits the chart, in sentences; also in the image. */
  readonly notes?: readonly string[]
  readonly table: ReactNode
  readonly className?: string
  /** What stands above the chart. */
  readonly children?: ReactNode
  /** What stands below the chart. */
  readonly below?: ReactNode
}) {
  const name = teamTexts.image.title(title, useScreenTitle())
  const image = () => {
    const { window, measured, asOf } = screenFacts(data)
    const about = [window, measured, data.calendar.name, teamTexts.image.workflow(data.workflow.name), asOf]
    return chartImage(chart.option, { title: name, facts: [...about, ...notes].join(' · '), name })
  }
  return (
    <Panel
      title={title}
      how={how}
      table={table}
      className={className}
      tools={<ImageMenu label={teamTexts.image.save(title)} image={image} />}
    >
      {children}
      {notes.map(note => (
        <p key={note} className="hint">
          {note}
        </p>
      ))}
      <FlowChart {...chart} />
      {below}
    </Panel>
  )
}
