import type { Stay } from '../history/stay.ts'
import type { Millis } from '../time/instant.ts'
import { type ClippedStay, clipToWindow, lengthOf } from './clip-to-window.ts'
import type { Clock } from './clock.ts'
import type { CellPart, ExplainCell, ExplainedCell } from './explanation.ts'
import type { Metric, MetricEnd } from './metric.ts'

/** The state of a metric for an issue, and its length: `null` if it has not started. */
export type TimeBetween =
  | { readonly state: 'notStarted'; readonly length: null }
  | { readonly state: 'running' | 'paused' | 'completed'; readonly length: Millis }

/** The path of a metric through the clipped status stays of an issue. */
export interface MetricPath {
  /** The stays of the path, in order, including those in excluded statuses. */
  readonly stays: readonly ClippedStay<Stay>[]
  /** The stay whose entry ends the path; `null` if To is not reached. */
  readonly end: ClippedStay<Stay> | null
}

/** Returns the path of a metric; `null` if it has not started. */
export function pathBetween(stays: readonly ClippedStay<Stay>[], { from, to }: Metric): MetricPath | null {
  const start = from === null ? (stays.length > 0 ? 0 : -1) : entryOf(from, stays, 0)
  if (start === -1) return null
  const end = entryOf(to, stays, from === null ? 0 : start + 1)
  return { stays: stays.slice(start, end === -1 ? stays.length : end), end: stays[end] ?? null }
}

/** Returns whether a metric excludes the time of a stay. */
export function isExcluded({ of }: ClippedStay<Stay>, { excluded }: Metric): boolean {
  return of.value !== null && excluded.includes(of.value.id)
}

/**
 * Returns the time from one entry into a status to a later entry, over the clipped status stays of one issue.
 *
 * Unit: milliseconds on `clock`. Every clipped stay is an entry at its start, creation and the start of the window
 * included. To comes after From in the order of the history, even at the same instant; without From, the first stay can
 * be To. A move between two statuses of one end is an entry too. If To is not reached, the time runs until the end of the window, and is paused while the current status is
 * excluded. Laws: never negative; never more than the time of the issue in the window.
 */
export function durationBetweenStatuses(
  stays: readonly ClippedStay<Stay>[],
  metric: Metric,
  clock: Clock,
): TimeBetween {
  const path = pathBetween(stays, metric)
  if (path === null) return { state: 'notStarted', length: null }
  const length = path.stays
    .filter(stay => !isExcluded(stay, metric))
    .reduce((sum, stay) => sum + lengthOf(stay, clock), 0)
  if (path.end !== null) return { state: 'completed', length }
  return { state: isExcluded(stays.at(-1)!, metric) ? 'paused' : 'running', length }
}

/** Returns the index of the first or last entry at or after the index `earliest`; -1 if there is none. */
function entryOf({ statuses, order }: MetricEnd, stays: readonly ClippedStay<Stay>[], earliest: number): number {
  const isEntry = ({ of }: ClippedStay<Stay>) => of.value !== null && statuses.includes(of.value.id)
  const indexes = stays.flatMap((stay, index) => (index >= earliest && isEntry(stay) ? index : []))
  return (order === 'first' ? indexes[0] : indexes.at(-1)) ?? -1
}

/** Explains a cell of a metric by the stays between its two statuses, the excluded ones, and its end. */
export const explainMetric: ExplainCell = cell => {
  const { clock, column, statusName } = cell
  const stays = clipToWindow(cell.history.statuses, cell.window)
  const path = pathBetween(stays, column.metric)
  const { length, state } = durationBetweenStatuses(stays, column.metric, clock)
  const onPath = (path?.stays ?? []).map(stay => partOf(stay, cell, whyExcluded(stay, column.metric)))
  return {
    raw: length,
    rule: `${span(column.metric, statusName)} ${states[state]}`,
    parts: path?.end ? [...onPath, endOf(path.end, cell)] : onPath,
  }
}

function whyExcluded(stay: ClippedStay<Stay>, metric: Metric): string | null {
  return isExcluded(stay, metric) ? 'Time in this status is excluded from the metric.' : null
}

function partOf(stay: ClippedStay<Stay>, { clock, statusName }: ExplainedCell, why: string | null): CellPart {
  const { of, entered, left, open } = stay
  const label = statusName(of.value!.id)
  return { label, within: null, entered, left, open, actor: of.actor, raw: lengthOf(stay, clock), why }
}

/** Reduces the last stay to the instant of its entry, because the metric ends there. */
function endOf(stay: ClippedStay<Stay>, cell: ExplainedCell): CellPart {
  const part = partOf(stay, cell, 'The metric ends here. Later time does not count.')
  return { ...part, left: part.entered, open: false, raw: 0 }
}

function span({ from, to }: Metric, statusName: (id: string) => string): string {
  const entry = ({ statuses, order }: MetricEnd) => `the ${order} entry into ${oneOf(statuses.map(statusName))}`
  return `The sum of the times from ${from ? entry(from) : 'the creation'} to ${entry(to)}${from ? ' after it' : ''}, without excluded statuses`
}

function oneOf(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

const states: Readonly<Record<TimeBetween['state'], string>> = {
  notStarted: '(not started).',
  running: '(not reached yet: up to the time of the report).',
  paused: '(not reached yet, and paused: the issue is in an excluded status).',
  completed: '(completed).',
}
