import { Fragment, type ReactNode } from 'react'
import type { Dashboard, ItemsLink } from '../api/flow.ts'
import type { TimeUnit } from '../drilldown/time-scale.ts'
import { timeText } from '../drilldown/time-scale.ts'
import { formatDecimal, formatNumber } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ToItems } from './items-link.tsx'
import { Sparkline } from './sparkline.tsx'

const { headline: text, directions, verdicts } = teamTexts
const WEEK = 7 * 24 * 3_600_000

/** The percentiles with a verdict. */
const PERCENTILES = [
  ['50', text.half],
  ['85', text.late],
] as const

/** The numbers at the top, each with the one before and a way to its issues. */
export function Headline({ data, unit }: { readonly data: Dashboard; readonly unit: TimeUnit }) {
  const { attention, trend, sle } = data
  const { inProgress, totalAge, parked, notStarted, overSle, blockedNow, unchanged } = attention
  const { previous } = trend
  const time = (ms: number) => timeText(ms, unit)
  return (
    <ul className="team-headline" aria-label={text.title}>
      <Tile name={text.inProgress} now={inProgress.count} before={inProgress.previous} link={inProgress.items} />
      <Tile name={text.totalAge} now={totalAge.ms} before={totalAge.previous} format={time} link={totalAge.items} />
      <Tile
        name={text.parked}
        now={parked.count}
        before={parked.previous}
        link={parked.items}
        note={
          notStarted.count > 0 && (
            <ToItems link={notStarted.items}>{teamChoiceTexts.missing.notStarted(notStarted.count)}</ToItems>
          )
        }
      />
      {overSle && sle && (
        <Tile
          name={text.overSle}
          now={overSle.count}
          before={overSle.previous}
          link={overSle.items}
          note={text.sle(sle.percent, time(sle.ms))}
        />
      )}
      {blockedNow && <Tile name={text.blocked} now={blockedNow.count} link={blockedNow.items} />}
      <Tile name={text.unchanged(unchanged.days)} now={unchanged.count} link={unchanged.items} />
      <Tile
        name={text.perWeek}
        now={perWeek(trend)}
        before={perWeek(previous)}
        format={formatDecimal}
        link={trend.items}
        note={text.finished(trend.finished)}
      >
        <Sparkline values={trend.buckets.map(({ finished }) => finished)} />
      </Tile>
      <CycleTime data={data} time={time} />
      <Tile
        name={text.firstTime}
        now={trend.firstTimeThrough.count}
        format={now => text.share(now, trend.firstTimeThrough.of)}
        link={trend.firstTimeThrough.items}
        change={<ShareChange now={trend.firstTimeThrough} before={previous.firstTimeThrough} />}
        note={text.never}
      />
      <Tile
        name={text.reopened}
        now={trend.reopened.issues}
        before={previous.reopened.issues}
        link={trend.reopened.items}
      />
    </ul>
  )
}

/** Returns the finished issues of a week of a window. */
export function perWeek({ finished, window }: Pick<Dashboard['trend'], 'finished' | 'window'>): number {
  const length = Date.parse(window.last) - Date.parse(window.from)
  return length > 0 ? (finished * WEEK) / length : 0
}

function CycleTime({ data: { trend }, time }: { readonly data: Dashboard; readonly time: (ms: number) => string }) {
  const { cycleTime, withoutStart, itemsWithStart, previous } = trend
  const [half, late] = [cycleTime.percentiles['50'], cycleTime.percentiles['85']]
  return (
    <li className="team-tile team-tile-wide card">
      <span className="team-tile-name">{text.cycleTime}</span>
      <ToItems link={itemsWithStart}>
        <strong>{half && late ? `${time(half.value)} · ${time(late.value)}` : fewTimes(cycleTime, time)}</strong>
      </ToItems>
      {cycleTime.count > 0 && !(half && late) && <span className="hint">{text.few(cycleTime.count)}</span>}
      <span className="hint">
        {half && late && `${text.percentiles} `}
        {text.ofIssues(cycleTime.count, withoutStart)}
      </span>
      {previous.cycleTime.percentiles['50'] && (
        <span className="hint">
          {PERCENTILES.map(([percent, name], i) => {
            const [now, before] = [cycleTime, previous.cycleTime].map(({ percentiles }) => percentiles[percent]?.value)
            return (
              <Fragment key={percent}>
                {i > 0 && ' · '}
                <Compared direction={now === undefined ? null : directionOf(now, before!, time)}>
                  {`${name} ${teamTexts.was(time(before!))}`}
                </Compared>
              </Fragment>
            )
          })}
        </span>
      )}
      <span className="row">
        {PERCENTILES.map(([percent, name]) => {
          const verdict = trend.verdicts.cycleTime[percent]
          return (
            verdict && (
              <span key={percent} className={`team-verdict team-${verdict}`}>
                {text.verdict(name, verdicts[verdict])}
              </span>
            )
          )
        })}
      </span>
    </li>
  )
}

/** Returns all of few times, or the least and the greatest. */
function fewTimes({ values }: Dashboard['trend']['cycleTime'], time: (ms: number) => string): string {
  if (values === null || values.length === 0) return '-'
  return values.length <= SHOWN ? text.each(values.map(time)) : `${time(values[0]!)} – ${time(values.at(-1)!)}`
}

/** Up to so many times are shown one by one. */
const SHOWN = 3

/** A number with the one before, and a way to its issues if it has a link. */
export function Tile({
  name,
  now,
  before,
  change,
  link,
  note,
  format = formatNumber,
  children,
}: {
  readonly name: string
  readonly now: number
  readonly before?: number | undefined
  /** In place of the change from `before`. */
  readonly change?: ReactNode
  readonly link?: ItemsLink
  readonly note?: ReactNode
  readonly format?: (value: number) => string
  readonly children?: ReactNode
}) {
  return (
    <li className="team-tile card">
      <span className="team-tile-name">{name}</span>
      <span className="row">
        <ToItems link={link}>
          <strong>{format(now)}</strong>
        </ToItems>
        {children}
      </span>
      {change ??
        (before !== undefined && <Change before={format(before)} direction={directionOf(now, before, format)} />)}
      {note && <span className="hint">{note}</span>}
    </li>
  )
}

type Share = Pick<Dashboard['trend']['firstTimeThrough'], 'count' | 'of'>

/** The share before. Without issues there is no share, so there is no arrow. */
function ShareChange({ now, before }: Readonly<Record<'now' | 'before', Share>>) {
  const isKnown = now.of > 0 && before.of > 0
  return (
    <Change
      before={text.share(before.count, before.of)}
      direction={isKnown ? directionOf(now.count * before.of, before.count * now.of) : null}
    />
  )
}

/** The number before, with an arrow if the two can be compared. */
function Change({ before, direction }: { readonly before: string; readonly direction: Direction | null }) {
  return (
    <span className="hint">
      <Compared direction={direction}>{teamTexts.was(before)}</Compared>
    </span>
  )
}

/** A text about a number before, with an arrow. */
function Compared({ direction, children }: { readonly direction: Direction | null; readonly children: ReactNode }) {
  return (
    <span className="team-compared">
      {direction && <span aria-hidden="true">{teamTexts.arrows[direction]} </span>}
      {children}
      {direction && <span className="visually-hidden">, {directions[direction]}</span>}
    </span>
  )
}

type Direction = keyof typeof directions

/** Returns how a number compares with the one before. Numbers with the same text are the same. */
function directionOf(now: number, before: number, format: (value: number) => string = String): Direction {
  if (format(now) === format(before)) return 'same'
  return now > before ? 'up' : 'down'
}
