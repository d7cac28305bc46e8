import type { Stay } from '../../history/stay.ts'
import type { BlockedInterval } from './blocked.ts'
import type { StageHistory } from './stage-history.ts'
import type { BlockedSources } from './workflow.ts'

/** What is known about an issue besides its stays. */
export type FinishFacts = Pick<StageHistory, 'isStatusLogged' | 'isResolutionLogged' | 'resolved'>

/** Returns what the stays of an issue say about its stages. The status of a stay without a value is the empty text. */
export function stageHistoryOf(
  stays: readonly Stay[],
  { isStatusLogged, isResolutionLogged, resolved }: FinishFacts,
): StageHistory {
  const of = (name: string) => stays.filter(({ field }) => field === name)
  return {
    statuses: of('status').map(({ value, entered, left, actor }) => ({
      status: value?.id ?? '',
      entered,
      left,
      actor,
    })),
    resolutions: of('resolution').map(({ value, entered, left, actor }) => ({
      isSet: value !== null,
      entered,
      left,
      actor,
    })),
    isStatusLogged,
    isResolutionLogged,
    resolved,
  }
}

/** Returns the intervals in which an issue was blocked. `fields` has the stays of the fields that block. */
export function blockedIntervalsOf(
  stays: readonly Stay[],
  fields: readonly Stay[],
  sources: BlockedSources,
): BlockedInterval[] {
  type Names = Pick<BlockedInterval, 'source' | 'reason'>
  const from = (some: readonly Stay[], field: string, namesOf: (id: string) => Names | null) =>
    some.flatMap(({ field: own, value, entered, left }) => {
      const names = own === field && value !== null ? namesOf(value.id) : null
      return names === null ? [] : [{ ...names, entered, left }]
    })
  const among = (ids: readonly string[], kind: string) => (id: string) =>
    ids.includes(id) ? { source: `${kind}:${id}`, reason: `${kind}:${id}` } : null
  return [
    ...sources.fields.flatMap(field =>
      from(fields, field, id => ({ source: `field:${field}`, reason: `field:${field}:${id}` })),
    ),
    ...from(stays, 'status', among(sources.statuses, 'status')),
    ...from(stays, 'labels', among(sources.labels, 'label')),
  ]
}
