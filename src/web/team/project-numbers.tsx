import { type ReactNode, useRef } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { timeText } from '../drilldown/time-scale.ts'
import type { Choices } from '../state/choices.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useWasInView } from '../state/use-was-in-view.ts'
import { formatDateTime, formatDecimal } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { perWeek, Tile } from './headline.tsx'
import { unitOf } from './unit-of.ts'
import { useShownDashboard } from './use-dashboard.ts'
import './team.css'
import './project-numbers.css'

const { headline: text, project, waits } = teamTexts

/**
 * Four numbers of the flow of a project, with those of the window before: the same as on the screen that `screen` opens. They load when
 * they come into view, and have their space before.
 */
export function ProjectNumbers({ name, screen }: { readonly name: string; readonly screen: Choices }) {
  const list = useRef<HTMLUListElement>(null)
  const { query, goesBack } = useShownDashboard(screen, useWasInView(list))
  const { data, isError, isFetching } = query
  const isKnown = data?.workflow.canMeasure
  return (
    <>
      <ul className="project-numbers" aria-label={project.numbers(name)} aria-busy={isFetching} ref={list}>
        {isKnown ? <Numbers data={data} /> : <Missing note={isError ? project.failed : ''} />}
      </ul>
      {isKnown && goesBack && (
        <p className="hint">{project.wentBack(formatDateTime(Date.parse(data.asOf), data.timeZone))}</p>
      )}
      {data && !isKnown && <p className="hint">{project.noWorkflow}</p>}
    </>
  )
}

function Numbers({ data }: { readonly data: Dashboard }) {
  const { attention, trend, sle } = data
  const { inProgress, overSle } = attention
  const unit = unitOf(data, useCatalogue())
  const time = (ms: number) => timeText(ms, unit)
  return (
    <>
      <Tile name={text.inProgress} now={inProgress.count} before={inProgress.previous} />
      <Tile name={text.perWeek} now={perWeek(trend)} before={perWeek(trend.previous)} format={formatDecimal} />
      <LateTime trend={trend} time={time} />
      {overSle && sle ? (
        <Tile
          name={text.overSle}
          now={overSle.count}
          before={overSle.previous}
          note={text.sle(sle.percent, time(sle.ms))}
        />
      ) : (
        <OtherTile name={text.overSle} note={project.noSle} />
      )}
    </>
  )
}

/** The 85th percentile of the cycle times, or the least and the greatest of a few. */
function LateTime({
  trend: { cycleTime, previous },
  time,
}: {
  readonly trend: Dashboard['trend']
  readonly time: (ms: number) => string
}) {
  const late = cycleTime.percentiles['85']
  if (late) {
    const before = previous.cycleTime.percentiles['85']?.value
    return <Tile name={text.cycleTime} now={late.value} before={before} format={time} note={waits.names.late} />
  }
  const [least, most] = [cycleTime.values?.[0], cycleTime.values?.at(-1)]
  return (
    <OtherTile name={text.cycleTime} note={text.few(cycleTime.count)}>
      {least !== undefined && most !== undefined && [...new Set([time(least), time(most)])].join(' – ')}
    </OtherTile>
  )
}

/** The names of the numbers before they are known. */
function Missing({ note }: { readonly note: string }) {
  return [text.inProgress, text.perWeek, text.cycleTime, text.overSle].map(name => (
    <OtherTile key={name} name={name} note={note} />
  ))
}

/** A tile with a text in place of a number. */
function OtherTile({
  name,
  note,
  children,
}: {
  readonly name: string
  readonly note: string
  readonly children?: ReactNode
}) {
  return (
    <li className="team-tile card">
      <span className="team-tile-name">{name}</span>
      <strong className="team-few">{children || '–'}</strong>
      <span className="hint">{note}</span>
    </li>
  )
}
