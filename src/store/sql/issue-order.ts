import type { FieldDefinition } from '../../core/fields/field.ts'
import type { BoundCondition } from '../../core/jql/bound-query.ts'
import type { IssueOrder, ReportPlan } from '../plan/report-plan.ts'
import { type Browsable, visibleCondition } from './browsable.ts'
import { idColumn, instantColumn, textColumn, valueColumn } from './conditions/issue-columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { fieldSource } from './field-source.ts'
import { identifier, type Sql, sql, varchar, varchars } from './sql.ts'

/** A sort order of issues: terms for ORDER BY, with the joins that they need, on issue `i` with its project `p`. */
export interface OrderTerms {
  readonly terms: readonly Sql[]
  readonly joins: readonly Sql[]
}

/**
 * Returns the total order of a plan's query. Ties are resolved by key, newest first, then by id.
 *
 * Terms that cannot change the order are omitted, because DuckDB would sort by them anyway: terms after the key, and
 * the key of the project if there is only one.
 */
export function issueOrder({ order, where, browsable }: ReportPlan, dialect: Dialect): OrderTerms {
  const project = isOfOneProject(where) ? [] : [sql`p.key`]
  const byKey = order.findIndex(({ field }) => field.id === 'issuekey')
  const sorts = (byKey < 0 ? order : order.slice(0, byKey + 1)).map((sort, n) =>
    sort.field.id === 'issuekey' ? keyTerms(sort, project) : sortTerms(sort, `o${n + 1}`, browsable, dialect),
  )
  const ties = byKey < 0 ? [...project, sql`i.number`, sql`i.id`] : [sql`i.id`]
  return {
    terms: [...sorts.flatMap(({ terms }) => terms), ...ties.map(term => sql`${term} desc`)],
    joins: sorts.flatMap(({ joins }) => joins),
  }
}

function isOfOneProject(where: BoundCondition): boolean {
  if (where.kind === 'and') return where.conditions.some(isOfOneProject)
  return where.kind === 'single' && where.field.id === 'project' && !where.negated && where.ids.length === 1
}

function keyTerms(sort: IssueOrder, project: readonly Sql[]): OrderTerms {
  return { terms: [...project, sql`i.number`].map(term => directed(term, sort)), joins: [] }
}

function sortTerms(sort: IssueOrder, alias: string, browsable: Browsable, dialect: Dialect): OrderTerms {
  const { keys, joins } = sortKeys(sort, alias, browsable, dialect)
  return { terms: keys.map(key => directed(key, sort)), joins }
}

/** The sort keys of a field, most significant first, with the joins that they need. */
interface SortKeys {
  readonly keys: readonly Sql[]
  readonly joins: readonly Sql[]
}

function sortKeys(sort: IssueOrder, alias: string, browsable: Browsable, dialect: Dialect): SortKeys {
  const { field } = sort
  const a = identifier(alias)
  if (field.id === 'project') return { keys: [sql`lower(p.name)`], joins: [] }
  const instant = instantColumn(field.id)
  if (instant) return { keys: [instant], joins: [] }
  const text = textColumn(field.id)
  if (text) return { keys: [sql`lower(${text})`], joins: [] }
  const id = idColumn(field.id)
  if (id && field.kind === 'user') {
    return { keys: [sql`lower(${a}.display_name)`], joins: [sql`left join person ${a} on ${a}.id = ${id}`] }
  }
  if (id && sort.ranks) {
    const joins = [sql`left join ${ranked(sort.ranks, dialect)} ${a} on ${a}.id = ${id}`]
    return { keys: [sql`${a}.position`, valueColumn(field.id)!], joins }
  }
  return {
    keys: [sql`${a}.value`],
    joins: [sql`left join (${storedValues(sort, browsable, dialect)}) ${a} on ${a}.issue_id = i.id`],
  }
}

/**
 * Returns the order of a list by a column with a field of the issues. Empty cells are last in both directions.
 *
 * Values sort as in ORDER BY of a query. Values that the tracker's order does not have, and several values of which the
 * first is the same, sort by their text.
 */
export function fieldOrder(
  sort: IssueOrder<FieldDefinition>,
  plan: Pick<ReportPlan, 'browsable'>,
  dialect: Dialect,
): OrderTerms {
  const { field } = sort
  if (field.id === 'issuekey') {
    return { terms: [sql`p.key`, sql`i.number`].map(key => emptyLast(key, sort)), joins: [] }
  }
  const { keys, joins } = sortKeys(sort, 'v', plan.browsable, dialect)
  if (!isText(field)) return { terms: keys.map(key => emptyLast(key, sort)), joins }
  const { label, joins: labelJoins } = fieldSource(field, 'w', plan, dialect)
  return {
    terms: [
      sql`case when coalesce(${label}, '') = '' then 1 else 0 end`,
      ...[...keys, sql`lower(${label})`].map(key => emptyLast(key, sort)),
    ],
    joins: [...joins, labelJoins],
  }
}

function isText({ kind, multi }: FieldDefinition): boolean {
  return multi || (kind !== 'number' && kind !== 'date' && kind !== 'datetime')
}

/** Sorts in a direction, with missing values last in both. */
export function emptyLast(term: Sql, { descending }: Pick<IssueOrder, 'descending'>): Sql {
  return descending ? sql`${term} desc nulls last` : sql`${term} asc nulls last`
}

/** Missing values are last in ascending order and first in descending order. */
function directed(term: Sql, { descending }: IssueOrder): Sql {
  return descending ? sql`${term} desc nulls first` : sql`${term} asc nulls last`
}

/** Returns `issue_id, value`: the sort key of a field in issue_value. Of several values, the first one counts. */
function storedValues({ field, ranks }: IssueOrder, browsable: Browsable, dialect: Dialect): Sql {
  const visible = visibleCondition(field, sql`value_id`, sql`text`, browsable) ?? sql`true`
  const own = sql`field_id = ${varchar(field.id)} and (${visible})`
  if (ranks) {
    return sql`select issue_id, min(r.position) as value from issue_value join ${ranked(ranks, dialect)} r on r.id = value_id where ${own} group by issue_id`
  }
  const value =
    field.kind === 'number' || field.kind === 'duration'
      ? sql`num`
      : field.kind === 'date' || field.kind === 'datetime'
        ? sql`ms`
        : sql`lower(text)`
  return sql`select issue_id, min(${value}) as value from issue_value where ${own} group by issue_id`
}

/** Returns a table `id, position` of ids in their order. */
function ranked(ids: readonly string[], dialect: Dialect): Sql {
  return dialect.numbered(sql`${varchars(ids)}`)
}
