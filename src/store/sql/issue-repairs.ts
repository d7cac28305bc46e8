import { type Browsable, mayBrowse } from './browsable.ts'
import { type Sql, sql, unnested, varchars } from './sql.ts'

/** Returns the repairs of visible issues by upper-case key: `key, kind, field_id, at_ms`. */
export function issueRepairsOf(keys: readonly string[], browsable: Browsable): Sql {
  return sql`select i.key, c.kind, c.field_id, c.at_ms from repair c join issue i on i.id = c.issue_id
where ${mayBrowse(browsable)} and upper(i.key) in (${unnested(varchars(keys))}) order by i.key, c.at_ms`
}

/**
 * Returns the number of visible issues, the time of their last update, and facts about the tracker: `issues, last,
 * is_demo, is_connected`.
 */
export function visibleIssueCount(browsable: Browsable): Sql {
  return sql`select count(*) as issues, max(i.updated_ms) as last, (select is_demo from tracker_info) as is_demo,
exists (select 1 from connection) as is_connected
from issue i where ${mayBrowse(browsable)}`
}

/** Returns the time of the last update of each project's visible issues: `key, last_ms`. */
export function lastUpdates(browsable: Browsable): Sql {
  return sql`select p.key, max(i.updated_ms) as last_ms from issue i join project p on p.id = i.project_id
where ${mayBrowse(browsable)} group by p.key`
}
