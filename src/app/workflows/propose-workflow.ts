import type { RequestContext } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { proposeKind } from '../../store/plan/workflow/propose-kind.ts'
import { readResolvedByStatus } from '../../store/rows/resolved-by-status.ts'
import type { WorkflowProposal } from './workflow-types.ts'
import type { WorkflowDeps } from './workflows.ts'

/** Proposes what each visible status is, from categories, usual names and the resolutions of visible issues. */
export async function proposeWorkflow(
  { engine }: Pick<WorkflowDeps, 'engine'>,
  { caller: { browsable }, signal }: RequestContext,
): Promise<WorkflowProposal> {
  return engine.snapshot(async snapshot => {
    const { statuses } = await visibleCatalogue(snapshot, browsable)
    const used = await readResolvedByStatus(snapshot.run, browsable)
    return {
      statuses: statuses.map(({ id, name, category }) => {
        const { issues, resolved } = used.get(id) ?? { issues: 0, resolved: 0 }
        return { id, name, issues, kind: proposeKind({ name, category, issues, resolved }) }
      }),
    }
  }, signal)
}
