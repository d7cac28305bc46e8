import { bigints, type Sql, sql } from './sql.ts'

/** The numbers of the projects that whoever asks may browse; `null` for all. */
export type Browsable = readonly number[] | null

/** A field, as far as it decides what its values name. */
export interface NamingField {
  readonly kind: string
}

/** The condition that whoever asks may browse the project of issue `i`: part of every query over issues. */
export function mayBrowse(projects: Browsable): Sql {
  return projects === null ? sql`true` : sql`i.project_id in (${unnested(projects)})`
}

/**
 * The condition that a value (its id and its words) of a field names nothing of a project that whoever asks may not
 * browse; `null` where no value does.
 *
 * An issue holds such values after it was moved, or when it is linked to one that is hidden. What the store does not have
 * cannot be browsed either: it could be of a project that the tracker itself hides. The same holds for a version or a
 * component that only histories name, for they do not tell its project. Ids are compared with those of their
 * own kind only, for trackers number each kind by itself.
 */
export function visibleCondition({ kind }: NamingField, id: Sql, words: Sql, projects: Browsable): Sql | null {
  if (projects === null) return null
  const visible = unnested(projects)
  const owner = sql`(select ref from project where id in (${visible}))`
  switch (kind) {
    case 'project':
      return sql`${id} is null or ${id} in ${owner}`
    case 'issue': {
      const known = (name: Sql) => sql`(select ${name} from issue where project_id in (${visible}))`
      // The key it had when it was named may be of another project than it is in today.
      const ofVisible = sql`regexp_replace(${words}, '-[0-9]+$', '') in (select key from project where id in (${visible}))`
      return sql`${id} is null or ${words} in ${known(sql`key`)} or (${id} in ${known(sql`ref`)} and ${ofVisible})`
    }
    case 'version':
      return sql`${id} is null or ${id} in (select id from version where project_ref in ${owner})`
    case 'component':
      return sql`${id} is null or ${id} in (select id from component where project_ref in ${owner})`
    default:
      return null
  }
}

/** A column of a row that holds a value, as whoever asks sees it: null where the value may not be seen. */
export function redact(column: Sql, visible: Sql | null): Sql {
  return visible === null ? column : sql`case when ${visible} then ${column} end`
}

function unnested(projects: readonly number[]): Sql {
  return sql`select unnest(${bigints(projects)})`
}
