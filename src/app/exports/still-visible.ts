import { browsableIn } from '../../access/permissions/browsable-in.ts'
import { namesHidden } from '../../access/permissions/names-hidden.ts'
import type { RequestContext } from '../../access/permissions/request-context.ts'
import { visibleCatalogue } from '../../access/permissions/visible-catalogue.ts'
import { inSlices } from '../../core/base/in-slices.ts'
import type { Snapshot } from '../../store/engine/report-engine.ts'
import type { Store } from '../../store/engine/store.ts'
import { lostIssues, lostNamedIssues, lostReferences } from '../../store/rows/issue-ids.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import type { StartedVisibility } from './export-record.ts'
import type { Job } from './job.ts'

/**
 * Returns whether the owner of an export may still see everything that its record and its file can name.
 *
 * These are the issues of the file, the items that their shown values refer to, and the names in its columns and its query. All
 * projects and issues of the query, and all issues of the file, must still exist. Other items may have been removed, but not
 * hidden. An owner who had all permissions must still have them. `ids` is the folder with the ids of the issues of the file and
 * of its query; `null` if there never was a file.
 *
 * The result is cached for each state of the store and each set of visible issues.
 */
export async function isStillVisible(
  store: Store,
  { record: { visibility }, visibleIn }: Job,
  ids: string | null,
  requestContext: RequestContext,
): Promise<boolean> {
  const { caller, signal } = requestContext
  if (visibility.isUnlimited && caller.browsable !== null) return false
  return store.reports.snapshot(async snapshot => {
    // Equal sets of visible issues of one state have the same object.
    const visible = await visibleCatalogue(snapshot, caller.browsable)
    const known = ids === null ? undefined : visibleIn.get(visible)
    if (known !== undefined) return known
    const whole = await snapshot.cached(readCatalogue)
    const { project = [], issue = [] } = visibility.named
    const present = new Set(visible.projects.map(({ ref }) => ref))
    const isNamed =
      project.every(ref => present.has(ref)) && !(await inSlices(namesHidden(visibility.named, whole, visible), signal))
    if (ids === null) return isNamed && (await areNamedVisible(snapshot, issue, requestContext))
    const projects = whole.projects.map(({ id }) => id)
    const isVisible = isNamed && (await isFileVisible(snapshot, ids, projects, requestContext))
    visibleIn.set(visible, isVisible)
    return isVisible
  }, signal)
}

/** Returns whether the caller may browse all issues that a query names. */
async function areNamedVisible(
  snapshot: Snapshot,
  refs: readonly string[],
  { caller }: RequestContext,
): Promise<boolean> {
  if (refs.length === 0) return true
  const [issues] = await snapshot.run(lostNamedIssues(refs, await browsableIn(snapshot, caller)))
  return Number(issues!.lost) === 0
}

async function isFileVisible(
  snapshot: Snapshot,
  ids: string,
  projects: readonly number[],
  { caller }: RequestContext,
): Promise<boolean> {
  const browsable = await browsableIn(snapshot, caller)
  const [issues] = await snapshot.run(lostIssues(ids, browsable))
  if (Number(issues!.lost) > 0) return false
  if (browsable === null) return true
  const [references] = await snapshot.run(lostReferences(ids, browsable, projects))
  return Number(references!.lost) === 0
}

/** Returns what a caller may see, as far as it decides what the caller later sees of an export. */
export function visibilityOf(
  { caller: { browsable } }: Pick<RequestContext, 'caller'>,
  named: StartedVisibility['named'],
): StartedVisibility {
  return { isUnlimited: browsable === null, named }
}
