import { literal } from '../batches/staging-folder.ts'
import { copyToWorkFile, workFile } from '../files/work-files.ts'
import { type Browsable, mayBrowse } from '../sql/browsable.ts'
import { joinSql, plain, type Sql, sql, unnested, varchar, varchars } from '../sql/sql.ts'
import { visibleValue } from './value-use.ts'

/**
 * Returns the statement that writes the ids of the issues of a report to `folder`, with those of issues that the report
 * names in other ways. `issues` has a column `issue_id`.
 */
export function copyContainedIds(folder: string, issues: Sql, named: readonly string[]): Sql {
  // Internal numbers of removed issues may be used again, so these are the tracker's ids.
  const refs = sql`select i.ref from issue i
where i.id in (select issue_id from (${issues})) or i.ref in (${unnested(varchars(named))}) order by 1`
  return copyToWorkFile(folder, 'contained', refs)
}

/** A field whose values a report shows. */
export interface ShownField {
  readonly id: string
  readonly kind: string
  /** Whether the report shows past values of the field instead of the present ones. */
  readonly isPast: boolean
}

/**
 * Returns the statement that writes to `folder` which projects, issues, versions and components the visible values of
 * `fields` in the contained issues refer to. It reads the ids that copyContainedIds wrote.
 */
export function copyReferences(folder: string, fields: readonly ShownField[], browsable: Browsable): Sql {
  const issues = sql`select i.id from issue i where i.ref in (${containedRefs(folder)})`
  const valuesOf = ({ id, kind, isPast }: ShownField) => {
    const source = isPast ? sql`value from stay` : sql`text as value from issue_value`
    return sql`select distinct ${varchar(kind)} as kind, value_id, ${source}
  where field_id = ${varchar(id)} and value_id is not null and issue_id in (${issues})`
  }
  const none = sql`select cast(null as varchar) as kind, cast(null as varchar) as value_id, cast(null as varchar) as value where false`
  const isVisible = browsable === null ? sql`true` : visibleValue(browsable)
  return copyToWorkFile(
    folder,
    'references',
    sql`select * from (${joinSql([none, ...fields.map(valuesOf)], '\n  union ')}) where ${isVisible} order by all`,
  )
}

/** Counts the contained issues that a caller may not browse any more, including those that were removed: `lost`. */
export function lostIssues(folder: string, browsable: Browsable): Sql {
  return lostOf(containedRefs(folder), browsable)
}

/** Counts the issues with these ids of the tracker that a caller may not browse, including those that were removed: `lost`. */
export function lostNamedIssues(refs: readonly string[], browsable: Browsable): Sql {
  return lostOf(unnested(varchars(refs), 'ref'), browsable)
}

function lostOf(refs: Sql, browsable: Browsable): Sql {
  return sql`select count(*) as lost from (${refs})
where ref not in (select i.ref from issue i where ${mayBrowse(browsable)})`
}

/**
 * Counts the references to something that the store has and that the caller may not see any more: `lost`. `projects` are
 * the numbers of all projects. Items that the store lacks are unknown or removed, not hidden, so they do not count.
 */
export function lostReferences(folder: string, browsable: NonNullable<Browsable>, projects: readonly number[]): Sql {
  const isStored = visibleValue({ projects, levels: null })
  const ofProject = sql`kind = 'issue' and regexp_replace(value, '-[0-9]+\\z', '') in (select key from project)`
  return sql`select count(*) as lost from read_parquet(${plain(literal(workFile(folder, 'references')))})
where not coalesce(${visibleValue(browsable)}, false) and (coalesce(${isStored}, false) or ${ofProject})`
}

function containedRefs(folder: string): Sql {
  return sql`select ref from read_parquet(${plain(literal(workFile(folder, 'contained')))})`
}
