import type { PageCatalogue } from '../../reports/page/page-types.ts'
import type { FlowHead } from '../api/flow.ts'
import { formatDecimal } from '../texts/format.ts'
import { teamTexts } from '../texts/team.ts'

const HOUR = 3_600_000

/** The unit of times. */
export interface TimeUnit {
  readonly name: 'days' | 'workingDays' | 'hours' | 'minutes'
  /** Milliseconds. */
  readonly size: number
}

/** Returns the largest unit that fits twice into the longest time. Working days need days of equal length. */
export function unitFor(
  longest: number,
  { calendar }: FlowHead,
  { calendars }: Pick<PageCatalogue, 'calendars'>,
  dayLength: string | undefined,
): TimeUnit {
  const is24Hours = calendar.id === null || dayLength?.toLowerCase() === '24hourdays'
  const hours = calendars.find(({ id }) => id === calendar.id)?.dailyWorkingHours ?? null
  const units: readonly TimeUnit[] = [
    ...(is24Hours ? [{ name: 'days', size: 24 * HOUR } as const] : []),
    ...(!is24Hours && hours !== null ? [{ name: 'workingDays', size: hours * HOUR } as const] : []),
    { name: 'hours', size: HOUR },
  ]
  return units.find(({ size }) => longest >= 2 * size) ?? { name: 'minutes', size: 60_000 }
}

/** Formats a time in a unit, with one decimal and a non-breaking space: `18.7 d`. Milliseconds. */
export function timeText(time: number, { name, size }: TimeUnit): string {
  return teamTexts.units[name](formatDecimal(time / size))
}

/** Returns the ticks of an axis from 0 to at least `longest`: at most six, at round numbers. In units. */
export function ticksTo(longest: number): number[] {
  if (!(longest > 0)) return [0, 1]
  const power = 10 ** Math.floor(Math.log10(longest / 5))
  const step = power * [1, 2, 5, 10].find(factor => factor * power * 5 >= longest)!
  return Array.from({ length: Math.ceil(longest / step - 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(12)))
}
