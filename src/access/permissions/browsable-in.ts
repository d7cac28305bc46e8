import type { PresentState, RestrictedSnapshot, Snapshot } from '../../store/engine/report-engine.ts'
import type { Browsable } from '../../store/plan/browsable.ts'
import { readCatalogue } from '../../store/rows/read-catalogue.ts'
import { readProjectsWithLevels } from '../../store/rows/tracker-permissions.ts'
import type { Caller } from './caller.ts'

/**
 * Returns what a caller may browse in a snapshot, in its simplest form: `null` if no issue of the snapshot is hidden,
 * and without security levels if they hide no issue. Queries are faster then.
 *
 * Projects and security levels that the store got after the caller was authenticated are hidden.
 */
export async function browsableIn(
  { cached }: Pick<PresentState, 'cached'>,
  { browsable }: Pick<Caller, 'browsable'>,
): Promise<Browsable> {
  if (browsable === null) return null
  const visible = new Set(browsable.projects)
  if (browsable.levels !== null) {
    const granted = new Set(browsable.levels.flatMap(({ projects, account }) => (account === null ? projects : [])))
    const withLevels = await cached(readProjectsWithLevels)
    const isHidden = withLevels.some(({ id, hasUnreadable }) => visible.has(id) && (hasUnreadable || !granted.has(id)))
    if (isHidden) return browsable
  }
  const { projects } = await cached(readCatalogue)
  return projects.every(({ id }) => visible.has(id)) ? null : { ...browsable, levels: null }
}

/** Returns the part of a snapshot that a caller may browse, and how its queries describe that part. */
export async function browsablePart(
  snapshot: Snapshot,
  caller: Pick<Caller, 'browsable'>,
): Promise<RestrictedSnapshot> {
  const browsable = await browsableIn(snapshot.present, caller)
  return snapshot.restrict ? snapshot.restrict(browsable) : { snapshot, browsable }
}
