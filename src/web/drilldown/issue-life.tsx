import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Timeline } from '../../service/page-types.ts'
import { getJson } from '../api/client.ts'
import { queryOf } from '../state/choices.ts'
import { words } from '../texts/en.ts'
import { Answer } from './answer.tsx'
import { firstLook } from './first-look.ts'
import { LifePicture } from './life-picture.tsx'
import type { StayPlace } from './life-steps.ts'
import { ReportLink } from './links.tsx'
import { listOfIssue, timelineQuestion } from './questions.ts'
import { Repairs } from './repairs.tsx'
import { around, type Span, wholeOf } from './span.ts'
import { StaysTable } from './stays-table.tsx'
import type { Asked } from './use-asked.ts'

const { issue } = words.understand

/** An issue's life: as a picture, and the same as tables. */
export function IssueLife({ asked, issueKey }: { readonly asked: Asked; readonly issueKey: string }) {
  const question = queryOf(timelineQuestion(asked.parameters, issueKey))
  const query = useQuery({
    queryKey: ['timeline', question],
    queryFn: ({ signal }) => getJson<Timeline>(`/api/timeline?${question}`, signal),
    staleTime: 60_000,
  })
  return (
    <Answer query={query}>
      {timeline => (
        <>
          <p className="understand-summary">{timeline.issue.summary}</p>
          <p className="understand-links">
            <ReportLink choices={listOfIssue(asked.parameters, timeline.issue.key)}>{issue.only}</ReportLink>
          </p>
          <Repairs issue={timeline.issue} />
          <Life timeline={timeline} timeZone={asked.timeZone} />
        </>
      )}
    </Answer>
  )
}

function Life({ timeline, timeZone }: { readonly timeline: Timeline; readonly timeZone: string }) {
  const whole = wholeOf(timeline.from, timeline.until)
  const [span, setSpan] = useState<Span>(() => firstLook(timeline))
  const [pointed, point] = useState<StayPlace | null>(null)
  const lanes = ['statuses', 'assignees'] as const
  return (
    <>
      <LifePicture
        timeline={timeline}
        timeZone={timeZone}
        whole={whole}
        span={span}
        look={setSpan}
        pointed={pointed}
        point={point}
      />
      {lanes.map(lane => (
        <StaysTable
          key={lane}
          lane={lane}
          bands={timeline[lane]}
          until={timeline.until}
          timeZone={timeZone}
          pointed={pointed?.lane === lane ? pointed.index : null}
          point={index => point(index === null ? null : { lane, index })}
          show={({ entered, left }) => setSpan(around(entered, left ?? timeline.until, whole))}
        />
      ))}
      <p className="understand-note">{words.understand.zone(timeZone)}</p>
    </>
  )
}
