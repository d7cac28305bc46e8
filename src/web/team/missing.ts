import type { Dashboard } from '../api/flow.ts'

/** A part of the screen that needs something: issues in progress, finished ones, or finished ones with a cycle time. */
export type ScreenPart = 'inProgress' | 'finished' | 'cycleTimes'

/** Why a part is empty. */
export type Cause = 'noIssues' | 'notInProgress' | 'nothingOpen' | 'noFinished' | 'neverFinished' | 'withoutStart'

/** Returns why a part of the screen is empty, the true cause first; `null` if it is not. */
export function causeOf({ issues, attention, trend, data }: Dashboard, part: ScreenPart): Cause | null {
  const { inProgress, parked, notStarted } = attention
  if (issues.measured === 0) return 'noIssues'
  if (part === 'inProgress') {
    if (inProgress.count > 0) return null
    return parked.count + notStarted.count > 0 ? 'notInProgress' : 'nothingOpen'
  }
  if (trend.finished === 0) return data.lastFinish === null ? 'neverFinished' : 'noFinished'
  return part === 'cycleTimes' && trend.cycleTime.count === 0 ? 'withoutStart' : null
}

/** Returns whether a workflow can measure anything: it has a stage in progress, and one of finished work. */
export function canMeasure({ stages }: Dashboard['workflow']): boolean {
  const has = (...kinds: readonly string[]) => stages.some(({ kind }) => kinds.includes(kind))
  return has('active', 'waiting') && has('done')
}

/** Returns whether people may still say what the statuses are: nobody saved this workflow. */
export function isUnsettled({ id }: Dashboard['workflow']): boolean {
  return id === 'default' || id === 'unsaved'
}
