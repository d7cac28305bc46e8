import { IMPORTER_VERSION } from '../../core/history/importer-version.ts'
import type { Instant } from '../../core/time/instant.ts'
import type { Store } from '../../store/engine/store.ts'
import { readSummaryRows } from '../../store/rows/summary-rows.ts'

/** The issues of one project that were imported by an older version of the importer. */
export interface OutdatedIssues {
  readonly project: string
  readonly issues: number
  /** The first keys of these issues. */
  readonly examples: readonly string[]
}

/** Counts of what a store contains. */
export interface StoreSummary {
  readonly dir: string
  /** The number of imported batches, which is also the number of the last one. */
  readonly batch: number
  /** Whether the store contains the demo. */
  readonly isDemo: boolean
  readonly issues: number
  readonly changes: number
  readonly stays: number
  readonly repaired: number
  readonly statuses: number
  readonly users: number
  readonly groups: number
  readonly projects: readonly { readonly key: string; readonly name: string; readonly issues: number }[]
  /** The number of issues without a change log. */
  readonly unlogged: number
  /** The issues from an older version of the importer, by project. A new import may change their numbers. */
  readonly outdated: readonly OutdatedIssues[]
  /** The first creation and the last change or creation of an issue; `null` in an empty store. */
  readonly from: Instant | null
  readonly to: Instant | null
}

/** Counts the contents of the store. */
export function storeSummary(store: Store): Promise<StoreSummary> {
  return store.snapshot(async run => {
    const { counts, projects, outdated } = await readSummaryRows(run, IMPORTER_VERSION)
    const number = (name: string) => Number(counts[name])
    // An issue may have been created after the last change of another one.
    const last = [counts.lastCreated, counts.lastChanged].filter(at => at !== null).map(Number)
    return {
      dir: store.dir,
      batch: number('batch'),
      isDemo: counts.isDemo === true,
      issues: number('issues'),
      changes: number('changes'),
      stays: number('stays'),
      repaired: number('repaired'),
      unlogged: number('unlogged'),
      outdated: outdated.map(({ project, issues, examples }) => ({
        project: String(project),
        issues: Number(issues),
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
      from: counts.first === null ? null : number('first'),
      to: last.length === 0 ? null : Math.max(...last),
    }
  })
}
