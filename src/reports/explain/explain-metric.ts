import type { Stay } from '../../history/stay.ts'
import { type ClippedStay, clipToWindow, lengthOf } from '../../measure/clip-to-window.ts'
import {
  type BetweenStatuses,
  durationBetweenStatuses,
  isExcluded,
  pathBetween,
  type TimeBetween,
} from '../../measure/duration-between-statuses.ts'
import type { MetricEnd } from '../../plan/report-plan.ts'
import type { CellExplanation, CellPart, ExplainedCell } from './cell-explanation.ts'
import type { Names } from './names.ts'

/** Explains a cell of a metric by the stays between its two statuses, the excluded ones, and its end. */
export function explainMetric(cell: ExplainedCell): CellExplanation {
  const { plan, key, history, clock, names } = cell
  const metric = plan.metrics.find(({ name }) => name === key.outer)!
  const stays = clipToWindow(history.statuses, plan.window)
  const path = pathBetween(stays, metric)
  const { length, state } = durationBetweenStatuses(stays, metric, clock)
  const onPath = (path?.stays ?? []).map(stay => partOf(stay, cell, excludedWhy(stay, metric)))
  return {
    raw: length,
    rule: `${span(metric, names)} ${STATES[state]}`,
    parts: path?.end ? [...onPath, endOf(path.end, cell)] : onPath,
  }
}

function excludedWhy(stay: ClippedStay<Stay>, metric: BetweenStatuses): string | null {
  return isExcluded(stay, metric) ? 'Time in this status is excluded from the metric.' : null
}

function partOf(stay: ClippedStay<Stay>, { clock, names }: ExplainedCell, why: string | null): CellPart {
  const { of, entered, left, open } = stay
  const label = names.status(of.value!.id)
  return { label, within: null, entered, left, open, actor: of.actor, raw: lengthOf(stay, clock), why }
}

/** Reduces the last stay to the instant of its entry, because the metric ends there. */
function endOf(stay: ClippedStay<Stay>, cell: ExplainedCell): CellPart {
  const part = partOf(stay, cell, 'The metric ends here. Later time does not count.')
  return { ...part, left: part.entered, open: false, raw: 0 }
}

function span({ from, to }: BetweenStatuses, names: Names): string {
  const entry = ({ status, order }: MetricEnd) => `the ${order} entry into ${names.status(status)}`
  return `The sum of the times from ${from ? entry(from) : 'the creation'} to ${entry(to)}${from ? ' after it' : ''}, without excluded statuses`
}

const STATES: Readonly<Record<TimeBetween['state'], string>> = {
  notStarted: '(not started).',
  running: '(not reached yet: up to the time of the report).',
  paused: '(not reached yet, and paused: the issue is in an excluded status).',
  completed: '(completed).',
}
