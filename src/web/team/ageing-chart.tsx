import { useMemo } from 'react'
import type { AgeingItem, Dashboard } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { type TimeUnit, timeText } from '../drilldown/time-scale.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'
import { teamTexts } from '../texts/team.ts'
import { reasonsOf } from './attention-list.tsx'
import { ChartPanel } from './chart-panel.tsx'
import { ageingOption } from './flow-options.ts'
import { ToItems } from './items-link.tsx'
import type { NameWriter } from './option-parts.ts'
import { PanelTable } from './panel.tsx'

const { ageing: text } = teamTexts

/** The ages of the issues in progress by stage, next to those of finished issues. */
export function AgeingChart({ data, unit }: { readonly data: Dashboard; readonly unit: TimeUnit }) {
  const { change } = useChoices()
  const { stages, items, total } = data.attention
  const option = useMemo(
    () =>
      ageingOption(data, {
        unit,
        unitName: teamTexts.waits.unitNames[unit.name],
        textOf: (index, write) => textOf(items[index]!, data, { unit, write }),
        lineName: text.line,
      }),
    [data, items, unit],
  )
  const points = {
    count: items.length,
    textOf: (index: number) => textOf(items[index]!, data, { unit, write: isolateName }),
    open: (index: number) => change({ 'view.open': formatOpened({ kind: 'issue', issueKey: items[index]!.key }) }),
  }
  const table = (
    <PanelTable
      columns={[text.columns.stage, text.columns.inProgress, text.columns.late]}
      rows={stages.map(({ name, inProgress, items: link, percentiles }) => [
        shownName(name),
        <ToItems key="items" link={link}>
          {formatNumber(inProgress)}
        </ToItems>,
        percentiles['85'] ? timeText(percentiles['85'].value, unit) : '-',
      ])}
    />
  )
  return (
    <ChartPanel
      data={data}
      title={text.title}
      how={text.how}
      notes={[
        ...(items.length < total ? [text.cut(items.length, total)] : []),
        ...(stages.every(({ percentiles }) => percentiles['85'] === undefined) ? [teamTexts.noLines] : []),
      ]}
      table={table}
      option={option}
      label={text.label(items.length)}
      points={points}
    />
  )
}

function textOf(
  item: AgeingItem,
  data: Dashboard,
  { unit, write }: { readonly unit: TimeUnit; readonly write: NameWriter },
): string {
  const why = reasonsOf(item, data, unit)
  const stage = write(shownName(item.stage), 3)
  return [write(`${item.key} ${item.summary}`, 3), `${stage}: ${timeText(item.age, unit)}`, ...why].join('\n')
}
