import type { RequestContext } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { UserError } from '../../core/base/errors.ts'
import type { Catalogue, NamedValue, SavedWorkflow } from '../../core/catalogue/model.ts'
import { onlyNamed } from '../../core/catalogue/only-named.ts'
import { reportNamesOf } from '../../core/catalogue/report-names.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { ReportEngine } from '../../store/engine/report-engine.ts'
import type { Store } from '../../store/engine/store.ts'
import { DEFAULT_WORKFLOW, defaultWorkflow } from '../../store/plan/workflow/default-workflow.ts'
import { parseWorkflow } from '../../store/plan/workflow/parse-workflow.ts'
import { printWithNames, printWorkflow, type WorkflowFile } from '../../store/plan/workflow/print-workflow.ts'
import { knownWorkflows, unmappedStatuses } from '../../store/plan/workflow/resolve-workflow.ts'
import {
  definitionOf,
  storedDefinition,
  type WorkflowDefinition,
} from '../../store/plan/workflow/workflow-definition.ts'
import { deleteWorkflow, readWorkflows, replaceWorkflow } from '../../store/rows/workflow-rows.ts'
import type { ListedWorkflow, ShownWorkflow, WorkflowSave } from './workflow-types.ts'

/** The maximum number of saved workflows. */
export const MAX_WORKFLOWS = 1_000

/** The dependencies of workflows. */
export interface WorkflowDeps {
  readonly store: Store
  readonly engine: ReportEngine
  readonly now: () => Instant
}

/** Lists the workflows: first the default one, then the saved ones by id. */
export async function listWorkflows(
  deps: WorkflowDeps,
  requestContext: RequestContext,
): Promise<readonly ListedWorkflow[]> {
  const { workflows } = await catalogueFor(deps, requestContext)
  return [listed(null), ...workflows.map(listed)]
}

/**
 * Returns a workflow, without the statuses, fields and stages that are hidden from the caller. `name` is an id or a name;
 * `default` is the workflow by status categories. Throws WORKFLOW_UNKNOWN.
 */
export async function findWorkflow(
  deps: WorkflowDeps,
  name: string,
  requestContext: RequestContext,
): Promise<ShownWorkflow> {
  const catalogue = await catalogueFor(deps, requestContext)
  return shown(workflowNamed(catalogue.workflows, name), catalogue)
}

/** Returns a workflow as a file to edit, with names where they are unique. Throws WORKFLOW_UNKNOWN. */
export async function workflowFile(
  deps: WorkflowDeps,
  name: string,
  requestContext: RequestContext,
): Promise<WorkflowFile> {
  const catalogue = await catalogueFor(deps, requestContext)
  const definition = definitionIn(workflowNamed(catalogue.workflows, name), catalogue)
  return printWithNames(definition, reportNamesOf(catalogue))
}

/**
 * Saves the JSON of a definition. Replaces the workflow with this id or name, which may change its name; `null` is the
 * name in the definition. An unknown name is that of a new workflow. An unchanged one is not written.
 *
 * Throws WORKFLOW_INVALID with all errors, WORKFLOW_UNKNOWN for an unknown id, WORKFLOW_BUILT_IN, WORKFLOW_TAKEN,
 * WORKFLOWS_TOO_MANY, and FORBIDDEN if the caller is no administrator.
 */
export async function saveWorkflow(
  deps: WorkflowDeps,
  name: string | null,
  json: unknown,
  requestContext: RequestContext,
): Promise<WorkflowSave> {
  requireAdministrator(requestContext)
  const catalogue = await catalogueFor(deps, requestContext)
  const definition = definitionFrom(json, catalogue)
  const { saved, isNew } = await save(deps, name, definition, requestContext.caller.login)
  return { workflow: shown(saved, catalogue), isNew }
}

/** Removes a saved workflow. Throws WORKFLOW_UNKNOWN, WORKFLOW_BUILT_IN, and FORBIDDEN. */
export async function removeWorkflow(
  { store }: WorkflowDeps,
  name: string,
  requestContext: RequestContext,
): Promise<void> {
  requireAdministrator(requestContext)
  await store.transact(async run => {
    const found = workflowNamed(await readWorkflows(run), name)
    if (found === null) throw new UserError('WORKFLOW_BUILT_IN')
    await deleteWorkflow(run, found.id)
  })
}

function catalogueFor({ engine }: WorkflowDeps, { caller, signal }: RequestContext): Promise<Catalogue> {
  return engine.snapshot(snapshot => visibleCatalogue(snapshot, caller.browsable), signal)
}

function requireAdministrator({ caller }: RequestContext): void {
  if (!caller.isAdministrator) throw new UserError('FORBIDDEN')
}

