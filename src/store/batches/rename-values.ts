import { systemFields } from '../../core/fields/system-fields.ts'

/** The tables with names of values, by the kind of fields that have such values; `name` is the column. */
const NAMES = [
  { kind: 'version', table: 'version', name: 'name' },
  { kind: 'component', table: 'component', name: 'name' },
  { kind: 'sprint', table: 'sprint', name: 'name' },
  { kind: 'status', table: 'status', name: 'name' },
  { kind: 'priority', table: 'priority', name: 'name' },
  { kind: 'resolution', table: 'resolution', name: 'name' },
  { kind: 'type', table: 'issue_type', name: 'name' },
  { kind: 'user', table: 'person', name: 'display_name' },
] as const

/**
 * Returns the statements that give the present values of issues the names of the dictionaries: those of incoming issues, and
 * of all issues for the tables that changed. When the tracker renames a value, it
 * does not update the issues that have it.
 */
export function renameStatements(changed: readonly string[]): readonly string[] {
  const renamed = NAMES.filter(({ table }) => changed.includes(table))
  const all = renamed.length === 0 ? [] : [rename(renamed, 'true')]
  return [rename(NAMES, 'v.issue_id in (select id from incoming_id)'), ...all]
}

function rename(names: readonly (typeof NAMES)[number][], condition: string): string {
  const named = names.map(({ kind, table, name }) => `select '${kind}' as kind, id, ${name} as name from ${table}`)
  const system = systemFields
    .filter(({ kind }) => names.some(one => one.kind === kind))
    .map(({ id, kind }) => `('${id}', '${kind}')`)
  return `update issue_value as v set text = n.name
    from (select f.id as field_id, d.id, d.name
          from (${named.join(' union all ')}) d
            join (select id, kind from field union values ${system.join(', ')}) f on f.kind = d.kind) n
    where n.field_id = v.field_id and n.id = v.value_id and n.name <> v.text and ${condition}`
}
