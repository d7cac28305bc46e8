import { useMemo } from 'react'
import type { Dashboard, TrendBucket } from '../api/flow.ts'
import { Segments } from '../builder/segments.tsx'
import { formatOpened } from '../drilldown/opened.ts'
import { type TimeUnit, timeText } from '../drilldown/time-scale.ts'
import { useChoices } from '../state/use-choices.ts'
import { formatNumber } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'
import { ChartPanel } from './chart-panel.tsx'
import { type AxisUnits, type PeriodSeries, periodOption } from './flow-options.ts'
import { ToItems } from './items-link.tsx'
import { PanelOrNote } from './missing-note.tsx'
import { PanelTable } from './panel.tsx'

const { trend: text } = teamTexts
const { columns } = text

interface TrendProps {
  readonly data: Dashboard
  readonly unit: TimeUnit
}

/** The charts of what happened in each period. */
export function TrendCharts({ data, unit }: TrendProps) {
  return (
    <>
      <BucketChoice bucket={data.trend.bucket} />
      <PanelOrNote data={data} part="periods" title={text.cycleTime}>
        <CycleTimes data={data} unit={unit} />
      </PanelOrNote>
      <PanelOrNote data={data} part="finished" title={text.throughput}>
        <Throughput data={data} unit={unit} />
      </PanelOrNote>
      <PanelOrNote data={data} part="issues" title={text.wip}>
        <WorkInProgress data={data} unit={unit} />
      </PanelOrNote>
      <PanelOrNote data={data} part="issues" title={text.arrivals}>
        <Arrivals data={data} unit={unit} />
      </PanelOrNote>
    </>
  )
}

/** Chooses the length of the periods. */
function BucketChoice({ bucket }: { readonly bucket: Dashboard['trend']['bucket'] }) {
  const { change } = useChoices()
  return (
    <div className="team-buckets">
      <Segments
        label={text.bucket}
        options={[
          ['week', text.buckets.week],
          ['month', text.buckets.month],
          ['quarter', text.buckets.quarter],
        ]}
        value={bucket === 'day' ? undefined : bucket}
        onPick={picked => change({ bucket: picked === 'week' ? null : picked })}
      />
    </div>
  )
}

function CycleTimes({ data, unit }: TrendProps) {
  const percentile = (percent: string) => (bucket: TrendBucket) => bucket.cycleTime.percentiles[percent]?.value ?? null
  const shown = (time: number | null) => (time === null ? '-' : timeText(time, unit))
  return (
    <PeriodPanel
      title={text.cycleTime}
      how={text.cycleTimeHow}
      data={data}
      axes={[teamTexts.waits.unitNames[unit.name]]}
      columns={[
        {
          name: columns.median,
          kind: 'line',
          drawn: scaled(percentile('50'), unit),
          textOf: b => shown(percentile('50')(b)),
        },
        {
          name: columns.late,
          kind: 'line',
          drawn: scaled(percentile('85'), unit),
          textOf: b => shown(percentile('85')(b)),
        },
        { name: columns.withTime, textOf: ({ cycleTime }) => formatNumber(cycleTime.count) },
      ]}
      linkOf={({ itemsWithStart }) => itemsWithStart}
    />
  )
}

function Throughput({ data }: TrendProps) {
  return (
    <PeriodPanel
      title={text.throughput}
      how={text.throughputHow}
      data={data}
      axes={[null]}
      columns={[
        {
          name: columns.finished,
          kind: 'bar',
          drawn: ({ finished }) => finished,
          textOf: b => formatNumber(b.finished),
        },
      ]}
      linkOf={({ items }) => items}
    />
  )
}

