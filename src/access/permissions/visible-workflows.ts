import { setImmediate } from 'node:timers/promises'
import type { Catalogue, SavedWorkflow } from '../../core/catalogue/model.ts'
import { reportNamesOf } from '../../core/catalogue/report-names.ts'
import {
  definitionOf,
  storedDefinition,
  type WorkflowDefinition,
} from '../../store/plan/workflow/workflow-definition.ts'
import { hiddenNameFinder, hiddenNames } from './hidden-names.ts'

/** After so many workflows, other work gets a turn. */
const PAUSE_EVERY = 20

/** What decides about the parts of a workflow. */
interface Visibility {
  readonly visible: Catalogue
  /** Returns whether a text reveals the name of a hidden entity. */
  readonly isHidden: (text: string) => boolean
}

/**
 * Returns the saved workflows without what is hidden from a caller with the `visible` catalogue.
 *
 * Leaves out hidden statuses, fields, labels and owners, stages without a visible status, and workflows without a visible
 * stage. A stage whose name reveals something hidden has the name of its first visible status; a workflow whose name does
 * is left out. The measures of visible issues stay the same: they never were in a hidden status.
 */
export async function visibleWorkflows(catalogue: Catalogue, visible: Catalogue): Promise<readonly SavedWorkflow[]> {
  if (catalogue.workflows.length === 0) return []
  const isHidden = hiddenNameFinder({ hidden: hiddenNames(catalogue, visible), visible })
  const shown: SavedWorkflow[] = []
  for (const [index, saved] of catalogue.workflows.entries()) {
    if (index % PAUSE_EVERY === 0) await setImmediate()
    const workflow = visibleWorkflow(saved, { visible, isHidden })
    if (workflow) shown.push(workflow)
  }
  return shown
}

function visibleWorkflow(saved: SavedWorkflow, visibility: Visibility): SavedWorkflow | null {
  const { isHidden, visible } = visibility
  if (isHidden(saved.name)) return null
  const definition = definitionOf(saved)
  const names = reportNamesOf(visible)
  const isStatus = (id: string) => names.status(id) !== undefined
  const stages = visibleStages(definition, visibility)
  if (stages.length === 0) return null
  const { fields, statuses, labels } = definition.blocked
  const blocked = {
    fields: fields.filter(id => names.field(id) !== undefined),
    statuses: statuses.filter(isStatus),
    labels: labels.filter(label => !isHidden(label)),
  }
  return {
    ...saved,
    owner: saved.owner === null || isHidden(saved.owner) ? null : saved.owner,
    definition: storedDefinition({ ...definition, stages, blocked }),
  }
}

function visibleStages(
  { stages }: WorkflowDefinition,
  { visible, isHidden }: Visibility,
): WorkflowDefinition['stages'] {
  const names = reportNamesOf(visible)
  const known = stages
    .map(stage => ({ ...stage, statuses: stage.statuses.filter(id => names.status(id) !== undefined) }))
    .filter(({ statuses }) => statuses.length > 0)
  const taken = new Set(known.filter(({ name }) => !isHidden(name)).map(({ name }) => name.toLowerCase()))
  return known.map(stage => {
    if (!isHidden(stage.name)) return stage
    const [id] = stage.statuses as [string]
    let { name } = names.status(id)!
    while (taken.has(name.toLowerCase())) name += ` (${id})`
    taken.add(name.toLowerCase())
    return { ...stage, name }
  })
}
