import type { Browsable, LevelGrant, TrackerAccount } from '../plan/browsable.ts'
import { isAmongProjects } from './conditions/is-in.ts'
import { bigints, joinSql, type Sql, sql, unnested, varchar } from './sql.ts'

export type { Browsable, TrackerAccount }

/** The part of a field that decides which entities its values refer to. */
export interface NamingField {
  readonly kind: string
}

/** The security level of issues that the account of their connection can no longer read. It is granted to no user. */
export const UNREADABLE_LEVEL = 'hidden'

/** Returns the permission check as SQL: the condition that the caller may browse issue `i`. Every query over issues includes it. */
export function mayBrowse(browsable: Browsable): Sql {
  if (browsable === null) return sql`true`
  const inProject = isAmongProjects(sql`i.project_id`, browsable.projects)
  return browsable.levels === null ? inProject : sql`${inProject} and (${mayReadLevel(browsable.levels)})`
}

/** Returns the condition that the security level of issue `i`, if it has one, does not hide it from the caller. */
function mayReadLevel(levels: readonly LevelGrant[]): Sql {
  const granted = levels.map(({ projects, account }) =>
    account === null
      ? sql` or (${isAmongProjects(sql`i.project_id`, projects)} and i.security_level <> ${varchar(UNREADABLE_LEVEL)})`
      : // The result for another level of the issue says nothing about the present one.
        sql` or (${isAmongProjects(sql`i.project_id`, projects)} and (i.ref, i.security_level) in (select issue_ref, security_level from issue_permission
  where connection = ${varchar(account.connection)} and account = ${varchar(account.account)}))`,
  )
  return sql`i.security_level is null${joinSql(granted, '')}`
}

/**
 * Returns the number of the project of `row`, a row of a history or of an issue; `null` when a security level hides the
 * issue from the caller.
 */
export function projectOfVisible(row: Sql, issue: Sql, browsable: Browsable): Sql {
  if (browsable === null || browsable.levels === null) return sql`${row}.project_id`
  return sql`case when ${issue} not in (select i.id from issue i
    where i.security_level is not null and not (${mayReadLevel(browsable.levels)})) then ${row}.project_id end`
}

/**
 * Returns the condition that a value (its id and its text) does not refer to anything that the caller may not browse;
 * `null` if values of this field never do.
 *
 * An issue can have such values after it was moved, or when it is linked to a hidden issue. Entities that are missing
 * from the store are hidden too: they could be in a project that the tracker itself hides. The same applies to versions
 * and components that only occur in histories, because their project is unknown. Ids are compared within one kind only,
 * because trackers number each kind separately.
 */
export function visibleCondition({ kind }: NamingField, id: Sql, text: Sql, browsable: Browsable): Sql | null {
  if (browsable === null) return null
  const visible = unnested(bigints(browsable.projects))
  const owner = sql`(select ref from project where id in (${visible}))`
  switch (kind) {
    case 'project':
      return sql`${id} is null or ${id} in ${owner}`
    case 'issue': {
      const known = (name: Sql) => sql`(select ${name} from issue i where ${mayBrowse(browsable)})`
      // The key recorded in the history may belong to a project other than the current one.
      const ofVisible = sql`regexp_replace(${text}, '-[0-9]+\\z', '') in (select key from project where id in (${visible}))`
      return sql`${id} is null or ${text} in ${known(sql`i.key`)} or (${id} in ${known(sql`i.ref`)} and ${ofVisible})`
    }
    case 'version':
      return sql`${id} is null or ${id} in (select id from version where project_ref in ${owner})`
    case 'component':
      return sql`${id} is null or ${id} in (select id from component where project_ref in ${owner})`
    default:
      return null
  }
}

/** Returns a column of a value, or null where the condition `visible` does not hold. */
export function redact(column: Sql, visible: Sql | null): Sql {
  return visible === null ? column : sql`case when ${visible} then ${column} end`
}
