import { useMemo } from 'react'
import type { Dashboard } from '../api/flow.ts'
import { formatOpened } from '../drilldown/opened.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber, localizePeriod } from '../texts/format.ts'
import { isolateName } from '../texts/isolated-name.ts'
import { teamTexts } from '../texts/team.ts'
import { ChartPanel } from './chart-panel.tsx'
import { cumulativeOption, stageBands } from './cumulative-option.ts'
import { ToItems } from './items-link.tsx'
import type { NameWriter } from './option-parts.ts'
import { PanelTable } from './panel.tsx'

const { cumulative: text } = teamTexts

/** The issues in each stage at the end of each day, on top of each other. */
export function CumulativeChart({ data }: { readonly data: Dashboard }) {
  const { change } = useChoices()
  const { buckets } = data.cumulative
  const { bands, periods, option, textOf } = useMemo(() => {
    const bands = stageBands(data)
    const periods = data.cumulative.buckets.map(({ bucket }) => localizePeriod(bucket))
    const textOf = (index: number, write: NameWriter) =>
      [
        periods[index]!,
        ...bands.map(({ name, counts }) => `${write(name, 1)}: ${formatNumber(counts[index]!)}`),
        text.wentBack(data.cumulative.buckets[index]!.wentBack),
      ].join('\n')
    return { bands, periods, textOf, option: cumulativeOption(periods, bands, textOf) }
  }, [data])
  return (
    <ChartPanel
      data={data}
      title={text.title}
      how={text.how}
      className="team-wide"
      option={option}
      label={text.label(buckets.length)}
      points={{
        count: buckets.length,
        textOf: index => textOf(index, isolateName),
        open: index => change({ 'view.open': formatOpened({ kind: 'items', link: buckets[index]!.items }) }),
      }}
      table={
        <PanelTable
          columns={[text.columns.end, ...bands.map(({ name }) => name), text.columns.wentBack]}
          rows={buckets.map(({ items, wentBack }, index) => [
            <ToItems key="end" link={items}>
              {periods[index]!}
            </ToItems>,
            ...bands.map(({ counts }) => formatNumber(counts[index]!)),
            formatNumber(wentBack),
          ])}
        />
      }
    />
  )
}
