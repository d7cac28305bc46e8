import type { Instant, Millis } from '../../time/instant.ts'
import type { Interval, ResolutionStay, StageHistory, StatusStay } from './stage-history.ts'
import { type Begun, type Evidence, withEvidence } from './unlogged-finish.ts'
import { firstDone, lastInProgress, type StageKind, stageIndexes, type Workflow } from './workflow.ts'

/** A part of an issue's life in one stage. The parts of an issue tile its life until asOf. Only the present one may have no length. */
export interface StagedStay {
  /** The id of the status. */
  readonly status: string
  /** The index of the stage; `null` if no stage names the status. */
  readonly stage: number | null
  /** The kind of the stage. Short absences and unmapped stays of a done issue are done. */
  readonly kind: StageKind | null
  /** Whether it is part of a short absence. */
  readonly isAbsence: boolean
  readonly entered: Instant
  /** asOf for the present one. */
  readonly left: Instant
  /** The user whose change began it; `null` if unknown. */
  readonly actor: string | null
  /** How its beginning is known. */
  readonly begun: Begun
}

/** Returns the intervals that had begun by asOf. Those that were left later are open. */
export function knownAt<T extends Interval>(intervals: readonly T[], asOf: Instant): T[] {
  return intervals
    .filter(({ entered }) => entered <= asOf)
    .map(one => (one.left !== null && one.left > asOf ? { ...one, left: null } : one))
}

/** Removes the stays that ended at the instant at which they began, because they are no moves. Keeps the present stay. */
function withoutInstants<T extends Interval>(stays: readonly T[]): T[] {
  return stays.filter(({ entered, left }) => left !== entered)
}

/**
 * Returns the life of an issue by stages, until asOf. Stays that ended at the instant at which they began are not part of it.
 *
 * With `done: 'resolution'`, an issue is done while it has a resolution. In a done stage without a resolution, it waits
 * in the last stage in progress. A stay in an unmapped status after a done one is done, and so is an absence from done
 * that lasts less than `reopenTolerance`. What the log lacks follows from the resolution date (see withEvidence).
 */
export function stagedStays(
  history: StageHistory,
  workflow: Workflow,
  { asOf, reopenTolerance }: { readonly asOf: Instant; readonly reopenTolerance: Millis },
): StagedStay[] {
  const known = withEvidence(history, workflow)
  const statuses = withoutInstants(knownAt(known.statuses, asOf))
  const placed =
    workflow.done === 'status'
      ? unmappedAfterDone(byStatus(statuses, workflow, asOf))
      : byResolution(statuses, withoutInstants(knownAt(known.resolutions, asOf)), workflow, {
          asOf,
          present: history.statuses.at(-1),
        })
  return withoutShortAbsences(placed, reopenTolerance)
}

function byStatus(statuses: readonly (StatusStay & Evidence)[], workflow: Workflow, asOf: Instant): StagedStay[] {
  const indexes = stageIndexes(workflow)
  return statuses.map(({ status, entered, left, actor, begun, isUnknown }) => {
    const stage = isUnknown ? null : (indexes.get(status) ?? null)
    return { status, ...placeOf(stage, workflow), isAbsence: false, entered, left: left ?? asOf, actor, begun }
  })
}

function placeOf(stage: number | null, { stages }: Workflow) {
  return { stage, kind: stage === null ? null : stages[stage]!.kind }
}

function byResolution(
  statuses: readonly (StatusStay & Evidence)[],
  resolutions: readonly (ResolutionStay & Evidence)[],
  workflow: Workflow,
  { asOf, present }: { readonly asOf: Instant; readonly present: StatusStay | undefined },
): StagedStay[] {
  return byStatus(statuses, workflow, asOf).flatMap((stay, index) => {
    const isOpen = statuses[index]!.left === null
    // Only the stay in the present status can begin with it.
    const isPresent = stay.entered === present?.entered
    return splitBy(stay, resolutions, isOpen).map(({ isResolved, isUnknown, ...part }) => {
      if (isUnknown && isPresent) return { ...stay, ...part, stage: null, kind: null }
      if (isResolved === (stay.kind === 'done')) return { ...stay, ...part }
      if (isResolved) return { ...stay, ...part, stage: firstDone(workflow), kind: 'done' }
      return { ...stay, ...part, stage: lastInProgress(workflow), kind: 'waiting' }
    })
  })
}

/** Splits a stay at the moments within it at which the resolution changes. */
function splitBy(stay: StagedStay, resolutions: readonly (ResolutionStay & Evidence)[], isOpen: boolean) {
  const isAt = (at: Instant) => (one: ResolutionStay) => one.entered <= at && (one.left === null || one.left > at)
  const changes = resolutions.filter(({ entered }) => entered > stay.entered && (isOpen || entered < stay.left))
  const first = resolutions.find(isAt(stay.entered))
  const starts = [
    { entered: stay.entered, actor: stay.actor, held: first },
    ...changes.map(held => ({ entered: held.entered, actor: held.actor, held })),
  ]
  return starts.map(({ held, ...start }, i): Part => {
    const isUnknown = held?.isUnknown === true
    return {
      ...start,
      left: starts[i + 1]?.entered ?? stay.left,
      isUnknown,
      isResolved: held?.isSet === true && !isUnknown,
      begun: held !== undefined && held.entered === start.entered ? held.begun : 'stays',
    }
  })
}

/** A part of a stay with one resolution. */
interface Part extends Interval, Evidence {
  readonly left: Instant
  readonly actor: string | null
  readonly isResolved: boolean
}

function unmappedAfterDone(stays: readonly StagedStay[]): StagedStay[] {
  const placed: StagedStay[] = []
  for (const stay of stays) {
    const before = placed.at(-1)
    placed.push(stay.kind === null && before?.kind === 'done' ? { ...stay, stage: before.stage, kind: 'done' } : stay)
  }
  return placed
}

function withoutShortAbsences(stays: readonly StagedStay[], tolerance: Millis): StagedStay[] {
  const placed = [...stays]
  let lastDone = -1
  for (const [index, stay] of stays.entries()) {
    if (stay.kind !== 'done') continue
    const isShort = lastDone >= 0 && stay.entered - stays[lastDone]!.left < tolerance
    if (isShort) {
      for (let i = lastDone + 1; i < index; i++)
        placed[i] = { ...placed[i]!, stage: stays[lastDone]!.stage, kind: 'done', isAbsence: true }
    }
    lastDone = index
  }
  return placed
}
