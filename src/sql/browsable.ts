import { bigints, type Sql, sql } from './sql.ts'

/** The numbers of the projects that the caller may browse; `null` for all. */
export type Browsable = readonly number[] | null

/** The part of a field that decides which entities its values refer to. */
export interface NamingField {
  readonly kind: string
}

/** Returns the condition that the caller may browse the project of issue `i`. Every query over issues includes it. */
export function mayBrowse(projects: Browsable): Sql {
  return projects === null ? sql`true` : sql`i.project_id in (${unnested(projects)})`
}

/**
 * Returns the condition that a value (its id and its text) does not refer to anything in a project that the caller may
 * not browse; `null` if values of this field never do.
 *
 * An issue can have such values after it was moved, or when it is linked to a hidden issue. Entities that are missing
 * from the store are hidden too: they could be in a project that the tracker itself hides. The same applies to versions
 * and components that only occur in histories, because their project is unknown. Ids are compared within one kind only,
 * because trackers number each kind separately.
 */
export function visibleCondition({ kind }: NamingField, id: Sql, text: Sql, projects: Browsable): Sql | null {
  if (projects === null) return null
  const visible = unnested(projects)
  const owner = sql`(select ref from project where id in (${visible}))`
  switch (kind) {
    case 'project':
      return sql`${id} is null or ${id} in ${owner}`
    case 'issue': {
      const known = (name: Sql) => sql`(select ${name} from issue where project_id in (${visible}))`
      // The key recorded in the history may belong to a project other than the current one.
      const ofVisible = sql`regexp_replace(${text}, '-[0-9]+$', '') in (select key from project where id in (${visible}))`
      return sql`${id} is null or ${text} in ${known(sql`key`)} or (${id} in ${known(sql`ref`)} and ${ofVisible})`
    }
    case 'version':
      return sql`${id} is null or ${id} in (select id from version where project_ref in ${owner})`
    case 'component':
      return sql`${id} is null or ${id} in (select id from component where project_ref in ${owner})`
    default:
      return null
  }
}

/** Returns a column of a value, or null if the caller may not see the value. */
export function redact(column: Sql, visible: Sql | null): Sql {
  return visible === null ? column : sql`case when ${visible} then ${column} end`
}

function unnested(projects: readonly number[]): Sql {
  return sql`select unnest(${bigints(projects)})`
}
