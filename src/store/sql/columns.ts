import type { ReportPlan } from '../plan/report-plan.ts'
import { clippedFieldStays } from './cells/any-field.ts'
import { cellsOf } from './cells/cells.ts'
import type { Dialect } from './dialect/dialect.ts'
import type { ReportIssues } from './report-issues.ts'
import { type Cte, type Sql, sql, varchars } from './sql.ts'

/** Common table expressions and the query over them. */
export interface Tables {
  readonly tables: readonly Cte[]
  readonly last: Sql
}

/**
 * Returns the query for the columns with at least one value: `outer_id, inner_id`, and `label` of field values. `null`
 * if the request, the found statuses or the cells of an aggregation determine the columns.
 */
export function columnsQuery(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables | null {
  const { outer, inner } = plan.type
  if (inner === 'value') return fieldValues(plan, issues, dialect)
  if (plan.endpoint === 'aggregation' || outer === 'metric' || (outer === 'status' && inner === null)) return null
  return {
    tables: cellsOf(plan, issues, dialect),
    last: sql`select distinct outer_id, inner_id from cell`,
  }
}

/**
 * Returns the values found in each history field with their current names, or the most recent text if they have no
 * dictionary.
 */
function fieldValues(plan: ReportPlan, issues: ReportIssues, dialect: Dialect): Tables {
  const fields = plan.historyFields.map(({ field }) => field)
  const lastOf = (value: Sql) => dialect.lastBy(value, sql`from_ms`)
  return {
    tables: [
      ...clippedFieldStays(plan, issues),
      [
        'field_kind',
        sql`  select * from ${dialect.listTable([
          ['field_id', sql`${varchars(fields.map(({ id }) => id))}`],
          ['kind', sql`${varchars(fields.map(({ kind }) => kind))}`],
        ])}`,
      ],
      [
        'value_name',
        sql`  select 'status' as kind, id, name from status
  union all select 'type', id, name from issue_type
  union all select 'priority', id, name from priority
  union all select 'resolution', id, name from resolution
  union all select 'version', id, name from version
  union all select 'component', id, name from component
  union all select 'sprint', id, name from sprint
  union all select 'project', ref, name from project
  union all select 'user', id, display_name from person`,
      ],
      [
        'found',
        // An issue may know only the id of a value.
        sql`  select field_id, value_id, coalesce(${lastOf(sql`nullif(value, value_id)`)}, ${lastOf(sql`value`)}) as value
  from clipped group by field_id, value_id`,
      ],
    ],
    last: sql`select f.field_id as outer_id, f.value_id as inner_id, coalesce(n.name, f.value) as label
from found f join field_kind k on k.field_id = f.field_id left join value_name n on n.kind = k.kind and n.id = f.value_id`,
  }
}
