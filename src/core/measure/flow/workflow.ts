import type { Millis } from '../../time/instant.ts'

/** What work in a stage of a workflow is. */
export const stageKinds = ['notStarted', 'active', 'waiting', 'done'] as const

/** One of them. */
export type StageKind = (typeof stageKinds)[number]

/** A stage of a workflow: statuses that have no order among each other. */
export interface Stage {
  readonly name: string
  readonly kind: StageKind
  /** The ids of its statuses. */
  readonly statuses: readonly string[]
}

/** What an issue is blocked by: any of these. */
export interface BlockedSources {
  /** Ids of fields, while they have a value. */
  readonly fields: readonly string[]
  /** Ids of statuses. */
  readonly statuses: readonly string[]
  /** Labels. */
  readonly labels: readonly string[]
}

/** A service level expectation: `percent` of the issues take at most `ms`. */
export interface Sle {
  readonly percent: number
  readonly ms: Millis
  /** When it was measured, as yyyy-MM-dd, and over how many cycle times; absent if somebody chose it. */
  readonly measured?: { readonly date: string; readonly count: number }
}

/** What makes an issue done: a status of a done stage, or a resolution. */
export const doneBys = ['status', 'resolution'] as const

/** A workflow: stages in order, first those not started, then those in progress, then those done. */
export interface Workflow {
  readonly stages: readonly Stage[]
  readonly done: (typeof doneBys)[number]
  readonly blocked: BlockedSources
  readonly sle: Sle | null
}

/** What happens to the time that a started issue spends in stages that are not in progress, before it is finished. */
export const returnsModes = ['pause', 'keep', 'restart'] as const

/** One of them. */
export type Returns = (typeof returnsModes)[number]

/** Returns whether a stage of this kind is in progress; `null` is no stage. */
export function isInProgress(kind: StageKind | null): boolean {
  return kind === 'active' || kind === 'waiting'
}

/** Returns the index of the stage of each status. */
export function stageIndexes({ stages }: Workflow): ReadonlyMap<string, number> {
  return new Map(stages.flatMap(({ statuses }, index) => statuses.map(status => [status, index] as const)))
}

/** Returns the index of the last stage in progress, where an unresolved issue waits; `null` if there is none. */
export function lastInProgress({ stages }: Workflow): number | null {
  const index = stages.findLastIndex(({ kind }) => isInProgress(kind))
  return index === -1 ? null : index
}

/** Returns the index of the first done stage, where a resolved issue is; `null` if there is none. */
export function firstDone({ stages }: Workflow): number | null {
  const index = stages.findIndex(({ kind }) => kind === 'done')
  return index === -1 ? null : index
}

/** Returns whether a workflow can measure anything: it has a stage in progress, and one of finished work. */
export function canMeasure(workflow: Workflow): boolean {
  return lastInProgress(workflow) !== null && firstDone(workflow) !== null
}
