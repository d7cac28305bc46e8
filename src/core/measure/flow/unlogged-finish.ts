import type { Instant } from '../../time/instant.ts'
import type { Interval, ResolutionStay, StageHistory, StatusStay } from './stage-history.ts'
import type { Workflow } from './workflow.ts'

/** How the beginning of a stay is known: as the stays say, from the resolution date, or not at all. */
export const beginnings = ['stays', 'resolutionDate', 'unknown'] as const

/** One of them. */
export type Begun = (typeof beginnings)[number]

/** What is known about a stay besides its interval. */
export interface Evidence {
  readonly begun: Begun
  /** Whether it is the time before a finish from the resolution date, of which the log says nothing. */
  readonly isUnknown: boolean
}

/** The stays that decide when an issue is done. */
export interface EvidentHistory {
  readonly statuses: readonly (StatusStay & Evidence)[]
  readonly resolutions: readonly (ResolutionStay & Evidence)[]
}

/**
 * Returns the stays of an issue with what is known about its finish.
 *
 * If an issue is done, and its log lacks the change that made it so, its present status or resolution holds from the
 * resolution date on. A date before the last logged change is not usable: then the beginning is unknown. An issue that was
 * created done lacks nothing.
 */
export function withEvidence(history: StageHistory, workflow: Workflow): EvidentHistory {
  const { statuses, resolutions } = history
  if (!isWithoutFinish(history, workflow)) return { statuses: asLogged(statuses), resolutions: asLogged(resolutions) }
  const date = usableDate(history, workflow)
  return workflow.done === 'status'
    ? { statuses: dated(statuses, date), resolutions: asLogged(resolutions) }
    : { statuses: asLogged(statuses), resolutions: dated(resolutions, date) }
}

function isWithoutFinish(history: StageHistory, { done, stages }: Workflow): boolean {
  const { statuses, resolutions, resolved } = history
  const present = statuses.at(-1)
  if (present === undefined || resolved === statuses[0]!.entered) return false
  if (done === 'resolution') return !history.isResolutionLogged && resolutions.at(-1)?.isSet === true
  return !history.isStatusLogged && stages.some(one => one.kind === 'done' && one.statuses.includes(present.status))
}

function usableDate(history: StageHistory, { done }: Workflow): Instant | null {
  const { statuses, resolutions, resolved, isStatusLogged } = history
  const changes = [
    lastLogged(statuses, isStatusLogged),
    ...(done === 'resolution' ? [lastLogged(resolutions, history.isResolutionLogged)] : []),
  ]
  return resolved !== null && resolved >= Math.max(...changes) ? resolved : null
}

/** Returns when the last stay began whose beginning is in the log, or the creation. */
function lastLogged(stays: readonly Interval[], isLastLogged: boolean): Instant {
  return (stays.at(isLastLogged ? -1 : -2) ?? stays[0]!).entered
}

const LOGGED: Evidence = { begun: 'stays', isUnknown: false }

function asLogged<T>(stays: readonly T[]): (T & Evidence)[] {
  return stays.map(stay => ({ ...stay, ...LOGGED }))
}

/** Returns stays of which the last one begins at a date, or nobody knows when. */
function dated<T extends StatusStay | ResolutionStay>(stays: readonly T[], date: Instant | null): (T & Evidence)[] {
  const last = stays.at(-1)!
  const unlogged = (begun: Begun): Evidence => ({ begun, isUnknown: false })
  if (date === null) return [...asLogged(stays.slice(0, -1)), { ...last, ...unlogged('unknown') }]
  const before = stays
    .filter(({ entered }) => entered < date)
    .map(stay => {
      const evidence: Evidence = { begun: 'stays', isUnknown: stay === last }
      return { ...stay, left: Math.min(stay.left ?? date, date), ...evidence }
    })
  const begun: T = { ...last, entered: date, actor: null }
  return [...before, { ...begun, ...unlogged('resolutionDate') }]
}
