import { useMemo, useState } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { type TimeUnit, timeText, unitFor } from '../drilldown/time-scale.ts'
import { Button } from '../shell/button.tsx'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { teamTexts } from '../texts/team.ts'
import { ChartPanel } from './chart-panel.tsx'
import { ToItems } from './items-link.tsx'
import type { NameWriter } from './option-parts.ts'
import { PanelTable } from './panel.tsx'
import { longestOf, type MiddleTimes, type RankedStatus, rankedStatuses } from './ranked-statuses.ts'
import { waitsOption } from './waits-option.ts'

const { waits: text } = teamTexts

/** The most statuses to show at once. */
const MAX_STATUSES = 8

/** The height of the axis and the legend, and that of a status. Pixels. */
const [FRAME, STATUS] = [84, 44]

/** The time in each status before done, the longest first. */
export function WaitingTimes({ data }: { readonly data: Dashboard }) {
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const [isWhole, setWhole] = useState(false)
  const { ranked, lines, optionOf } = useMemo(() => {
    const ranked = rankedStatuses(data.waits.statuses)
    const unit = unitFor(longestOf(ranked), data, catalogue, undefined)
    const shown = ranked.map(({ times, values }) => timesText(times, values, unit))
    const lines = ranked.map(({ status, issues, before, previous }, index): Line => {
      const { long } = timesText(before, previous.values, unit)
      return [status, shown[index]!.long, formatNumber(issues), long, formatNumber(previous.count)]
    })
    const optionOf = (count: number) =>
      waitsOption(ranked.slice(0, count), {
        unit,
        names: text.names,
        axisText: value => teamTexts.units[unit.name](formatNumber(value)),
        timesOf: index => shown[index]!.short,
        textOf: (index, write) => lineOf(lines[index]!, write),
      })
    return { ranked, lines, optionOf }
  }, [data, catalogue])
  const count = isWhole ? ranked.length : Math.min(MAX_STATUSES, ranked.length)
  const option = useMemo(() => optionOf(count), [optionOf, count])
  return (
    <ChartPanel
      data={data}
      title={text.title}
      how={text.how}
      notes={count < ranked.length ? [text.cut(count, ranked.length)] : []}
      option={option}
      height={FRAME + STATUS * count}
      label={text.label(count)}
      points={{
        count,
        textOf: index => lineOf(lines[index]!, isolateName),
        open: index => change({ 'view.open': formatOpened({ kind: 'items', link: ranked[index]!.items }) }),
      }}
      below={
        count < ranked.length && (
          <Button look="quiet" onClick={() => setWhole(true)}>
            {text.allStatuses(ranked.length)}
          </Button>
        )
      }
      table={
        <PanelTable
          columns={text.columns}
          rows={lines.map(([name, times, issues, timesBefore, issuesBefore], index) => [
            <ToItems key="status" link={ranked[index]!.items}>
              {name}
            </ToItems>,
            ...[times, issues, timesBefore],
            <ToItems key="before" link={ranked[index]!.itemsPrevious}>
              {issuesBefore}
            </ToItems>,
          ])}
        />
      }
    />
  )
}

/** Returns the times of a status: percentiles, or those of few issues. */
function timesText(times: MiddleTimes, values: RankedStatus['values'], unit: TimeUnit) {
  const inUnit = (time: number) => timeText(time, unit)
  return times ? text.percentiles(inUnit(times.median), inUnit(times.late)) : text.few((values ?? []).map(inUnit))
}

/** The texts of a status: its name, its times, the number of issues, and both before. */
type Line = readonly [status: string, times: string, issues: string, timesBefore: string, issuesBefore: string]

function lineOf([status, times, issues, timesBefore, issuesBefore]: Line, write: NameWriter): string {
  return [write(status, 3), times, `${text.columns[2]}: ${issues}`, text.before(timesBefore, issuesBefore)].join('\n')
}
