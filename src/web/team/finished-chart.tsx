import { useMemo } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { type TimeUnit, timeText } from '../drilldown/time-scale.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDateTime } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { teamTexts } from '../texts/team.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { ChartPanel } from './chart-panel.tsx'
import { ToIssue, ToItems } from './items-link.tsx'
import type { NameWriter } from './option-parts.ts'
import { PanelTable } from './panel.tsx'
import { scatterOption } from './scatter-option.ts'

const { finished: text } = teamTexts

/** The most rows of the table. The drawer lists the others. */
const MAX_ROWS = 100

/** The cycle time of each finished issue at its finish, with lines of percentiles. */
export function FinishedChart({ data, unit }: { readonly data: Dashboard; readonly unit: TimeUnit }) {
  const { change } = useChoices()
  const { finishedItems, timeZone, trend } = data
  const latest = finishedItems.items
  const items = useMemo(() => latest.toReversed(), [latest])
  const option = useMemo(
    () =>
      scatterOption(data, items, {
        unit,
        unitName: teamTexts.waits.unitNames[unit.name],
        textOf: (index, write) => textOf(items[index]!, timeZone, { unit, write }),
        lineName: (percent, time) => text.line(percent, timeText(time, unit)),
      }),
    [data, items, timeZone, unit],
  )
  const shown = latest.slice(0, MAX_ROWS)
  return (
    <ChartPanel
      data={data}
      title={text.title}
      className="team-wide"
      how={text.how}
      notes={[
        ...(items.length < finishedItems.of ? [text.cut(items.length, finishedItems.of)] : []),
        ...(trend.cycleTime.percentiles['85'] === undefined ? [teamTexts.noLines] : []),
        ...(data.stability.stable === false ? [teamChoiceTexts.notStable] : []),
      ]}
      option={option}
      label={text.label(items.length)}
      points={{
        count: items.length,
        textOf: index => textOf(items[index]!, timeZone, { unit, write: isolateName }),
        open: index => change({ 'view.open': formatOpened({ kind: 'issue', issueKey: items[index]!.key }) }),
      }}
      table={
        <>
          <p className="hint">
            {text.rows(shown.length, finishedItems.of)} <ToItems link={trend.itemsWithStart}>{text.all}</ToItems>
          </p>
          <PanelTable
            columns={[text.columns.issue, text.columns.type, text.columns.finish, text.columns.cycleTime]}
            rows={shown.map(({ key, type, finish, cycleTime }) => [
              <ToIssue key="issue" issueKey={key} />,
              type ?? '-',
              formatDateTime(Date.parse(finish), timeZone),
              timeText(cycleTime, unit),
            ])}
          />
        </>
      }
    />
  )
}

function textOf(
  { key, type, finish, cycleTime }: Dashboard['finishedItems']['items'][number],
  timeZone: string,
  { unit, write }: { readonly unit: TimeUnit; readonly write: NameWriter },
): string {
  const name = type === null ? key : `${key}, ${type}`
  return `${write(name, 3)}\n${text.point(formatDateTime(Date.parse(finish), timeZone), timeText(cycleTime, unit))}`
}
