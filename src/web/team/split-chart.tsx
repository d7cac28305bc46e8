import { useMemo } from 'react'
import type { Dashboard, WaitStatus } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { timeText, unitFor } from '../drilldown/time-scale.ts'
import { useCatalogue } from '../state/use-catalogue.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatDecimal, formatNumber } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { shownName } from '../texts/shown-name.ts'
import { teamTexts } from '../texts/team.ts'
import { ChartPanel } from './chart-panel.tsx'
import { ToItems } from './items-link.tsx'
import type { NameWriter } from './option-parts.ts'
import { PanelTable } from './panel.tsx'
import { splitOption, splitStatuses } from './split-option.ts'

const { split: text } = teamTexts

/** The height of the axis and the legend, and that of a bar. Pixels. */
const [FRAME, BAR] = [84, 32]

/** The time of all finished issues in each status of work, split into active, waiting and blocked. */
export function SplitChart({ data }: { readonly data: Dashboard }) {
  const { change } = useChoices()
  const catalogue = useCatalogue()
  const { statuses, lines, option } = useMemo(() => {
    const statuses = splitStatuses(data.waits.statuses)
    const longest = Math.max(0, ...statuses.map(({ active, waiting }) => Math.max(active, waiting)))
    const unit = unitFor(longest, data, catalogue, undefined)
    const lines = statuses.map(({ status, issues, ...times }: WaitStatus) => [
      shownName(status),
      ...(['active', 'waiting', 'blocked'] as const).map(part => timeText(times[part], unit)),
      formatNumber(issues),
    ])
    const textOf = (index: number, write: NameWriter) => lineOf(lines[index]!, write)
    const axisText = (value: number) => teamTexts.units[unit.name](formatNumber(value))
    const named = statuses.map(one => ({ ...one, status: shownName(one.status) }))
    return { statuses, lines, option: splitOption(named, { unit, axisText, textOf, names: text.names }) }
  }, [data, catalogue])
  const { efficiency } = data.waits
  return (
    <ChartPanel
      data={data}
      title={text.title}
      how={text.how}
      notes={efficiency.value === null ? [text.noWaiting] : [text.efficiency(formatDecimal(100 * efficiency.value))]}
      option={option}
      height={FRAME + BAR * statuses.length}
      label={text.label(statuses.length)}
      points={{
        count: statuses.length,
        textOf: index => lineOf(lines[index]!, isolateName),
        open: index => change({ 'view.open': formatOpened({ kind: 'items', link: statuses[index]!.items }) }),
      }}
      table={
        <PanelTable
          columns={text.columns}
          rows={lines.map(([name, ...cells], index) => [
            <ToItems key="status" link={statuses[index]!.items}>
              {name}
            </ToItems>,
            ...cells,
          ])}
        />
      }
    />
  )
}

function lineOf([name = '', ...cells]: readonly string[], write: NameWriter): string {
  return [write(name, 3), ...cells.map((cell, index) => `${text.columns[index + 1]}: ${cell}`)].join('\n')
}
