import type { FieldDefinition } from '../fields/field.ts'
import { plain } from '../sql/sql.ts'
import type { Instant } from '../time/instant.ts'
import { type CalendarRow, readCalendars, readFirstCreated } from './calendars.ts'
import type { Run } from './run-query.ts'

/** The dictionaries that requests are checked against, as they are in the store. */
export interface CatalogueRows {
  /** The last batch: equal numbers mean equal dictionaries. */
  readonly batch: number
  /** In the tracker's order, then by id. */
  readonly statuses: readonly {
    readonly id: string
    readonly name: string
    readonly category: string | null
    readonly deleted: boolean
  }[]
  readonly fields: readonly (FieldDefinition & {
    /** The tracker's own id of the field, when ours is another. */
    readonly alias: string | null
    /** Whether the tracker's own list named it. */
    readonly listed: boolean
  })[]
  readonly projects: readonly {
    readonly id: number
    readonly ref: string
    readonly key: string
    readonly name: string
  }[]
  readonly people: readonly {
    readonly id: string
    readonly name: string | null
    readonly key: string | null
    readonly accountId: string | null
    readonly displayName: string
    readonly email: string | null
    /** Whether the tracker's own list named the person, so that the names do not come from an issue. */
    readonly listed: boolean
  }[]
  readonly groups: readonly { readonly name: string; readonly members: readonly string[] }[]
  /** The values that have names of their own, in the tracker's order as far as ids tell it. */
  readonly types: readonly (NamedRow & { readonly subtask: boolean })[]
  readonly priorities: readonly NamedRow[]
  readonly resolutions: readonly NamedRow[]
  readonly versions: readonly (NamedRow & {
    readonly project: string | null
    readonly released: boolean | null
    readonly archived: boolean | null
  })[]
  readonly components: readonly (NamedRow & { readonly project: string | null })[]
  readonly sprints: readonly (NamedRow & { readonly state: string | null })[]
  /** The names that values of each field ever had. */
  readonly heldNames: Readonly<Record<string, readonly string[]>>
  readonly savedQueries: readonly (NamedRow & { readonly jql: string; readonly owner: string | null })[]
  /** The present version of each working calendar. */
  readonly calendars: readonly CalendarRow[]
  /** The earliest creation of an issue; `null` in an empty store. */
  readonly firstCreated: Instant | null
}

/** An id and its present name. */
export interface NamedRow {
  readonly id: string
  readonly name: string
}

/** Trackers number things in the order in which they were made; ids that are no numbers come last. */
const BY_ID = 'order by try_cast(id as bigint) nulls last, id'

/** Reads the dictionaries. */
export async function readCatalogue(run: Run): Promise<CatalogueRows> {
  const all = async <T>(text: string) => (await run(plain(text))) as unknown as T[]
  const [info] = await all<{ batch: bigint }>('select batch from store_info')
  return {
    batch: Number(info!.batch),
    statuses: await all(`
      select id, name, category, not listed and (select bool_or(listed) from status) as deleted from status
      order by position nulls last, try_cast(id as bigint) nulls last, id`),
    fields: await all('select id, name, kind, multi, alias, authority = 3 as listed from field order by id'),
    projects: await all('select id, ref, key, name from project order by key'),
    people: await all(`
      select id, name, key, account_id as "accountId", display_name as "displayName", email,
             authority = 3 as listed
      from person
      order by lower(display_name), display_name, id`),
    groups: await all(`
      select g.name, list(m.person_id order by m.person_id) filter (where m.person_id is not null) as members
      from person_group g left join group_member m on m.group_name = g.name group by g.name order by g.name`).then(
      rows =>
        (rows as { name: string; members: string[] | null }[]).map(({ name, members }) => ({
          name,
          members: members ?? [],
        })),
    ),
    types: await all(`select id, name, subtask from issue_type ${BY_ID}`),
    priorities: await all(`select id, name from priority ${BY_ID}`),
    resolutions: await all(`select id, name from resolution ${BY_ID}`),
    versions: await all(`select id, name, project_ref as project, released, archived from version ${BY_ID}`),
    components: await all(`select id, name, project_ref as project from component ${BY_ID}`),
    sprints: await all(`select id, name, state from sprint ${BY_ID}`),
    heldNames: Object.fromEntries(
      (
        await all<{ field_id: string; names: string[] }>(
          'select field_id, list(name order by name) as names from held_name group by field_id',
        )
      ).map(({ field_id, names }) => [field_id, names]),
    ),
    savedQueries: await all(`select id, name, jql, owner from saved_query ${BY_ID}`),
    calendars: await readCalendars(run),
    firstCreated: await readFirstCreated(run),
  }
}
