import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Timeline } from '../../reports/explain/explanation.ts'
import { getJson } from '../api/client.ts'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { toQueryString } from '../state/choices.ts'
import { texts } from '../texts/en.ts'
import { issueListChoices, timelineParameters } from './drilldown-parameters.ts'
import { initialSpan } from './initial-span.ts'
import { ReportLink } from './links.tsx'
import { QueryResult } from './query-result.tsx'
import { Repairs } from './repairs.tsx'
import { type Span, spanAround, wholeOf } from './span.ts'
import { StaysTable } from './stays-table.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import type { StayPosition } from './timeline-keys.ts'
import type { ReportContext } from './use-report-context.ts'

const { issue } = texts.drilldown

/** Shows the timeline of an issue as a chart and as tables. */
export function IssueTimeline({ context, issueKey }: { readonly context: ReportContext; readonly issueKey: string }) {
  const parameters = toQueryString(timelineParameters(context.parameters, issueKey))
  const query = useQuery({
    queryKey: ['timeline', parameters],
    queryFn: ({ signal }) => getJson<Timeline>(`/api/timeline?${parameters}`, signal),
    staleTime: 60_000,
  })
  return (
    <QueryResult query={query}>
      {timeline => (
        <>
          <p className="drilldown-summary">{timeline.issue.summary}</p>
          <p className="drilldown-links">
            <ReportLink choices={issueListChoices(context.parameters, timeline.issue.key)}>{issue.only}</ReportLink>
            <TrackerLink issueKey={timeline.issue.key} />
          </p>
          <Repairs issue={timeline.issue} />
          <TimelineView timeline={timeline} timeZone={context.timeZone} />
        </>
      )}
    </QueryResult>
  )
}

function TimelineView({ timeline, timeZone }: { readonly timeline: Timeline; readonly timeZone: string }) {
  const whole = wholeOf(timeline.from, timeline.until)
  const [span, setSpan] = useState<Span>(() => initialSpan(timeline))
  const [hovered, setHovered] = useState<StayPosition | null>(null)
  const lanes = ['statuses', 'assignees'] as const
  return (
    <>
      <TimelineChart
        timeline={timeline}
        timeZone={timeZone}
        whole={whole}
        span={span}
        setSpan={setSpan}
        hovered={hovered}
        setHovered={setHovered}
      />
      {lanes.map(lane => (
        <StaysTable
          key={lane}
          lane={lane}
          bands={timeline[lane]}
          until={timeline.until}
          timeZone={timeZone}
          hovered={hovered?.lane === lane ? hovered.index : null}
          setHovered={index => setHovered(index === null ? null : { lane, index })}
          show={({ entered, left }) => setSpan(spanAround(entered, left ?? timeline.until, whole))}
        />
      ))}
      <p className="drilldown-note">{texts.drilldown.zone(timeZone)}</p>
    </>
  )
}
