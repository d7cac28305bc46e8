import { colorOf } from '../chart/palette.ts'
import { type BarTexts, barAxes, type FlowOption } from './option-parts.ts'
import type { RankedStatus } from './ranked-statuses.ts'

/** The texts of the bars. */
export interface WaitTexts extends BarTexts {
  /** Returns the times of the n-th status. */
  readonly timesOf: (index: number) => string
  readonly names: Readonly<Record<'median' | 'late' | 'each' | 'medianBefore' | 'lateBefore', string>>
}

/** The part of the color of the upper percentile, as hexadecimal digits. */
const LIGHT = '59'

/** The marks of the percentiles before, which differ in form: a diamond, and a line across the bar. Pixels. */
const MARKS = {
  median: { symbol: 'diamond', symbolSize: 9 },
  late: { symbol: 'path://M0,0h4v24h-4z', symbolSize: 24 },
} as const

/**
 * Returns the option of a bar for each status, which ends at its 85th percentile; of few issues, each has a dot. Marks show the
 * percentiles before.
 */
export function waitsOption(statuses: readonly RankedStatus[], { timesOf, names, ...texts }: WaitTexts): FlowOption {
  const { size } = texts.unit
  const dots = statuses.flatMap(({ times, values }, category) =>
    times ? [] : (values ?? []).map(value => ({ value: [value / size, category], target: { category, series: null } })),
  )
  const markAt = (percentile: keyof typeof MARKS) =>
    statuses.flatMap(({ before }, category) =>
      before ? [{ value: [before[percentile] / size, category], target: { category, series: null } }] : [],
    )
  return (theme, width) => {
    const color = colorOf(0, theme.isDark)
    const bar = { type: 'bar', stack: 'time', barMaxWidth: 18 }
    return {
      ...barAxes(
        statuses.map(({ status }) => status),
        texts,
        theme,
        width,
      ),
      series: [
        {
          ...bar,
          id: 'median',
          name: names.median,
          itemStyle: { color },
          label: {
            show: true,
            // Above the bar, however long it is.
            position: [0, -15],
            color: theme.text,
            formatter: ({ dataIndex }: { readonly dataIndex: number }) => timesOf(dataIndex),
          },
          data: statuses.map(({ times }) => (times?.median ?? 0) / size),
        },
        {
          ...bar,
          id: 'late',
          name: names.late,
          itemStyle: { color: `${color}${LIGHT}`, borderColor: color, borderWidth: 1 },
          data: statuses.map(({ times }) => (times ? (times.late - times.median) / size : null)),
        },
        ...[
          {
            id: 'each',
            name: names.each,
            symbolSize: 9,
            itemStyle: { color: theme.surface, borderColor: color, borderWidth: 2 },
            data: dots,
          },
          {
            ...MARKS.median,
            id: 'medianBefore',
            name: names.medianBefore,
            itemStyle: { color: theme.surface, borderColor: theme.text, borderWidth: 1.5, opacity: 1 },
            data: markAt('median'),
          },
          {
            ...MARKS.late,
            id: 'lateBefore',
            name: names.lateBefore,
            itemStyle: { color: theme.text, opacity: 1 },
            data: markAt('late'),
          },
        ]
          .filter(({ data }) => data.length > 0)
          .map(series => ({ ...series, type: 'scatter', symbolKeepAspect: true })),
      ],
    }
  }
}
