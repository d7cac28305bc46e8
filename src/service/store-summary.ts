import { IMPORTER_VERSION } from '../history/importer-version.ts'
import type { Store } from '../store/store.ts'
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
    const all = async (text: string) => run({ strings: [text], values: [] })
    const [counts] = await all(`
      select (select batch from store_info) as batch, (select is_demo from tracker_info) as is_demo, count(*) as issues, count(*) filter (where repaired > 0) as repaired,
             count(*) filter (where not has_log) as unlogged,
             min(created_ms) as first, greatest(max(created_ms), (select max(at_ms) from change)) as last,
             (select count(distinct (issue_id, seq)) from change) as changes, (select count(*) from stay) as stays,
             (select count(*) from status) as statuses, (select count(*) from person) as users,
             (select count(*) from person_group) as groups
      from issue`)
    const projects = await all(`
      select p.key, p.name, count(*) as issues from issue i join project p on p.id = i.project_id
      group by p.key, p.name order by p.key`)
    const outdated = await all(`
      select p.key as project, count(*) as issues, list(i.key order by i.number)[1:5] as examples
      from issue i join project p on p.id = i.project_id where i.importer < ${IMPORTER_VERSION}
      group by p.key order by p.key`)
    const number = (name: string) => Number(counts![name])
    const instant = (name: string) => (counts![name] === null ? null : number(name))
    return {
      dir: store.dir,
      batch: number('batch'),
      isDemo: counts!.is_demo === true,
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
