import type { Status } from '../../core/catalogue/model.ts'
import { orderOfUse } from '../../core/catalogue/order-of-use.ts'
import type { Run } from '../engine/run-query.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { plain, sql } from '../sql/sql.ts'

/** Trackers that number their statuses number them in order of creation. */
const NUMBER = /^\d+$/

/**
 * Returns statuses in the order of their use in visible issues, if their tracker has no order: neither a list of statuses nor
 * numbers as ids. Other statuses stay as they are. The result reveals nothing about hidden issues.
 */
export async function inOrderOfUse(run: Run, statuses: readonly Status[], browsable: Browsable): Promise<Status[]> {
  if (statuses.length < 2 || statuses.some(({ id }) => NUMBER.test(id))) return [...statuses]
  const listed = new Set((await run(plain('select id from status where position is not null'))).map(({ id }) => id))
  if (statuses.some(({ id }) => listed.has(id))) return [...statuses]
  const byId = new Map(statuses.map(status => [status.id, status]))
  const entries = await run(sql`with first_entry as (
  select s.issue_id, s.value_id, min(s.seq) as seq
  from stay s join issue i on i.id = s.issue_id
  where s.field_id = 'status' and s.value_id is not null and ${mayBrowse(browsable)}
  group by s.issue_id, s.value_id
)
select one.value_id as earlier, other.value_id as later, count(*) as issues
from first_entry one join first_entry other on other.issue_id = one.issue_id and other.seq > one.seq
group by one.value_id, other.value_id`)
  const read = entries.map(({ earlier, later, issues }) => ({
    earlier: String(earlier),
    later: String(later),
    issues: Number(issues),
  }))
  return orderOfUse([...byId.keys()].sort(), read).map(id => byId.get(id)!)
}
