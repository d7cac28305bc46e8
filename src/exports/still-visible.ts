import { browsableIn } from '../access/browsable-in.ts'
import type { RequestContext } from '../access/request-context.ts'
import { visibleCatalogue } from '../access/visible-catalogue.ts'
import { lostIssues } from '../store/issue-ids.ts'
import type { Store } from '../store/store.ts'
import type { StartedVisibility } from './export-record.ts'

/**
 * Returns whether the owner of a file may still see all that the file can contain.
 *
 * Values can name other issues and projects than those of the rows. So all projects that the owner could see at the
 * start must still be there and be visible, and so must the issues of the file. Other issues that were visible may have
 * been removed, but not hidden. An owner who had all permissions must still have them.
 */
export async function isStillVisible(
  store: Store,
  ids: string,
  { isUnlimited, projects }: StartedVisibility,
  { caller, signal }: RequestContext,
): Promise<boolean> {
  if (isUnlimited && caller.browsable !== null) return false
  return store.reports.snapshot(async snapshot => {
    const visible = await visibleCatalogue(snapshot, caller.browsable)
    const present = new Set(visible.projects.map(({ ref }) => ref))
    if (!projects.every(ref => present.has(ref))) return false
    const browsable = await browsableIn(snapshot, caller)
    const [lost] = await snapshot.run(lostIssues(ids, browsable))
    return Number(lost!.contained) === 0 && Number(lost!.visible) === 0
  }, signal)
}
