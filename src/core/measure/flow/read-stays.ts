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
  const from = (some: readonly Stay[], field: string, source: (id: string) => string | null) =>
    some.flatMap(({ field: own, value, entered, left }) => {
      const name = own === field && value !== null ? source(value.id) : null
      return name === null ? [] : [{ source: name, entered, left }]
    })
  return [
    ...sources.fields.flatMap(field => from(fields, field, () => `field:${field}`)),
    ...from(stays, 'status', id => (sources.statuses.includes(id) ? `status:${id}` : null)),
    ...from(stays, 'labels', id => (sources.labels.includes(id) ? `label:${id}` : null)),
  ]
}
