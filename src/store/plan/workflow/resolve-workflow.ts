import { didYouMean, nearNames } from '../../../core/base/did-you-mean.ts'
import { firstOf } from '../../../core/base/first-of.ts'
import type { SavedWorkflow, Status } from '../../../core/catalogue/model.ts'
import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import { canMeasure, isInProgress, type Workflow } from '../../../core/measure/flow/workflow.ts'
import { Unresolved } from '../request-problems.ts'
import { idElseName } from '../resolve-names.ts'
import { DEFAULT_WORKFLOW, defaultWorkflow } from './default-workflow.ts'
import { parseWorkflow } from './parse-workflow.ts'
import { definitionOf, type Levels, type WorkflowDefinition } from './workflow-definition.ts'

/** The workflow of a request. */
export interface ResolvedWorkflow {
  /** `default` for the default workflow, `unsaved` for one in the request. */
  readonly id: string
  readonly name: string
  readonly workflow: Workflow
  /** What a request without `levels` measures. */
  readonly levels: Levels
  /** The statuses that no stage names, in the tracker's order. */
  readonly unmapped: readonly Status[]
  /** The statuses that block, but are in no stage in progress. Their time counts only with some `returns`. */
  readonly ineffective: readonly Status[]
}

/** The id of a workflow whose definition is in the request. */
const UNSAVED_WORKFLOW = 'unsaved'

/** The most names of workflows in a message, and the most errors of a definition. */
const MAX_LISTED = 20

/** The most characters of a definition in a request. */
const MAX_DEFINITION = 200_000

/**
 * Resolves a workflow by id or name, or reads its definition, a JSON object as in a workflow file. `default` is the default one. For
 * `undefined`, a saved one replaces the default one if that cannot measure.
 *
 * `names` and `saved` are of one catalogue, filtered for the caller; `saved` by id.
 */
export function resolveWorkflow(
  text: string | undefined,
  names: ReportNames,
  saved: readonly SavedWorkflow[],
): ResolvedWorkflow | Unresolved {
  if (text === undefined) return unnamedWorkflow(names, saved)
  const wanted = text.trim().toLowerCase()
  if (wanted === DEFAULT_WORKFLOW) return resolvedOf(DEFAULT_WORKFLOW, defaultWorkflow(names), names)
  const found = idElseName(saved, wanted, 'workflows')
  if (found === undefined && wanted.startsWith('{')) return unsavedWorkflow(text, names)
  if (found === undefined)
    return new Unresolved(`is not the id or the name of a workflow.${knownWorkflows(wanted, saved)}`)
  return found instanceof Unresolved ? found : resolvedOf(found.id, definitionOf(found), names)
}

/** Returns the default workflow; the first saved one if that cannot measure, because its statuses have no categories. */
function unnamedWorkflow(names: ReportNames, [first]: readonly SavedWorkflow[]): ResolvedWorkflow {
  const byCategory = defaultWorkflow(names)
  return first === undefined || canMeasure(byCategory)
    ? resolvedOf(DEFAULT_WORKFLOW, byCategory, names)
    : resolvedOf(first.id, definitionOf(first), names)
}

function unsavedWorkflow(text: string, names: ReportNames): ResolvedWorkflow | Unresolved {
  if (text.length > MAX_DEFINITION)
    return new Unresolved(`has ${text.length} characters. Allowed: at most ${MAX_DEFINITION}`)
  const json = jsonOf(text)
  if (json === undefined) return new Unresolved('is neither the name of a workflow nor JSON')
  const read = parseWorkflow(json, names)
  if ('definition' in read) return resolvedOf(UNSAVED_WORKFLOW, read.definition, names)
  // The message that it becomes part of ends with a full stop.
  const why = read.problems.slice(0, MAX_LISTED).join(' ').replace(/\.$/, '')
  return new Unresolved(`is not the definition of a workflow: ${why}`)
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the sentences of an error that name the workflows there are, with a leading space. */
export function knownWorkflows(text: string, saved: readonly SavedWorkflow[]): string {
  const known = [DEFAULT_WORKFLOW, ...saved.map(({ name }) => name)]
  return `${didYouMean(nearNames(text, known))} Workflows: ${firstOf(known, MAX_LISTED)}`
}

function resolvedOf(
  id: string,
  { name, levels, ...workflow }: WorkflowDefinition,
  names: ReportNames,
): ResolvedWorkflow {
  const ineffective = ineffectiveStatuses(workflow, names)
  return { id, name, workflow, levels, unmapped: unmappedStatuses(workflow, names), ineffective }
}

function ineffectiveStatuses({ stages, blocked }: Workflow, { statuses }: ReportNames): readonly Status[] {
  const inProgress = new Set(stages.filter(({ kind }) => isInProgress(kind)).flatMap(stage => stage.statuses))
  return statuses.filter(({ id }) => blocked.statuses.includes(id) && !inProgress.has(id))
}

/** Returns the statuses that no stage of a workflow names, in the tracker's order. */
export function unmappedStatuses({ stages }: Workflow, { statuses }: ReportNames): readonly Status[] {
  const mapped = new Set(stages.flatMap(stage => stage.statuses))
  return statuses.filter(({ id }) => !mapped.has(id))
}
