import { type CSSProperties, useState } from 'react'
import type { FlowHead, FlowWaits } from '../api/flow.ts'
import { Button } from '../shell/button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { texts } from '../texts/en.ts'
import { formatDateTime, formatNumber } from '../texts/format.ts'
import { formatIssueChoice, issueChoiceIn, SLOWEST } from './overview-parameters.ts'
import { longestOf, type RankedStatus, rankedStatuses } from './ranked-statuses.ts'
import { type TimeUnit, ticksTo, timeText, unitFor } from './time-scale.ts'

const { overview: text } = texts

/** The most statuses to show at once. */
const MAX_STATUSES = 8

/** A chart of the time in each status before done, with what it measures. Its bars choose the listed issues. */
export function WaitingTimes({ waits }: { readonly waits: FlowWaits }) {
  const catalogue = useCatalogue()
  const { choices } = useChoices()
  const [isWhole, setWhole] = useState(false)
  const ranked = rankedStatuses(waits.statuses)
  const longest = longestOf(ranked)
  const unit = unitFor(longest, waits, catalogue, choices.dayLength)
  const shown = isWhole ? ranked : ranked.slice(0, MAX_STATUSES)
  return (
    <>
      <p className="hint">{text.measures(waits.finished.count, ...windowOf(waits), hoursOf(waits))}</p>
      {ranked.length > 0 && <Bars statuses={shown} longest={longest} unit={unit} />}
      {shown.length < ranked.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {text.allStatuses(ranked.length)}
        </Button>
      )}
      {waits.warnings.length > 0 && (
        <details className="overview-notes hint">
          <summary>{texts.shell.heading.warnings(waits.warnings.length)}</summary>
          <ul>
            {waits.warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Returns the window of finishes in the locale of the user. */
function windowOf({ from, to, asOf, timeZone }: FlowHead): readonly [from: string, until: string] {
  return [formatDateTime(Date.parse(from), timeZone), formatDateTime(Date.parse(to ?? asOf), timeZone)]
}

function hoursOf({ calendar }: FlowHead): string {
  return calendar.id === null ? texts.shell.heading.allHours : calendar.name
}

interface BarsProps {
  readonly statuses: readonly RankedStatus[]
  /** The longest of all statuses. Milliseconds. */
  readonly longest: number
  readonly unit: TimeUnit
}

function Bars({ statuses, longest, unit }: BarsProps) {
  const ticks = ticksTo(longest / unit.size)
  const end = ticks.at(-1)! * unit.size
  return (
    <div className="overview-chart stack joined grow">
      <div className="overview-row overview-legend hint" aria-hidden="true">
        <span />
        <span>
          <i className="overview-swatch overview-median" /> {text.median}
          <i className="overview-swatch overview-late" /> {text.late}
        </span>
        <span>{text.times}</span>
      </div>
      <ul style={{ '--bars': statuses.length } as CSSProperties}>
        {statuses.map(status => (
          <li key={status.id}>
            <Bar status={status} end={end} unit={unit} />
          </li>
        ))}
      </ul>
      <div className="overview-row" aria-hidden="true">
        <span />
        <span className="overview-axis hint">
          {ticks.map(tick => (
            <span key={tick} style={{ '--at': (tick * unit.size) / end } as CSSProperties}>
              {formatNumber(tick)}
            </span>
          ))}
        </span>
        <span className="overview-unit hint">{text.unitNames[unit.name]}</span>
      </div>
    </div>
  )
}

/** The bar of a status: its percentiles, or a dot for each of few issues. It lists the issues behind. */
function Bar({ status, end, unit }: { readonly status: RankedStatus; readonly end: number; readonly unit: TimeUnit }) {
  const { choices, change } = useChoices()
  const chosen = issueChoiceIn(choices)
  const isChosen = chosen.kind === 'status' && chosen.id === status.id
  const inUnit = (time: number) => timeText(time, unit)
  const { times, values, issues } = status
  const shown = times
    ? text.percentiles(inUnit(times.median), inUnit(times.late))
    : text.few(issues, (values ?? []).map(inUnit))
  const share = (time: number) => ({ '--at': time / end }) as CSSProperties
  return (
    <button
      type="button"
      className="overview-row overview-bar"
      aria-pressed={isChosen}
      title={`${status.status}: ${text.bar(shown.long, issues)}`}
      onClick={() => change({ [SLOWEST]: isChosen ? null : formatIssueChoice({ kind: 'status', id: status.id }) })}
    >
      <span className="overview-name ellipsis">{status.status}</span>
      <span className="overview-track">
        {times ? (
          <>
            <span className="overview-late" style={share(times.late)} />
            <span className="overview-median" style={share(times.median)} />
          </>
        ) : (
          (values ?? []).map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal times are different issues
            <span key={index} className="overview-dot" style={share(value)} />
          ))
        )}
      </span>
      <span className="overview-values numbers">
        {shown.short} <span className="visually-hidden">{text.bar(shown.long, issues)}</span>
      </span>
    </button>
  )
}
