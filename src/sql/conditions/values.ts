import type {
  BoundField,
  ComparedValue,
  CompareLeaf,
  EmptyLeaf,
  KeyRangeLeaf,
  ValuesLeaf,
} from '../../jql/bound-query.ts'
import { type Browsable, visibleCondition } from '../browsable.ts'
import { bigint, double, joinSql, type Sql, type SqlParameter, sql, varchar } from '../sql.ts'
import { balanced } from './balanced.ts'
import { isAmong, relations } from './is-in.ts'
import { heldColumn, idColumn, instantColumn } from './issue-columns.ts'
import { loweredByEngine } from './lowered-by-engine.ts'

/** A field holds one of the values. Negated: it holds values, and none of them. */
export function holdsValues({ field, ids, texts, negated, orEmpty }: ValuesLeaf, browsable: Browsable): Sql {
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
  const any = assignments(field, browsable)
  const matching = sql`${any} and (${isAmong(sql`value_id`, ids)} or ${isAmong(sql`lower(text)`, loweredByEngine(texts))})`
  if (negated) return sql`i.id in (${any}) and i.id not in (${matching})`
  return orEmpty ? sql`i.id in (${matching}) or i.id not in (${any})` : sql`i.id in (${matching})`
}

/** The issues that hold any value of a field kept in issue_value. */
function assignments(field: BoundField, browsable: Browsable): Sql {
  const visible = visibleCondition(field, sql`value_id`, sql`text`, browsable)
  const own = sql`select issue_id from issue_value where field_id = ${varchar(field.id)}`
  return visible ? sql`${own} and (${visible})` : own
}

/** A field holds no value, or, negated, any. */
export function isEmpty({ field, negated }: EmptyLeaf, browsable: Browsable): Sql {
  const column = heldColumn(field.id)
  if (column) return negated ? sql`${column} is not null` : sql`${column} is null`
  const any = assignments(field, browsable)
  return negated ? sql`i.id in (${any})` : sql`i.id not in (${any})`
}

/** The issue's number compares so with one of its project. */
export function keyInRange({ project, operator, number }: KeyRangeLeaf): Sql {
  return sql`i.project_id in (select id from project where ref = ${varchar(project)}) and i.number ${relations[operator]} ${bigint(number)}`
}

/** One of a field's values compares so with any, or with all, of some values; no value compares with nothing. */
export function compared(leaves: readonly CompareLeaf[], kind: 'and' | 'or'): Sql {
  const [{ field, value }] = leaves as [CompareLeaf]
  const column = value.kind === 'instant' ? instantColumn(field.id) : null
  if (column) return comparisons(column, leaves, kind)
  const cells = comparisons(COMPARED_COLUMNS[value.kind], leaves, kind)
  // What compares is a number, a moment or a day: it names nothing.
  return sql`i.id in (${assignments(field, null)} and ${leaves.length > 1 ? sql`(${cells})` : cells})`
}

const COMPARED_COLUMNS: Readonly<Record<ComparedValue['kind'], Sql>> = {
  number: sql`num`,
  instant: sql`ms`,
  date: sql`value_id`,
}

/** What a column may equal, or may not, is one list: an engine compares such conditions with one another, each with each. */
function comparisons(column: Sql, leaves: readonly CompareLeaf[], kind: 'and' | 'or'): Sql {
  const listed = kind === 'or' ? '=' : '!='
  const equal = leaves.filter(({ operator }) => operator === listed)
  const others = equal.length > 1 ? leaves.filter(({ operator }) => operator !== listed) : leaves
  const parts = others.map(({ operator, value }) => sql`${column} ${relations[operator]} ${parameterOf(value)}`)
  if (equal.length > 1) {
    const list = joinSql(
      equal.map(({ value }) => sql`${parameterOf(value)}`),
      ', ',
    )
    parts.push(kind === 'or' ? sql`${column} in (${list})` : sql`${column} not in (${list})`)
  }
  return balanced(parts, kind === 'or' ? ' or ' : ' and ')
}

function parameterOf(value: ComparedValue): SqlParameter {
  if (value.kind === 'number') return double(value.number)
  return value.kind === 'instant' ? bigint(value.at) : varchar(value.date)
}
