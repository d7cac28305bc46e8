import { systemFields } from '../../core/fields/system-fields.ts'
import type { LogNameFields } from '../../core/history/log-names.ts'
import { textOrNull } from '../engine/row-values.ts'
import type { Run } from '../engine/run-query.ts'
import { plain, type Sql, sql, varchar } from '../sql/sql.ts'

/** The tables with what the logs of issues have without ids, by `issue_id`, or by `local` in a batch. */
export const LOG_NAME_TABLES = ['log_name', 'log_item', 'given_field'] as const

/** Returns whether an id is that of a custom field of Jira. */
export function isCustomField(id: string): boolean {
  return /^customfield_\d+$/.test(id)
}

/** The condition on the id of a field that it is a custom field of Jira. */
export const IS_CUSTOM = `starts_with(field_id, 'customfield_')`

const IS_SYSTEM = `field_id in (${systemFields.map(({ id }) => `'${id}'`).join(', ')})`

const OWN_FIELDS = `not ${IS_SYSTEM} and not ${IS_CUSTOM}`

/**
 * The statements that find the names without a field in the logs of older imports. Such a name is its own field, and its
 * values are kept as they were read.
 */
export const KEEP_OWN_FIELDS: readonly string[] = [
  `insert into log_name select distinct issue_id, lower(field_id), null, null from change where ${OWN_FIELDS} order by all`,
  `insert into log_item
   select issue_id, seq, at_ms, entry, author_id, field_id, case when ${IS_CUSTOM} then field_id end,
     from_id, from_text, to_id, to_text
   from change where not ${IS_SYSTEM} and issue_id in (select issue_id from log_name) order by issue_id, seq`,
  `insert into given_field
   select issue_id, string_agg(distinct field_id, ' ' order by field_id) from issue_value
   where ${IS_CUSTOM} and issue_id in (select issue_id from log_name) group by issue_id order by issue_id`,
]

/** A log name that an administrator mapped to a field. */
export interface MappedName {
  /** As the administrator wrote it; names are compared without regard to case. */
  readonly name: string
  /** The id of the field. */
  readonly field: string
}

/** Reads the mappings of log names, by name. */
export async function readMappedNames(run: Run): Promise<readonly MappedName[]> {
  const rows = await run(plain('select label, field_id from mapped_name order by name'))
  return rows.map(({ label, field_id }) => ({ name: String(label), field: String(field_id) }))
}

/** Returns the statements that map a log name to a field; `null` removes the mapping. */
export function mapName(name: string, field: string | null): readonly Sql[] {
  const lower = varchar(name.toLowerCase())
  const remove = sql`delete from mapped_name where name = ${lower}`
  if (field === null) return [remove]
  return [remove, sql`insert into mapped_name values (${lower}, ${varchar(name)}, ${varchar(field)})`]
}

/** Reads the fields that log names may mean, by name in lower case. */
export async function readLogNameFields(run: Run): Promise<(name: string) => LogNameFields> {
  const named = new Map<string, string[]>()
  const fields = await run(
    plain(`select id, name, untranslated_name from field where ${IS_CUSTOM.replace('field_id', 'id')} order by id`),
  )
  for (const { id, name, untranslated_name } of fields) {
    const names = [name, untranslated_name ?? name].map(one => String(one).toLowerCase())
    for (const one of new Set(names)) named.set(one, [...(named.get(one) ?? []), String(id)])
  }
  const mapped = new Map((await readMappedNames(run)).map(({ name, field }) => [name.toLowerCase(), field]))
  return name => ({ named: named.get(name) ?? [], mapped: mapped.get(name) ?? null })
}

/** A name in logs that matches no field, or several. */
export interface UnmatchedName {
  /** As most logs write it. */
  readonly name: string
  /** The ids of the fields with this name; empty if it matches none. */
  readonly fields: readonly string[]
  readonly issues: number
  /** The keys of the most recently updated issues. */
  readonly examples: readonly string[]
}

/** Reads the names in logs that match no field, or several; those of most issues first. */
export async function readUnmatchedNames(run: Run): Promise<readonly UnmatchedName[]> {
  const rows = await run(
    plain(`
      select l.name, any_value(l.basis) as basis, count(*) as issues,
             list(i.key order by i.updated_ms desc, i.key)[1:5] as examples,
             (select mode(t.name order by t.name) from log_item t where lower(t.name) = l.name and t.field_id is null) as spelled
      from log_name l join issue i on i.id = l.issue_id where l.field_id is null
      group by l.name order by issues desc, l.name`),
  )
  return rows.map(({ name, basis, issues, examples, spelled }) => ({
    name: textOrNull(spelled) ?? String(name),
    fields: (textOrNull(basis) ?? '').split(' ').filter(id => id !== ''),
    issues: Number(issues),
    examples: examples as string[],
  }))
}
