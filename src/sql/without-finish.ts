import { type Sql, sql } from './sql.ts'

/**
 * The condition that issue `i` is finished, but its log lacks the change that finished it. Its status is of the category
 * done, or it has a resolution where its status has no category. An issue that was created finished lacks nothing.
 */
export const isWithoutFinish: Sql = sql`(i.has_log and not i.is_status_logged
    and (i.status_id in (select id from status where category = 'done')
      or i.resolution_id is not null and i.status_id not in (select id from status where category is not null))
    and (i.resolved_ms is null or i.resolved_ms <> i.created_ms))`
