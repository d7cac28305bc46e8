import { commaLines } from './comma-lines.ts'
import {
  dateText,
  efficiencyText,
  type FlowSummary,
  type FlowWindow,
  percentage,
  type Ranked,
  type Share,
  shareOf,
  type TimeFormat,
  type Verdicts,
} from './flow-cells.ts'

/** Returns the rows of a summary. With a window before, an empty row and the comparison follow. */
export function summaryRows(json: FlowSummary, time: TimeFormat): string[][] {
  return [
    ['MEASURE', 'VALUE', '90 % INTERVAL', 'ISSUES'],
    ['finished', String(json.finished), '', String(json.finished)],
    ['finished without start', String(json.withoutStart), '', String(json.finished)],
    ['in progress', String(json.inProgress.count), '', String(json.inProgress.count)],
    ['parked', String(json.parked.count), '', String(json.parked.count)],
    ['finish unknown', String(json.finishUnknown.count), '', String(json.finishUnknown.count)],
    ...rankedRows('cycle time', json.cycleTime, time),
    ...rankedRows('lead time', json.leadTime, time),
    ['flow efficiency', efficiencyText(json.efficiency), '', countOf(json.efficiency)],
    ['first time through', shareOf(json.firstTimeThrough), '', String(json.firstTimeThrough.of)],
    ['reopened', String(json.reopened.issues)],
    ...(json.sle && json.withinSle
      ? [
          [
            ...[`within ${time(json.sle.ms)} (goal ${json.sle.percent} %)`, shareOf(json.withinSle), ''],
            String(json.withinSle.of),
          ],
        ]
      : []),
    ...(json.previous ? [[], ...comparedRows(json, json.previous, time)] : []),
  ]
}

/** Returns which days the window has, and the one before, and what its changes and verdicts mean. */
export function windowNotes({
  window,
  previous,
  verdicts,
  gapDays,
  timeZone,
}: Pick<FlowSummary, 'window' | 'previous' | 'verdicts' | 'gapDays' | 'timeZone'>): string[] {
  const days = ({ from, last }: typeof window) => `from ${dateText(from, timeZone)} to ${dateText(last, timeZone)}`
  if (!previous) return [`Finished issues are those ${days(window)}.`]
  const isUnclear = Object.values(verdicts!).some(one => Object.values(one).includes('noClearChange'))
  return [
    `NOW is the window ${days(window)}, BEFORE ${days(previous.window)}.`,
    ...(gapDays ? [`Neither window includes the ${gapDays === 1 ? 'day' : `${gapDays} days`} between them.`] : []),
    ...(isUnclear ? ['No clear change: the 90 % intervals touch, or a window has fewer than 20 issues.'] : []),
  ]
}

/** Formats a verdict; empty without one. */
export function verdictText(verdict: string | undefined): string {
  return verdict === 'noClearChange' ? 'no clear change' : (verdict ?? '')
}

function rankedRows(name: string, { count, percentiles, values }: Ranked, time: TimeFormat): string[][] {
  if (values !== null) return valueRows(name, count, values.map(time))
  return Object.entries(percentiles).map(([percent, { value, lower, upper }]) => [
    ...[`${name} ${percent} %`, time(value), intervalText(lower, upper, time), String(count)],
  ])
}

/** The widest cell with single values. */
const VALUES_WIDTH = 24

/** Returns rows with single values, a few in each. */
export function valueRows(name: string, count: number, values: readonly string[]): string[][] {
  const [first = '-', ...more] = commaLines(values, VALUES_WIDTH)
  return [[name, first, '', String(count)], ...more.map(text => ['', text])]
}

function intervalText(lower: number | null, upper: number | null, time: TimeFormat): string {
  if (lower === null) return upper === null ? '' : `at most ${time(upper)}`
  return upper === null ? `at least ${time(lower)}` : `${time(lower)} - ${time(upper)}`
}

function comparedRows(now: FlowSummary, before: FlowWindow, time: TimeFormat): string[][] {
  const counted = (name: string, count: number, other: number) => [
    ...[name, String(count), '', String(other), '', signed(count - other, 0, '')],
  ]
  const shared = (name: string, share: Share, other: Share) => [
    ...[name, shareOf(share), String(share.of), shareOf(other), String(other.of), pointsBetween(share, other)],
  ]
  return [
    ['COMPARED', 'NOW', 'ISSUES', 'BEFORE', 'ISSUES', 'CHANGE', 'VERDICT'],
    counted('finished', now.finished, before.finished),
    counted('without start', now.withoutStart, before.withoutStart),
    ...comparedTimes('cycle time', [now.cycleTime, before.cycleTime], time, now.verdicts?.cycleTime),
    ...comparedTimes('lead time', [now.leadTime, before.leadTime], time, now.verdicts?.leadTime),
    comparedEfficiency(now.efficiency, before.efficiency),
    shared('first time', now.firstTimeThrough, before.firstTimeThrough),
    counted('reopened', now.reopened.issues, before.reopened.issues),
    ...(now.withinSle && before.withinSle ? [shared('within SLE', now.withinSle, before.withinSle)] : []),
  ]
}

/** A window with single values has no percentiles to compare. */
function comparedTimes(
  name: string,
  [now, before]: readonly [Ranked, Ranked],
  time: TimeFormat,
  verdicts: Verdicts = {},
): string[][] {
  const [count, other] = [String(now.count), String(before.count)]
  const percents = Object.keys({ ...now.percentiles, ...before.percentiles })
  if (percents.length === 0) return [[name, '-', count, '-', other, '-']]
  return percents.map(percent => {
    const [value, old] = [now, before].map(({ percentiles }) => percentiles[percent]?.value ?? null)
    const change = value == null || !old ? '-' : signed((100 * (value - old)) / old, 1, ' %')
    return [`${name} ${percent} %`, time(value!), count, time(old!), other, change, verdictText(verdicts[percent])]
  })
}

function countOf(efficiency: FlowWindow['efficiency']): string {
  return String(efficiency.value === null ? 0 : efficiency.count)
}

function comparedEfficiency(now: FlowWindow['efficiency'], before: FlowWindow['efficiency']): string[] {
  const [value, old] = [now.value, before.value]
  const change = value === null || old === null ? '-' : points(value - old)
  return ['flow efficiency', efficiencyText(now), countOf(now), efficiencyText(before), countOf(before), change]
}

/** Returns the change of a share, if both are shown as percentages. */
function pointsBetween(now: Share, before: Share): string {
  const isShown = [now, before].every(share => shareOf(share) === percentage(share.count / share.of))
  return isShown ? points(now.count / now.of - before.count / before.of) : '-'
}

function points(difference: number): string {
  return signed(100 * difference, 1, ' pts')
}

function signed(change: number, digits: number, unit: string): string {
  return `${change > 0 ? '+' : ''}${change.toFixed(digits)}${unit}`
}
