import type { ReactNode } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { ImageMenu } from '../chart/image-tools.tsx'
import { isolateName } from '../texts/isolated-name.ts'
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
  const screen = useScreenTitle()
  const image = () => {
    const { window, measured, asOf } = screenFacts(data)
    const workflow = teamTexts.image.workflow(isolateName(data.workflow.name))
    const about = [window, measured, isolateName(data.calendar.name), workflow, asOf]
    return chartImage(chart.option, {
      title: teamTexts.image.title(title, isolateName(screen)),
      facts: [...about, ...notes].join(' · '),
      name: teamTexts.image.title(title, screen),
    })
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
