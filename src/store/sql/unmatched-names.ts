import type { ReportPlan } from '../plan/report-plan.ts'
import type { Dialect } from './dialect/dialect.ts'
import { inReport } from './scope.ts'
import { type Sql, sql, varchars } from './sql.ts'

/**
 * Counts the issues of a report whose log has a name that matches no field, or several, and that may mean a field of the report:
 * `name` in lower case, `issues`; most issues first. A name may mean the fields that have it, and the fields that hold its last
 * value from the creation of the issue on.
 */
export function unmatchedNamesInReport(plan: ReportPlan, dialect: Dialect): Sql {
  const ids = plan.historyFields.map(({ field }) => field.id)
  const chosen = (id: Sql) => sql`${id} in (select unnest(${varchars(ids)}))`
  const own = sql`select s.value_id from stay s
      where s.issue_id = l.issue_id and lower(s.field_id) = l.name and s.left_ms is null`
  return sql`
  select l.name, count(*) as issues
  from log_name l join issue i on i.id = l.issue_id
  where l.field_id is null and ${inReport(plan, dialect)} and (
    l.name in (select lower(unnest(${varchars(ids)})))
    or exists (select 1 from (select unnest(string_split(l.basis, ' ')) as id) b where ${chosen(sql`ltrim(b.id, '=')`)})
    or exists (select 1 from stay f where f.issue_id = l.issue_id and ${chosen(sql`f.field_id`)}
                 and f.entered_ms = i.created_ms and f.value_id in (${own}))
    or (not exists (select 1 from (${own}) o where o.value_id is not null)
        and exists (select 1 from (select unnest(string_split(g.field_ids, ' ')) as id from given_field g
                                   where g.issue_id = l.issue_id) n
                    where ${chosen(sql`n.id`)} and not exists (
                      select 1 from stay f where f.issue_id = l.issue_id and f.field_id = n.id and f.value_id is not null))))
  group by l.name order by issues desc, l.name`
}
