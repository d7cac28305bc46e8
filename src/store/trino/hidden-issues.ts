import { UserError } from '../../core/base/errors.ts'
import type { Run } from '../engine/run-query.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { duckdb } from '../sql/dialect/duckdb.ts'
import { bigints, type Sql, sql, unnested } from '../sql/sql.ts'

/** A security level of the issues of one project. */
export interface ProjectLevel {
  readonly project: number
  readonly level: string
}

/** The published issues that a caller may not browse at present, although their published project is visible. */
export interface HiddenIssues {
  /** The levels whose published issues are hidden, except `shown`. */
  readonly levels: readonly ProjectLevel[]
  readonly shown: readonly number[]
  /** The hidden issues of other levels, or without one. */
  readonly ids: readonly number[]
}

/**
 * Returns the published issues that a caller may not browse at present: they were removed or moved since, or a security
 * level hides them. `issues` is a query for the published issues: `id, project_id, ref, security_level`.
 *
 * The present permissions decide about each issue. Levels only shorten the answer. Throws REVISION_OUTDATED if it still has more
 * than `limit` entries.
 */
export async function hiddenIssues(run: Run, issues: Sql, browsable: Browsable, limit: number): Promise<HiddenIssues> {
  const inProject = browsable ? sql`l.project_id in (${unnested(bigints(browsable.projects))})` : sql`true`
  const published = sql`select l.id, l.project_id, l.security_level,
  i.id is not null and coalesce((${mayBrowse(browsable)}), false) as is_visible
from (${issues}) l left join issue i on i.id = l.id and i.ref = l.ref where ${inProject}`
  const page = duckdb.page(limit + 1, 0)
  const all = await run(sql`select p.id from (${published}) p where not p.is_visible order by p.id ${page}`)
  if (all.length <= limit) return { levels: [], shown: [], ids: all.map(({ id }) => Number(id)) }
  const hiddenLevels = sql`select project_id, security_level from (${published}) p
where security_level is not null group by project_id, security_level
having count(*) filter (where not is_visible) > count(*) filter (where is_visible)`
  const levels = await run(sql`select * from (${hiddenLevels}) h order by project_id, security_level ${page}`)
  const others = await run(sql`select p.id, p.is_visible from (${published}) p
left join (${hiddenLevels}) h on h.project_id = p.project_id and h.security_level = p.security_level
where p.is_visible = (h.project_id is not null) order by p.id ${page}`)
  if (levels.length + others.length > limit) throw new UserError('REVISION_OUTDATED', { issues: limit })
  const idsOf = (isVisible: boolean) => others.filter(row => row.is_visible === isVisible).map(({ id }) => Number(id))
  return {
    levels: levels.map(row => ({ project: Number(row.project_id), level: String(row.security_level) })),
    shown: idsOf(true),
    ids: idsOf(false),
  }
}
