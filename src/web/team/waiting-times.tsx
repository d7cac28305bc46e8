import { type CSSProperties, useState } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { type TimeUnit, ticksTo, timeText, unitFor } from '../drilldown/time-scale.ts'
import { Button } from '../shell/button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { formatNumber } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { ToItems } from './items-link.tsx'
import { Panel } from './panel.tsx'
import { longestOf, type RankedStatus, rankedStatuses } from './ranked-statuses.ts'
import './waiting-times.css'

const { waits: text } = teamTexts

/** The most statuses to show at once. */
const MAX_STATUSES = 8

/** A chart of the time in each status before done. Its bars open the issues. */
export function WaitingTimes({ data }: { readonly data: Dashboard }) {
  const catalogue = useCatalogue()
  const [isWhole, setWhole] = useState(false)
  const ranked = rankedStatuses(data.waits.statuses)
  const longest = longestOf(ranked)
  const unit = unitFor(longest, data, catalogue, undefined)
  const shown = isWhole ? ranked : ranked.slice(0, MAX_STATUSES)
  return (
    <Panel title={teamTexts.waits.title} how={teamTexts.waits.how} className="waits">
      <Bars statuses={shown} longest={longest} unit={unit} />
      {shown.length < ranked.length && (
        <Button look="quiet" onClick={() => setWhole(true)}>
          {text.allStatuses(ranked.length)}
        </Button>
      )}
    </Panel>
  )
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
    <div className="waits-chart stack joined grow">
      <div className="waits-row waits-legend hint" aria-hidden="true">
        <span />
        <span>
          <i className="waits-swatch waits-median" /> {text.median}
          <i className="waits-swatch waits-late" /> {text.late}
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
      <div className="waits-row" aria-hidden="true">
        <span />
        <span className="waits-axis hint">
          {ticks.map(tick => (
            <span key={tick} style={{ '--at': (tick * unit.size) / end } as CSSProperties}>
              {formatNumber(tick)}
            </span>
          ))}
        </span>
        <span className="waits-unit hint">{text.unitNames[unit.name]}</span>
      </div>
    </div>
  )
}

/** The bar of a status: its percentiles, or a dot for each of few issues. It opens the issues behind. */
function Bar({ status, end, unit }: { readonly status: RankedStatus; readonly end: number; readonly unit: TimeUnit }) {
  const inUnit = (time: number) => timeText(time, unit)
  const { times, values, issues } = status
  const shown = times
    ? text.percentiles(inUnit(times.median), inUnit(times.late))
    : text.few(issues, (values ?? []).map(inUnit))
  const share = (time: number) => ({ '--at': time / end }) as CSSProperties
  return (
    <ToItems link={status.items} className="waits-row waits-bar">
      <span className="waits-name ellipsis" title={status.status}>
        {status.status}
      </span>
      <span className="waits-track">
        {times ? (
          <>
            <span className="waits-late" style={share(times.late)} />
            <span className="waits-median" style={share(times.median)} />
          </>
        ) : (
          (values ?? []).map((value, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: equal times are different issues
            <span key={index} className="waits-dot" style={share(value)} />
          ))
        )}
      </span>
      <span className="waits-values numbers">
        {shown.short} <span className="visually-hidden">{text.bar(shown.long, issues)}</span>
      </span>
    </ToItems>
  )
}
