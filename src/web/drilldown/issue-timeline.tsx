import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Timeline, TimelineBand } from '../../reports/report/explain/explanation.ts'
import { getJson } from '../api/client.ts'
import type { Report } from '../api/report.ts'
import { TrackerLink } from '../shell/tracker-link.tsx'
import { toQueryString } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useStable } from '../state/use-stable.ts'
import { useTheme } from '../state/use-theme.ts'
import { texts } from '../texts/en.ts'
import { shownName } from '../texts/shown-name.ts'
import { issueListChoices, timelineParameters } from './drilldown-parameters.ts'
import { ReportLink } from './links.tsx'
import { QueryResult } from './query-result.tsx'
import { Repairs } from './repairs.tsx'
import { initialSpan, spanAround, type TimelineSpan, wholeOf } from './span.ts'
import { statusLooks } from './status-looks.ts'
import { StaysTable } from './stays-table.tsx'
import { TimelineChart } from './timeline-chart.tsx'
import type { StayPosition } from './timeline-keys.ts'
import type { ReportContext } from './use-report-context.ts'

const { issue } = texts.drilldown

interface IssueTimelineProps {
  readonly report: Report | undefined
  readonly context: ReportContext
  readonly issueKey: string
}

/** Shows the timeline of an issue as a chart and as tables. */
export function IssueTimeline({ report, context, issueKey }: IssueTimelineProps) {
  const parameters = toQueryString(timelineParameters(context.parameters, issueKey))
  const query = useQuery({
    queryKey: ['timeline', parameters],
    queryFn: ({ signal }) => getJson<Timeline>(`/api/timeline?${parameters}`, signal),
    select: withShownNames,
    staleTime: 60_000,
  })
  return (
    <QueryResult query={query}>
      {timeline => (
        <>
          <p className="drilldown-summary breakable">{timeline.issue.summary}</p>
          <p className="drilldown-links row spread soft">
            <ReportLink choices={issueListChoices(context.parameters, timeline.issue.key)}>{issue.only}</ReportLink>
            <TrackerLink issueKey={timeline.issue.key} />
          </p>
          <Repairs issue={timeline.issue} />
          <TimelineView timeline={timeline} report={report} context={context} />
        </>
      )}
    </QueryResult>
  )
}

function withShownNames(timeline: Timeline): Timeline {
  const statuses = timeline.statuses.map(band => ({ ...band, name: shownName(band.name) }))
  return { ...timeline, statuses }
}

interface TimelineViewProps {
  readonly timeline: Timeline
  readonly report: Report | undefined
  readonly context: ReportContext
}

function TimelineView({ timeline, report, context: { timeZone, parameters } }: TimelineViewProps) {
  const catalogue = useCatalogue()
  const isDark = useTheme() === 'dark'
  const looks = useMemo(
    () => statusLooks(timeline.statuses, report, catalogue, isDark),
    [timeline.statuses, report, catalogue, isDark],
  )
  const { viewFormat, dayLength, calendar } = parameters
  const format = useMemo(
    () => ({ kind: 'duration', viewFormat, dayLength, calendar }) as const,
    [viewFormat, dayLength, calendar],
  )
  const whole = wholeOf(timeline.from, timeline.until)
  const [span, setSpan] = useState<TimelineSpan>(() => initialSpan(timeline))
  const [hovered, setHovered] = useState<StayPosition | null>(null)
  const { show } = useStable({
    show: ({ entered, left }: TimelineBand) => setSpan(spanAround(entered, left ?? timeline.until, whole)),
  })
  const lanes = ['statuses', 'assignees'] as const
  return (
    <>
      <TimelineChart
        timeline={timeline}
        timeZone={timeZone}
        looks={looks}
        format={format}
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
          looks={lane === 'statuses' ? looks : null}
          format={format}
          hovered={hovered?.lane === lane ? hovered.index : null}
          setHovered={setHovered}
          show={show}
        />
      ))}
      <p className="drilldown-note">{texts.drilldown.zone(timeZone)}</p>
    </>
  )
}
