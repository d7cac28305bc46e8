import type { TrackerProject } from '../source/tracker.ts'

/** Returns whether a project is one of the chosen ones, by id or key in any case; `null` chooses all. */
export function isChosen(chosen: readonly string[] | null, { id, key }: Pick<TrackerProject, 'id' | 'key'>): boolean {
  return chosen === null || chosen.some(text => text === id || text.toUpperCase() === key.toUpperCase())
}
