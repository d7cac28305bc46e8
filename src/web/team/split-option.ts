import type { WaitStatus } from '../api/flow.ts'
import { colorOf, patternOf, WITHOUT_PATTERNS } from '../chart/palette.ts'
import { type BarTexts, barAxes, type FlowOption } from './option-parts.ts'

/** Returns the statuses in which finished issues were active or waited, the longest time first. */
export function splitStatuses(statuses: readonly WaitStatus[]): WaitStatus[] {
  return statuses
    .filter(({ active, waiting }) => active > 0 || waiting > 0)
    .toSorted((a, b) => b.active + b.waiting - a.active - a.waiting)
}

/** Returns the option of bars of the time in each status: active, waiting, and blocked, which is a part of waiting. */
export function splitOption(
  statuses: readonly WaitStatus[],
  { names, ...texts }: BarTexts & { readonly names: Readonly<Record<'active' | 'waiting' | 'blocked', string>> },
): FlowOption {
  const parts = [
    { name: names.active, rank: 0, timeOf: ({ active }: WaitStatus) => active },
    { name: names.waiting, rank: 1, timeOf: ({ waiting, blocked }: WaitStatus) => waiting - blocked },
    { name: names.blocked, rank: 2, timeOf: ({ blocked }: WaitStatus) => blocked },
  ]
  const shown = statuses.map(({ status }) => status)
  return (theme, width) => ({
    ...barAxes(shown, texts, theme, width),
    series: parts.map(({ name, rank, timeOf }) => ({
      type: 'bar',
      id: name,
      name,
      stack: 'time',
      barMaxWidth: 22,
      itemStyle: {
        color: colorOf(rank, theme.isDark),
        // Patterns tell the parts apart without colors.
        decal: patternOf(rank * WITHOUT_PATTERNS, theme.isDark),
      },
      data: statuses.map(one => timeOf(one) / texts.unit.size),
    })),
  })
}