function WorkInProgress({ data, unit }: TrendProps) {
  const age = ({ totalAge }: TrendBucket) => totalAge
  return (
    <PeriodPanel
      title={text.wip}
      how={text.wipHow}
      data={data}
      axes={[null, teamTexts.waits.unitNames[unit.name]]}
      columns={[
        {
          name: columns.inProgress,
          kind: 'bar',
          stack: 'issues',
          drawn: ({ wip }) => wip,
          textOf: b => formatNumber(b.wip),
        },
        {
          name: columns.parked,
          kind: 'bar',
          stack: 'issues',
          drawn: ({ parked }) => parked.count,
          textOf: ({ parked }) => formatNumber(parked.count),
        },
        {
          name: columns.totalAge,
          kind: 'line',
          isOnRight: true,
          drawn: scaled(age, unit),
          textOf: b => timeText(age(b), unit),
        },
        { name: columns.parkedAge, textOf: ({ parked }) => timeText(parked.totalAge, unit) },
      ]}
      linkOf={({ itemsInProgress }) => itemsInProgress}
    />
  )
}

function Arrivals({ data }: TrendProps) {
  return (
    <PeriodPanel
      title={text.arrivals}
      how={text.arrivalsHow}
      data={data}
      axes={[null]}
      columns={[
        {
          name: columns.arrivals,
          kind: 'bar',
          drawn: ({ arrivals }) => arrivals,
          textOf: b => formatNumber(b.arrivals),
        },
        {
          name: columns.departures,
          kind: 'bar',
          drawn: ({ departures }) => departures,
          textOf: b => formatNumber(b.departures),
        },
      ]}
      linkOf={({ itemsArrived }) => itemsArrived}
    />
  )
}

function scaled(timeOf: (bucket: TrendBucket) => number | null, { size }: TimeUnit) {
  return (bucket: TrendBucket) => {
    const time = timeOf(bucket)
    return time === null ? null : time / size
  }
}

/** A column of the table; with `kind` also a series of the chart. */
interface PeriodColumn {
  readonly name: string
  readonly kind?: PeriodSeries['kind']
  readonly stack?: string
  readonly isOnRight?: boolean
  readonly drawn?: (bucket: TrendBucket) => number | null
  readonly textOf: (bucket: TrendBucket) => string
}

/** A chart over periods with its table. A period opens its issues. */
function PeriodPanel({
  title,
  how,
  data,
  axes,
  columns: shown,
  linkOf,
}: {
  readonly title: string
  readonly how: string
  readonly data: Dashboard
  readonly axes: AxisUnits
  readonly columns: readonly PeriodColumn[]
  readonly linkOf: (bucket: TrendBucket) => TrendBucket['items']
}) {
  const { change } = useChoices()
  const { buckets } = data.trend
  const lineOf = (bucket: TrendBucket) => [
    bucket.partial ? `${bucket.bucket} (${text.partial})` : bucket.bucket,
    ...shown.map(({ name, textOf }) => `${name}: ${textOf(bucket)}`),
  ]
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns follow the answer
  const option = useMemo(() => {
    const series = shown.flatMap(({ name, kind, stack, isOnRight, drawn }) =>
      kind && drawn ? [{ name, kind, values: buckets.map(drawn), stack, isOnRight }] : [],
    )
    return periodOption(buckets, series, { units: axes, textOf: index => lineOf(buckets[index]!).join('\n') })
  }, [buckets])
  const open = (bucket: TrendBucket) => change({ 'view.open': formatOpened({ kind: 'items', link: linkOf(bucket) }) })
  return (
    <ChartPanel
      data={data}
      title={title}
      how={how}
      option={option}
      label={text.label(title, buckets.length)}
      points={{
        count: buckets.length,
        textOf: index => lineOf(buckets[index]!).join(', '),
        open: index => open(buckets[index]!),
      }}
      table={
        <PanelTable
          columns={[columns.period, ...shown.map(({ name }) => name)]}
          rows={buckets.map(bucket => [
            <ToItems key="period" link={linkOf(bucket)}>
              {bucket.partial ? `${bucket.bucket} (${text.partial})` : bucket.bucket}
            </ToItems>,
            ...shown.map(({ textOf }) => textOf(bucket)),
          ])}
        />
      }
    />
  )
}
