import type { Store } from '../store/store.ts'
import type { Instant } from '../time/instant.ts'

/** What is in a store, in numbers. */
export interface StoreSummary {
  readonly dir: string
  /** How many batches were imported; the last of them. */
  readonly batch: number
  readonly issues: number
  readonly changes: number
  readonly stays: number
  readonly repaired: number
  readonly statuses: number
  readonly users: number
  readonly groups: number
  readonly projects: readonly { readonly key: string; readonly name: string; readonly issues: number }[]
  /** The first creation and the last update of an issue; `null` in an empty store. */
  readonly from: Instant | null
  readonly to: Instant | null
}

/** Counts what is in the store. */
export function storeSummary(store: Store): Promise<StoreSummary> {
  return store.snapshot(async run => {
    const all = async (text: string) => run({ strings: [text], values: [] })
    const [counts] = await all(`
      select (select batch from store_info) as batch, count(*) as issues, count(*) filter (where repaired > 0) as repaired,
             min(created_ms) as first, max(updated_ms) as last,
             (select count(distinct (issue_id, seq)) from change) as changes, (select count(*) from stay) as stays,
             (select count(*) from status) as statuses, (select count(*) from person) as users,
             (select count(*) from person_group) as groups
      from issue`)
    const projects = await all(`
      select p.key, p.name, count(*) as issues from issue i join project p on p.id = i.project_id
      group by p.key, p.name order by p.key`)
    const number = (name: string) => Number(counts![name])
    const instant = (name: string) => (counts![name] === null ? null : number(name))
    return {
      dir: store.dir,
      batch: number('batch'),
      issues: number('issues'),
      changes: number('changes'),
      stays: number('stays'),
      repaired: number('repaired'),
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
