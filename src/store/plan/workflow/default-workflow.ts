import { memoize } from '../../../core/base/memoize.ts'
import type { Status } from '../../../core/catalogue/model.ts'
import type { ReportNames } from '../../../core/catalogue/report-names.ts'
import type { Stage, StageKind } from '../../../core/measure/flow/workflow.ts'
import type { WorkflowDefinition } from './workflow-definition.ts'

/** The id and the name of the default workflow. No saved workflow can have this name. */
export const DEFAULT_WORKFLOW = 'default'

/** The kind of the stages of each status category, in the order of stages. */
export const KIND_OF_CATEGORY: ReadonlyMap<string | null, Exclude<StageKind, 'waiting'>> = new Map([
  ['new', 'notStarted'],
  ['indeterminate', 'active'],
  ['done', 'done'],
])

const CATEGORIES = [...KIND_OF_CATEGORY.keys()]

/**
 * Returns the default workflow: a stage for each status, by status category and then in the tracker's order. Cached.
 *
 * Deleted statuses, and those without a category, are in no stage. Statuses with one name get stages with their ids in
 * the name. No stage is waiting, and nothing is blocked: a tracker does not say so.
 */
export const defaultWorkflow = memoize(({ statuses }: ReportNames): WorkflowDefinition => {
  const mapped = statuses.filter(({ category, deleted }) => !deleted && KIND_OF_CATEGORY.has(category))
  const rank = ({ category }: Status) => CATEGORIES.indexOf(category)
  const ordered = mapped.map((status, order) => ({ status, order }))
  ordered.sort((a, b) => rank(a.status) - rank(b.status) || a.order - b.order)
  const stageName = distinctNames(mapped)
  return {
    name: DEFAULT_WORKFLOW,
    stages: ordered.map(
      ({ status }): Stage => ({
        name: stageName(status),
        kind: KIND_OF_CATEGORY.get(status.category)!,
        statuses: [status.id],
      }),
    ),
    done: 'status',
    blocked: { fields: [], statuses: [], labels: [] },
    sle: null,
    levels: 'standard',
  }
})

/** Returns a function that gives each status another name, ignoring case: its own, or with its id if another has it. */
function distinctNames(statuses: readonly Status[]): (status: Status) => string {
  const owners = new Map<string, number>()
  for (const { name } of statuses) owners.set(name.toLowerCase(), (owners.get(name.toLowerCase()) ?? 0) + 1)
  const shared = (name: string) => owners.get(name.toLowerCase())! > 1
  return ({ id, name }) => {
    if (!shared(name)) return name
    let distinct = `${name} (${id})`
    while (owners.has(distinct.toLowerCase())) distinct += ` (${id})`
    return distinct
  }
}