/** Returns a saved workflow; `null` is the default one. Throws WORKFLOW_UNKNOWN. */
function workflowNamed(saved: readonly SavedWorkflow[], name: string): SavedWorkflow | null {
  if (isDefault(name)) return null
  const found = onlyNamed(saved, name, 'workflows')
  if (!found) throw new UserError('WORKFLOW_UNKNOWN', { name, known: knownWorkflows(name, saved) })
  return found
}

function isDefault(name: string): boolean {
  return name.trim().toLowerCase() === DEFAULT_WORKFLOW
}

/** Parses a definition. Throws WORKFLOW_INVALID. */
function definitionFrom(json: unknown, catalogue: Catalogue): WorkflowDefinition {
  const read = parseWorkflow(json, reportNamesOf(catalogue))
  if ('problems' in read) throw new UserError('WORKFLOW_INVALID', { messages: read.problems })
  return read.definition
}

async function save(
  { store, now }: WorkflowDeps,
  name: string | null,
  definition: WorkflowDefinition,
  owner: string | null,
): Promise<{ readonly saved: SavedWorkflow; readonly isNew: boolean }> {
  if (name !== null && isDefault(name)) throw new UserError('WORKFLOW_BUILT_IN')
  const at = now()
  const stored = storedDefinition(definition)
  const present = await store.snapshot(readWorkflows)
  const before = replaced(present, name, definition)
  if (before?.name === definition.name && before.definition === stored) return { saved: before, isNew: false }
  return store.transact(async run => {
    const all = await readWorkflows(run)
    const before = replaced(all, name, definition)
    const other = onlyNamed(all, definition.name, 'workflows')
    if (other && other.id !== before?.id) throw new UserError('WORKFLOW_TAKEN', { name: other.name, id: other.id })
    if (!before && all.length >= MAX_WORKFLOWS) throw new UserError('WORKFLOWS_TOO_MANY', { most: MAX_WORKFLOWS })
    const saved: SavedWorkflow = {
      id: before?.id ?? nextId(all),
      name: definition.name,
      definition: stored,
      owner,
      created: before?.created ?? at,
      updated: at,
    }
    await replaceWorkflow(run, saved)
    return { saved, isNew: !before }
  })
}

/**
 * Returns the workflow that a definition replaces; `undefined` for a new one. Throws WORKFLOW_UNKNOWN for an unknown id,
 * and WORKFLOW_INVALID when the name of a new one differs from that in its definition.
 */
function replaced(
  all: readonly SavedWorkflow[],
  name: string | null,
  definition: WorkflowDefinition,
): SavedWorkflow | undefined {
  const wanted = (name ?? definition.name).trim()
  const found = onlyNamed(all, wanted, 'workflows')
  if (found) return found
  if (/^\d+$/.test(wanted))
    throw new UserError('WORKFLOW_UNKNOWN', { name: wanted, known: knownWorkflows(wanted, all) })
  if (wanted.toLowerCase() !== definition.name.toLowerCase()) {
    const message = `name '${definition.name}' is not '${wanted.slice(0, 200)}', the name of the new workflow.`
    throw new UserError('WORKFLOW_INVALID', { messages: [message] })
  }
  return undefined
}

function nextId(all: readonly SavedWorkflow[]): string {
  return String(Math.max(0, ...all.map(({ id }) => Number(id))) + 1)
}

function listed(saved: SavedWorkflow | null): ListedWorkflow {
  if (saved === null) {
    return { id: DEFAULT_WORKFLOW, name: DEFAULT_WORKFLOW, owner: null, created: null, updated: null }
  }
  const { id, name, owner, created, updated } = saved
  return { id, name, owner, created: inIso(created), updated: inIso(updated) }
}

function inIso(at: Instant): string {
  return new Date(at).toISOString()
}

function definitionIn(saved: SavedWorkflow | null, catalogue: Catalogue): WorkflowDefinition {
  return saved === null ? defaultWorkflow(reportNamesOf(catalogue)) : definitionOf(saved)
}

function shown(saved: SavedWorkflow | null, catalogue: Catalogue): ShownWorkflow {
  const names = reportNamesOf(catalogue)
  const definition = definitionIn(saved, catalogue)
  const { stages, blocked } = definition
  const statuses = new Set([...stages.flatMap(stage => stage.statuses), ...blocked.statuses])
  return {
    ...listed(saved),
    definition: printWorkflow(definition),
    statuses: names.statuses.filter(({ id }) => statuses.has(id)).map(named),
    fields: names.fields.filter(({ id }) => blocked.fields.includes(id)).map(named),
    unmapped: unmappedStatuses(definition, names).map(named),
  }
}

function named({ id, name }: NamedValue): NamedValue {
  return { id, name }
}
