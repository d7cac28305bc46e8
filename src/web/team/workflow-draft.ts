import type { ShownWorkflow, WorkflowProposal } from '../../app/workflows/workflow-types.ts'
import type { Dashboard } from '../api/flow.ts'
import { teamChoiceTexts } from '../texts/team-choices.ts'
import { workflowTexts as text } from '../texts/workflow.ts'

/** A status with its proposed kind. */
export type ProposedStatus = WorkflowProposal['statuses'][number]

/** A workflow as the server accepts it. */
export type SavedDefinition = ShownWorkflow['definition']

/** The kind of a stage. */
export type Kind = SavedDefinition['stages'][number]['kind']

/** A stage that is edited. */
export interface DraftStage {
  /** Unique in the draft. */
  readonly key: number
  readonly name: string
  readonly kind: Kind
  /** The ids of its statuses. */
  readonly statuses: readonly string[]
}

/** A workflow that is edited: without a name, and perhaps with stages without statuses. Its stages are in order. */
export interface WorkflowDraft extends Omit<SavedDefinition, 'name' | 'stages'> {
  readonly stages: readonly DraftStage[]
}

/** The edited workflow and its setter; `null` without changes to the workflow of the screen. */
export interface DraftState {
  readonly draft: WorkflowDraft | null
  readonly setDraft: (draft: WorkflowDraft | null) => void
}

/** The part of an answer that a draft is made from. */
type Begin = Pick<Dashboard, 'workflow' | 'levels'>

const HOUR = 3_600_000

/** The part of a workflow to which each kind belongs: parts are in order, the stages of one are in any order. */
const PARTS: Readonly<Record<Kind, number>> = { notStarted: 0, active: 1, waiting: 1, done: 2 }

/** The kinds of stages, with their names. */
export const KINDS = (['notStarted', 'active', 'waiting', 'done'] as const).map(
  kind => [kind, text.kinds[kind]] as const,
)

/** The maximum number of proposed stages of work. If there are more statuses of work, they share one stage. */
const MOST_STAGES = 50

/** Returns a draft of the workflow of a screen. For the workflow by status category it is the proposal. */
export function draftOf({ workflow, levels }: Begin, statuses: readonly ProposedStatus[]): WorkflowDraft {
  const { id, done, blocked, sle } = workflow
  const stages = id === 'default' ? proposedStages(statuses) : workflow.stages
  return {
    stages: stages.map((stage, key) => ({ ...stage, key })),
    done,
    blocked,
    sle: sle && { percent: sle.percent, hours: sle.ms / HOUR, ...sle.measured },
    levels,
  }
}

function proposedStages(statuses: readonly ProposedStatus[]): Omit<DraftStage, 'key'>[] {
  const idsOf = (kind: Kind) => statuses.filter(status => status.kind === kind).map(({ id }) => id)
  const whole = (kind: Kind) => ({ name: text.kinds[kind], kind, statuses: idsOf(kind) })
  const [before, after] = [whole('notStarted'), whole('done')]
  const work = statuses.filter(({ kind }) => kind === 'active')
  if (work.length > MOST_STAGES) return [before, whole('active'), after]
  const taken: string[] = [before.name, after.name]
  const single = work.map(status => {
    const name = freeName(status, taken)
    taken.push(name)
    return { name, kind: 'active' as const, statuses: [status.id] }
  })
  return [before, ...single, after]
}

/** The most characters of a name. */
const MAX_NAME = 200

/** Characters that a name cannot have: controls, and marks of direction. */
const UNUSABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns a stage name for a status: the valid part of its name, followed by its id if another stage has that name. */
function freeName({ id, name }: Pick<ProposedStatus, 'id' | 'name'>, taken: readonly string[]): string {
  const usable = name.replace(UNUSABLE, '').trim().slice(0, MAX_NAME).trim() || text.newStage
  const isTaken = (one: string) => taken.some(other => inLowerCase(other) === inLowerCase(one))
  const candidates = [usable, `${usable.slice(0, MAX_NAME - id.length - 3)} (${id})`]
  const found = candidates.find(one => one.length <= MAX_NAME && !isTaken(one))
  return found ?? newName(taken)
}

/** Returns a name for a stage that no other has. */
function newName(taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? text.newStage : `${text.newStage} ${number}`
    if (!taken.some(other => inLowerCase(other) === inLowerCase(name))) return name
  }
}

/**
 * Returns the statuses to edit: those that the issues of a screen have been in, and those of its workflow. Returns all statuses if these
 * are too few for a workflow, as in a project without finished issues.
 */
export function listedStatuses(
  screen: Begin,
  statuses: readonly ProposedStatus[],
  occurring: readonly { readonly id: string }[],
): readonly ProposedStatus[] {
  const { id, stages } = screen.workflow
  const named = id === 'default' ? [] : stages.flatMap(stage => stage.statuses)
  const wanted = new Set([...named, ...occurring.map(status => status.id)])
  const few = statuses.filter(status => wanted.has(status.id))
  return draftProblems(draftOf(screen, few)).length === 0 ? few : statuses
}

/** Returns a draft with a status in another stage, or in no stage for `null`. */
export function withStatus(draft: WorkflowDraft, status: string, to: number | null): WorkflowDraft {
  const stages = draft.stages.map(stage => {
    const others = stage.statuses.filter(id => id !== status)
    return { ...stage, statuses: stage.key === to ? [...others, status] : others }
  })
  return { ...draft, stages }
}

