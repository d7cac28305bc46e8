import type {
  BoundField,
  ComparedValue,
  CompareLeaf,
  EmptyLeaf,
  KeyRangeLeaf,
  ValuesLeaf,
} from '../../../core/jql/bound-query.ts'
import { type Browsable, visibleCondition } from '../browsable.ts'
import { bigint, double, joinSql, type Sql, type SqlParameter, sql, varchar } from '../sql.ts'
import { balanced } from './balanced.ts'
import { isAmong, isAmongProjects, relations } from './is-in.ts'
import { idColumn, instantColumn, valueColumn } from './issue-columns.ts'
import { lowercaseVariants } from './lowercase-variants.ts'

/** Returns the condition that a project, by its number, is one of the values of field project. */
export function isProjectOf(project: Sql, { ids, projectNumbers, negated }: ValuesLeaf): Sql {
  const one = projectNumbers
    ? isAmongProjects(project, projectNumbers)
    : sql`${project} in (select id from project where ${isAmong(sql`ref`, ids)})`
  return negated ? sql`not (${one})` : one
}

/** Returns the condition that a field has one of the values. Negated: it has values, and none of these. */
export function hasValues(leaf: ValuesLeaf, browsable: Browsable): Sql {
  const { field, ids, texts, negated, orEmpty } = leaf
  if (field.id === 'project') return isProjectOf(sql`i.project_id`, leaf)
  const column = idColumn(field.id)
  if (column) {
    const one = isAmong(column, ids)
    if (negated) return sql`${column} is not null and not (${one})`
    return orEmpty ? sql`${one} or ${column} is null` : one
  }
  const any = issuesWithValue(field, browsable)
  const matching = sql`${any} and (${isAmong(sql`value_id`, ids)} or ${isAmong(sql`lower(text)`, lowercaseVariants(texts))})`
  if (negated) return sql`i.id in (${any}) and i.id not in (${matching})`
  return orEmpty ? sql`i.id in (${matching}) or i.id not in (${any})` : sql`i.id in (${matching})`
}

/** Returns the issues with any visible value of a field in table issue_value. */
function issuesWithValue(field: BoundField, browsable: Browsable): Sql {
  const visible = visibleCondition(field, sql`value_id`, sql`text`, browsable)
  const own = sql`select issue_id from issue_value where field_id = ${varchar(field.id)}`
  return visible ? sql`${own} and (${visible})` : own
}

/** Returns the condition that a field has no value; negated: that it has one. */
export function isEmpty({ field, negated }: EmptyLeaf, browsable: Browsable): Sql {
  const column = valueColumn(field.id)
  if (column) return negated ? sql`${column} is not null` : sql`${column} is null`
  const any = issuesWithValue(field, browsable)
  return negated ? sql`i.id in (${any})` : sql`i.id not in (${any})`
}

/** Returns the condition that the issue number meets a comparison within one project. */
export function keyInRange({ project, operator, number }: KeyRangeLeaf): Sql {
  return sql`i.project_id in (select id from project where ref = ${varchar(project)}) and i.number ${relations[operator]} ${bigint(number)}`
}

/**
 * Returns the condition that one of a field's values meets any, or all, of the comparisons. Fields without a value
 * never do.
 */
export function compared(leaves: readonly CompareLeaf[], kind: 'and' | 'or'): Sql {
  const [{ field, value }] = leaves as [CompareLeaf]
  const column = value.kind === 'instant' ? instantColumn(field.id) : null
  if (column) return comparisons(column, leaves, kind)
  const cells = comparisons(COMPARED_COLUMNS[value.kind], leaves, kind)
  // Compared values are numbers, instants or days, which do not refer to hidden entities.
  return sql`i.id in (${issuesWithValue(field, null)} and ${leaves.length > 1 ? sql`(${cells})` : cells})`
}

const COMPARED_COLUMNS: Readonly<Record<ComparedValue['kind'], Sql>> = {
  number: sql`num`,
  instant: sql`ms`,
  date: sql`value_id`,
}

/**
 * Combines equalities, or inequalities, of a column into one list: DuckDB's optimizer compares every pair of such
 * conditions.
 */
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
