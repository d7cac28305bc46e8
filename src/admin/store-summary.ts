import { IMPORTER_VERSION } from '../history/importer-version.ts'
import type { Store } from '../store/store.ts'
import { readSummaryRows } from '../store/summary-rows.ts'
import type { Instant } from '../time/instant.ts'

/** Issues of one project that an older importer read. */
export interface OutdatedIssues {
  readonly project: string
  readonly issues: number
  /** The keys of the first of them. */
  readonly examples: readonly string[]
}

/** What is in a store, in numbers. */
export interface StoreSummary {
  readonly dir: string
  /** How many batches were imported; the last of them. */
  readonly batch: number
  /** Whether they are those of the demo. */
  readonly isDemo: boolean
  readonly issues: number
  readonly changes: number
  readonly stays: number
  readonly repaired: number
  readonly statuses: number
  readonly users: number
  readonly groups: number
  readonly projects: readonly { readonly key: string; readonly name: string; readonly issues: number }[]
  /** How many issues have no change log. */
  readonly unlogged: number
  /** The issues that an older importer read, by project: importing them again may change their numbers. */
  readonly outdated: readonly OutdatedIssues[]
  /** The first creation and the last change or creation of an issue; `null` in an empty store. */
  readonly from: Instant | null
  readonly to: Instant | null
}

/** Counts what is in the store. */
export function storeSummary(store: Store): Promise<StoreSummary> {
  return store.snapshot(async run => {
    const { counts, projects, outdated } = await readSummaryRows(run, IMPORTER_VERSION)
    const number = (name: string) => Number(counts[name])
    const instant = (name: string) => (counts[name] === null ? null : number(name))
    return {
      dir: store.dir,
      batch: number('batch'),
      isDemo: counts.is_demo === true,
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
      from: instant('first'),
      to: instant('last'),
    }
  })
}