/** Returns a draft with a status in a new stage with its name, of the kind of the stage in which it was. */
export function withOwnStage(draft: WorkflowDraft, status: ProposedStatus): WorkflowDraft {
  const from = draft.stages.find(({ statuses }) => statuses.includes(status.id))
  const name = freeName(
    status,
    draft.stages.map(stage => stage.name),
  )
  return withStatus(withNamedStage(draft, name, from?.kind ?? 'active'), status.id, nextKey(draft))
}

/** Returns a draft with a new stage of work, the last one of its part. */
export function withStage(draft: WorkflowDraft): WorkflowDraft {
  return withNamedStage(draft, newName(draft.stages.map(({ name }) => name)), 'active')
}

function withNamedStage(draft: WorkflowDraft, name: string, kind: Kind): WorkflowDraft {
  return sorted(draft, [...draft.stages, { key: nextKey(draft), name, kind, statuses: [] }])
}

/** Returns a draft with a changed stage. It keeps its place among those of its part. */
export function withChangedStage(
  draft: WorkflowDraft,
  key: number,
  change: Partial<Pick<DraftStage, 'name' | 'kind'>>,
): WorkflowDraft {
  return sorted(
    draft,
    draft.stages.map(stage => (stage.key === key ? { ...stage, ...change } : stage)),
  )
}

/** Returns a draft without a stage. Its statuses are in none. */
export function withoutStage(draft: WorkflowDraft, key: number): WorkflowDraft {
  return { ...draft, stages: draft.stages.filter(stage => stage.key !== key) }
}

/** Returns a draft with a stage one place to the left (-1) or right (1); `null` if another part is there. */
export function withMovedStage({ stages, ...draft }: WorkflowDraft, key: number, by: -1 | 1): WorkflowDraft | null {
  const index = stages.findIndex(stage => stage.key === key)
  const [stage, other] = [stages[index], stages[index + by]]
  if (!stage || !other || PARTS[stage.kind] !== PARTS[other.kind]) return null
  return { ...draft, stages: stages.with(index, other).with(index + by, stage) }
}

/** Returns the statuses that are in no stage of a draft. */
export function unmappedIn({ stages }: WorkflowDraft, statuses: readonly ProposedStatus[]): readonly ProposedStatus[] {
  const mapped = new Set(stages.flatMap(({ statuses: ids }) => ids))
  return statuses.filter(({ id }) => !mapped.has(id))
}

/** Returns the errors of a draft, one sentence each. */
export function draftProblems(draft: WorkflowDraft): string[] {
  const { stages } = definitionOf(draft, '')
  const kinds = new Set(stages.map(({ kind }) => PARTS[kind]))
  const names = stages.map(({ name }) => inLowerCase(name))
  const repeated = stages.filter(({ name }, i) => name !== '' && names.indexOf(inLowerCase(name)) !== i)
  const { sle } = draft
  return [
    ...(kinds.has(PARTS.active) && kinds.has(PARTS.done) ? [] : [text.incomplete]),
    ...(names.includes('') ? [text.unnamed] : []),
    ...[...new Set(repeated.map(({ name }) => name))].map(text.repeated),
    ...(sle && !(Number.isInteger(sle.percent) && sle.percent >= 1 && sle.percent <= 100 && sle.hours > 0)
      ? [text.wrongSle]
      : []),
  ]
}

/** Returns a draft with other stages. The date and the count of a measured expectation are removed if its stages changed. */
export function withStages(draft: WorkflowDraft, changed: WorkflowDraft): WorkflowDraft {
  const { sle } = draft
  const measured = ({ stages }: WorkflowDraft) => JSON.stringify(stages.map(({ kind, statuses }) => [kind, statuses]))
  if (sle === null || measured(draft) === measured(changed)) return changed
  return { ...changed, sle: { percent: sle.percent, hours: sle.hours } }
}

/** Returns the default expectation of a screen with its name; `null` if the screen has a saved one or none. */
export function presentSle({ sle, asOf }: Pick<Dashboard, 'sle' | 'asOf'>) {
  if (!sle?.isDefault || sle.count === null) return null
  const { percent, ms, count, name } = sle
  // Rounded up, so that the issue at the percentile is within it.
  return { name, sle: { percent, hours: Math.ceil(ms / (HOUR / 10)) / 10, date: asOf.slice(0, 10), count } }
}

/** Returns the definition of a draft, as the server accepts it. Stages without statuses are left out. */
export function definitionOf({ stages, ...draft }: WorkflowDraft, name: string): SavedDefinition {
  const kept = stages.filter(({ statuses }) => statuses.length > 0)
  return {
    name,
    stages: kept.map(({ name, kind, statuses }) => ({ name: name.trim(), kind, statuses })),
    ...draft,
  }
}

/** Returns the definition of a draft as JSON, for an address or a team. It has the name of the original workflow. */
export function unsavedOf(draft: WorkflowDraft, screen: Pick<Dashboard, 'workflow'>): string {
  return JSON.stringify(definitionOf(draft, ownName(screen) ?? teamChoiceTexts.unsaved))
}

/** Returns the name of the workflow of a screen; `null` for the default one and for one without a name. */
export function ownName({ workflow: { id, name } }: Pick<Dashboard, 'workflow'>): string | null {
  return id === 'default' || name === teamChoiceTexts.unsaved ? null : name
}

function nextKey({ stages }: WorkflowDraft): number {
  return Math.max(-1, ...stages.map(({ key }) => key)) + 1
}

function sorted(draft: WorkflowDraft, stages: readonly DraftStage[]): WorkflowDraft {
  return { ...draft, stages: stages.toSorted((a, b) => PARTS[a.kind] - PARTS[b.kind]) }
}

function inLowerCase(name: string): string {
  return name.trim().toLowerCase()
}
