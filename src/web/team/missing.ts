import type { Dashboard } from '../api/flow.ts'
import type { Choices } from '../state/choices.ts'
import { splitStatuses } from './split-option.ts'

/**
 * A part of the screen, by what it needs: issues, issues in progress, finished ones, finished ones with a cycle time, ten of these in
 * some period, time in work, or what a forecast learns from.
 */
export type ScreenPart = 'issues' | 'inProgress' | 'finished' | 'cycleTimes' | 'periods' | 'split' | 'forecast'

/** Why a part is empty. */
export type Cause =
  | 'noIssues'
  | 'notInProgress'
  | 'nothingOpen'
  | 'noFinished'
  | 'neverFinished'
  | 'withoutStart'
  | 'fewInPeriods'
  | 'noTime'
  | 'noForecast'

/** Returns why a part of the screen is empty, the true cause first; `null` if it is not. */
export function causeOf(data: Dashboard, part: ScreenPart): Cause | null {
  if (data.issues.measured === 0) return 'noIssues'
  if (part === 'issues') return null
  if (part === 'inProgress') return whyNotInProgress(data)
  const { forecast, trend } = data
  if (part === 'forecast' && forecast.noForecast === null) return null
  if (trend.finished === 0) return data.data.lastFinish === null ? 'neverFinished' : 'noFinished'
  if (part === 'forecast') return 'noForecast'
  return part === 'finished' ? null : whyWithoutTimes(data, part)
}

function whyNotInProgress({ attention: { inProgress, parked, notStarted } }: Dashboard): Cause | null {
  if (inProgress.count > 0) return null
  return parked.count + notStarted.count > 0 ? 'notInProgress' : 'nothingOpen'
}

function whyWithoutTimes({ trend, waits }: Dashboard, part: 'cycleTimes' | 'periods' | 'split'): Cause | null {
  if (trend.cycleTime.count === 0) return 'withoutStart'
  const isFew = () => trend.buckets.every(({ cycleTime }) => Object.keys(cycleTime.percentiles).length === 0)
  if (part === 'periods' && isFew()) return 'fewInPeriods'
  return part === 'split' && splitStatuses(waits.statuses).length === 0 ? 'noTime' : null
}

/** Returns whether people may still say what the statuses are: nobody saved this workflow. */
export function isUnsettled({ id }: Dashboard['workflow']): boolean {
  return id === 'default' || id === 'unsaved'
}

/** Returns whether the editor of the workflow is open: the user opened it, or nothing can be measured without it. */
export function isEditing(choices: Choices, { workflow, issues }: Dashboard): boolean {
  const isMute = issues.measured > 0 && !workflow.canMeasure
  return choices['view.statuses'] !== undefined || (isMute && isUnsettled(workflow))
}
