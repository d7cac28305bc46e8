import type { Instant, Millis } from '../../time/instant.ts'
import type { StagedStay } from './staged-stays.ts'
import type { StageKind } from './workflow.ts'

/** An unbroken stay in one stage, from its first stay to its last. Unmapped stays within or after it break nothing. */
export interface StageRun {
  readonly stage: number
  readonly kind: StageKind
  readonly entered: Instant
  /** The end of its last stay. */
  readonly left: Instant
  /** The user who began it; `null` if unknown. */
  readonly actor: string | null
  /** Its stays. */
  readonly stays: readonly StagedStay[]
}

/**
 * Returns the stages of an issue in order. A visit that is shorter than `tolerance` (elapsed time) between two visits
 * to one stage is no visit: it belongs to the visit before. This is decided at once for all visits, but never for the
 * first and the last, nor for one that begins or ends with a move out of done.
 */
export function runsOf(stays: readonly StagedStay[], tolerance: Millis): StageRun[] {
  const visits: StageRun[] = []
  for (const stay of stays) if (stay.stage !== null) join(visits, runOf(stay, stay.stage))
  const runs: StageRun[] = []
  for (const [i, visit] of visits.entries()) {
    const [before, after] = [visits[i - 1], visits[i + 1]]
    const isShort = visit.left - visit.entered < tolerance
    const isUndone =
      before && after && before.stage === after.stage && isShort && (visit.kind === 'done') === (before.kind === 'done')
    join(runs, isUndone ? { ...visit, stage: runs.at(-1)!.stage } : visit)
  }
  return runs
}

function runOf(stay: StagedStay, stage: number): StageRun {
  const { entered, left, actor } = stay
  return { stage, kind: stay.kind!, entered, left, actor, stays: [stay] }
}

/** Adds a run; one in the stage of the last run continues it. */
function join(runs: StageRun[], run: StageRun): void {
  const last = runs.at(-1)
  if (last?.stage === run.stage)
    runs[runs.length - 1] = { ...last, left: run.left, stays: [...last.stays, ...run.stays] }
  else runs.push(run)
}
