import type { TimeInStatus } from '../../../core/jql/bound-query.ts'
import { bigint, type Sql, sql } from '../sql.ts'
import { isOneOf } from './history.ts'
import { relations } from './is-in.ts'

/** Returns the issues whose total time in the statuses meets a comparison; it is 0 without stays. */
export function timeInStatus({ values, operator, length, now }: TimeInStatus): Sql {
  return sql`select i2.id from issue i2 left join (
    select issue_id, sum(greatest(least(coalesce(left_ms, ${bigint(now)}), ${bigint(now)}) - entered_ms, 0)) as ms
    from stay where field_id = 'status' and (${isOneOf(values, sql`value_id`, sql`value`)}) group by issue_id
  ) s on s.issue_id = i2.id
  where coalesce(s.ms, 0) ${relations[operator]} ${bigint(length)}`
}
