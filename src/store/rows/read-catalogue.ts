import type { Catalogue, Status } from '../../core/catalogue/model.ts'
import type { Run } from '../engine/run-query.ts'
import { plain } from '../sql/sql.ts'
import { readCalendars, readFirstCreated } from './calendars.ts'
import { inOrderOfUse } from './status-order.ts'
import { readWorkflows } from './workflow-rows.ts'

/** Trackers number entities in order of creation; ids that are not numbers come last. */
const BY_ID = 'order by try_cast(id as bigint) nulls last, id'

/** Reads the catalogue of a store. */
export async function readCatalogue(run: Run): Promise<Catalogue> {
  const all = async <T>(text: string) => (await run(plain(text))) as unknown as T[]
  const statuses = await all<Status>(`
      select id, name, category, not listed and (select bool_or(listed) from status) as deleted from status
      order by position nulls last, try_cast(id as bigint) nulls last, id`)
  return {
    statuses: await inOrderOfUse(run, statuses, null),
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
    types: await all(`select id, name, subtask, hierarchy_level as "hierarchyLevel" from issue_type ${BY_ID}`),
    priorities: await all(`select id, name from priority ${BY_ID}`),
    resolutions: await all(`select id, name from resolution ${BY_ID}`),
    versions: await all(`select id, name, project_ref as project, released, archived from version ${BY_ID}`),
    components: await all(`select id, name, project_ref as project from component ${BY_ID}`),
    sprints: await all(`select id, name, state from sprint ${BY_ID}`),
    linkTypes: null,
    valueNames: Object.fromEntries(
      (
        await all<{ field_id: string; names: string[] }>(
          'select field_id, list(name order by name) as names from held_name group by field_id',
        )
      ).map(({ field_id, names }) => [field_id, names]),
    ),
    savedQueries: await all(`select id, name, jql, owner from saved_query ${BY_ID}`),
    calendars: await readCalendars(run),
    workflows: await readWorkflows(run),
    firstCreated: await readFirstCreated(run),
  }
}
