import type { CompareLeaf, EmptyLeaf, KeyRangeLeaf, ValuesLeaf } from '../../jql/bound-query.ts'
import { bigint, double, type Sql, sql, varchar } from '../sql.ts'
import { isAmong, relations } from './is-in.ts'
import { heldColumn, idColumn, momentColumn } from './issue-columns.ts'
import { loweredByEngine } from './lowered-by-engine.ts'

/** A field holds one of the values. Negated: it holds values, and none of them. */
export function holdsValues({ field, ids, texts, negated, orEmpty }: ValuesLeaf): Sql {
  if (field.id === 'project') {
    const projects = sql`(select id from project where ${isAmong(sql`ref`, ids)})`
    return negated ? sql`i.project_id not in ${projects}` : sql`i.project_id in ${projects}`
  }
  const column = idColumn(field.id)
  if (column) {
    const one = isAmong(column, ids)
    if (negated) return sql`${column} is not null and not (${one})`
    return orEmpty ? sql`${one} or ${column} is null` : one
  }
  const matching = sql`${holders(field.id)} and (${isAmong(sql`value_id`, ids)} or ${isAmong(sql`lower(text)`, loweredByEngine(texts))})`
  if (negated) return sql`i.id in (${holders(field.id)}) and i.id not in (${matching})`
  return orEmpty ? sql`i.id in (${matching}) or i.id not in (${holders(field.id)})` : sql`i.id in (${matching})`
}

/** The issues that hold any value of a field kept in issue_value. */
function holders(field: string): Sql {
  return sql`select issue_id from issue_value where field_id = ${varchar(field)}`
}

/** A field holds no value, or, negated, any. */
export function isEmpty({ field, negated }: EmptyLeaf): Sql {
  const column = heldColumn(field.id)
  if (column) return negated ? sql`${column} is not null` : sql`${column} is null`
  return negated ? sql`i.id in (${holders(field.id)})` : sql`i.id not in (${holders(field.id)})`
}

/** The issue's number compares so with one of its project. */
export function keyInRange({ project, operator, number }: KeyRangeLeaf): Sql {
  return sql`i.project_id in (select id from project where ref = ${varchar(project)}) and i.number ${relations[operator]} ${bigint(number)}`
}

/** One of the field's values compares so; no value compares with nothing. */
export function compared({ field, operator, value }: CompareLeaf): Sql {
  const relation = relations[operator]
  const column = momentColumn(field.id)
  if (column && value.kind === 'instant') return sql`${column} ${relation} ${bigint(value.at)}`
  const cell =
    value.kind === 'number'
      ? sql`num ${relation} ${double(value.number)}`
      : value.kind === 'instant'
        ? sql`ms ${relation} ${bigint(value.at)}`
        : sql`value_id ${relation} ${varchar(value.date)}`
  return sql`i.id in (${holders(field.id)} and ${cell})`
}
