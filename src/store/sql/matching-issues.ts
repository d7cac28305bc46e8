import type { BoundCondition } from '../../core/jql/bound-query.ts'
import type { Instant } from '../../core/time/instant.ts'
import { type Browsable, mayBrowse } from './browsable.ts'
import { condition } from './conditions/condition.ts'
import type { Dialect } from './dialect/dialect.ts'
import { allOf, bigint, type Sql, sql, unnested, varchars } from './sql.ts'

/** Returns the tracker's ids of the visible issues that meet a condition: `ref`. */
export function matchingIssues(where: BoundCondition, browsable: Browsable, dialect: Dialect): Sql {
  return sql`select i.ref from issue i where ${allOf([mayBrowse(browsable), condition(where, dialect, browsable)])}`
}

/** Counts the visible issues that meet a condition and were created at or before `asOf`: `issues`. */
export function matchingIssueCount(where: BoundCondition, browsable: Browsable, asOf: Instant, dialect: Dialect): Sql {
  const isCreated = sql`i.created_ms <= ${bigint(asOf)}`
  const isFound = allOf([mayBrowse(browsable), isCreated, condition(where, dialect, browsable)])
  return sql`select count(*) as issues from issue i where ${isFound}`
}

/** Returns those of some projects, by the tracker's ids, that have visible issues that meet a condition: `ref`. */
export function matchingProjects(
  projects: readonly string[],
  where: BoundCondition,
  browsable: Browsable,
  dialect: Dialect,
): Sql {
  const isFound = allOf([mayBrowse(browsable), condition(where, dialect, browsable)])
  return sql`select p.ref, p.id from project p where p.ref in (${unnested(varchars(projects))})
and p.id in (select i.project_id from issue i where ${isFound})`
}
