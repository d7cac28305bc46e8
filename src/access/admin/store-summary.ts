import { IMPORTER_VERSION } from '../../core/history/importer-version.ts'
import type { Store } from '../../store/engine/store.ts'
import { readSummaryRows } from '../../store/rows/summary-rows.ts'

/** Counts of what a store contains. */
export type StoreSummary = Readonly<Awaited<ReturnType<typeof storeSummary>>>

/** The issues of one project that were imported by an older version of the importer. */
export type OutdatedIssues = StoreSummary['outdated'][number]

/** Counts the contents of the store. */
export function storeSummary(store: Store) {
  return store.snapshot(async run => {
    const { counts, projects, outdated } = await readSummaryRows(run, IMPORTER_VERSION)
    const number = (name: string) => Number(counts[name])
    // An issue may have been created after the last change of another one.
    const last = [counts.lastCreated, counts.lastChanged].filter(at => at !== null).map(Number)
    return {
      dir: store.dir,
      /** The number of imported batches, which is also the number of the last one. */
      batch: number('batch'),
      /** Whether the store contains the demo. */
      isDemo: counts.isDemo === true,
      issues: number('issues'),
      changes: number('changes'),
      stays: number('stays'),
      repaired: number('repaired'),
      /** The number of issues without a change log. */
      unlogged: number('unlogged'),
      /** The issues from an older version of the importer, by project. A new import may change their numbers. */
      outdated: outdated.map(({ project, issues, examples }) => ({
        project: String(project),
        issues: Number(issues),
        /** The first keys of these issues. */
        examples: examples as string[],
      })),
      statuses: number('statuses'),
      users: number('users'),
      groups: number('groups'),
      projects: projects.map(({ key, name, issues }) => ({
        key: String(key),
        name: String(name),
        issues: Number(issues),
      })),
      /** The first creation and the last change or creation of an issue; `null` in an empty store. */
      from: counts.first === null ? null : number('first'),
      to: last.length === 0 ? null : Math.max(...last),
    }
  })
}
