import type { WorkflowProposal } from '../../app/workflows/workflow-types.ts'
import type { Dashboard } from '../api/flow.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'

/** A status with its proposed kind. */
export type ProposedStatus = WorkflowProposal['statuses'][number]

/** What a status is. */
export type Kind = ProposedStatus['kind']

/** What each status is, by id. */
export type Kinds = Readonly<Record<string, Kind>>

/** A workflow as the server accepts it. */
export interface ShortDefinition {
  readonly name: string
  readonly stages: readonly { readonly name: string; readonly kind: Kind; readonly statuses: readonly string[] }[]
}

const { kinds: names, question } = teamChoiceTexts

/** Up to so many statuses of work have a stage each. */
const MOST_STAGES = 50

/** Returns what the form shows first: what the workflow says if somebody chose it here, else the proposal. */
export function firstKinds(statuses: readonly ProposedStatus[], { id, stages }: Dashboard['workflow']): Kinds {
  const proposed = statuses.map(status => [status.id, status.kind] as const)
  const chosen = stages.flatMap(stage =>
    stage.statuses.map(status => [status, stage.kind === 'waiting' ? 'active' : stage.kind] as const),
  )
  return Object.fromEntries(id === 'unsaved' ? [...proposed, ...chosen] : proposed)
}

/** Returns whether a workflow of these kinds can measure anything. */
export function isComplete(kinds: Kinds): boolean {
  const all = Object.values(kinds)
  return all.includes('active') && all.includes('done')
}

/** Returns the workflow of some kinds: a stage for each status of work, one before them, and one after them. */
export function definitionOf(statuses: readonly ProposedStatus[], kinds: Kinds, name: string): ShortDefinition {
  const of = (kind: Kind) => statuses.filter(({ id }) => kinds[id] === kind)
  const whole = (kind: Kind, stage: string) => {
    const ids = of(kind).map(({ id }) => id)
    return ids.length === 0 ? [] : [{ name: stage, kind, statuses: ids }]
  }
  const work = of('active')
  const single = work.map(status => ({ name: stageName(status, work), kind: 'active' as const, statuses: [status.id] }))
  return {
    name,
    stages: [
      ...whole('notStarted', names.notStarted),
      ...(work.length > MOST_STAGES ? whole('active', question.work) : single),
      ...whole('done', names.done),
    ],
  }
}

/** Returns the name of a status, with its id if another stage has the name. */
function stageName({ id, name }: ProposedStatus, work: readonly ProposedStatus[]): string {
  const others = [names.notStarted, names.done, ...work.filter(one => one.id !== id).map(one => one.name)]
  const isTaken = others.some(other => other.toLowerCase() === name.toLowerCase())
  return isTaken ? `${name} (${id})` : name
}
