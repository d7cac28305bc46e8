import type { BoundCondition } from '../jql/bound-query.ts'
import type { IssueOrder, ReportPlan } from '../plan/report-plan.ts'
import { type Browsable, visibleCondition } from './browsable.ts'
import { heldColumn, idColumn, instantColumn, textColumn } from './conditions/issue-columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { identifier, type Sql, sql, varchar, varchars } from './sql.ts'

/** What orders issues: terms for ORDER BY, and the joins they take, on issue `i` with its project `p`. */
export interface OrderTerms {
  readonly terms: readonly Sql[]
  readonly joins: readonly Sql[]
}

/**
 * The order of a plan's query; ties are broken by key, newest first, then by id, so that it is total.
 *
 * What orders nothing any more is left out, for an engine sorts by it all the same: what comes after the key, and the
 * project's key where all issues are of one project.
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
  const { field } = sort
  const a = identifier(alias)
  if (field.id === 'project') return { terms: [directed(sql`lower(p.name)`, sort)], joins: [] }
  const instant = instantColumn(field.id)
  if (instant) return { terms: [directed(instant, sort)], joins: [] }
  const text = textColumn(field.id)
  if (text) return { terms: [directed(sql`lower(${text})`, sort)], joins: [] }
  const id = idColumn(field.id)
  if (id && field.kind === 'user') {
    return {
      terms: [directed(sql`lower(${a}.display_name)`, sort)],
      joins: [sql`left join person ${a} on ${a}.id = ${id}`],
    }
  }
  if (id && sort.ranks) {
    const joins = [sql`left join ${ranked(sort.ranks, dialect)} ${a} on ${a}.id = ${id}`]
    return { terms: [directed(sql`${a}.place`, sort), directed(heldColumn(field.id)!, sort)], joins }
  }
  return {
    terms: [directed(sql`${a}.value`, sort)],
    joins: [sql`left join (${storedValues(sort, browsable, dialect)}) ${a} on ${a}.issue_id = i.id`],
  }
}

/** No value stands last in a rising order and first in a falling one. */
function directed(term: Sql, { descending }: IssueOrder): Sql {
  return descending ? sql`${term} desc nulls first` : sql`${term} asc nulls last`
}

/** `issue_id, value`: what orders issues by a field kept in issue_value; of several values the first one does. */
function storedValues({ field, ranks }: IssueOrder, browsable: Browsable, dialect: Dialect): Sql {
  const visible = visibleCondition(field, sql`value_id`, sql`text`, browsable) ?? sql`true`
  const own = sql`field_id = ${varchar(field.id)} and (${visible})`
  if (ranks) {
    return sql`select issue_id, min(r.place) as value from issue_value join ${ranked(ranks, dialect)} r on r.id = value_id where ${own} group by issue_id`
  }
  const value =
    field.kind === 'number' || field.kind === 'duration'
      ? sql`num`
      : field.kind === 'date' || field.kind === 'datetime'
        ? sql`ms`
        : sql`lower(text)`
  return sql`select issue_id, min(${value}) as value from issue_value where ${own} group by issue_id`
}

/** `id, place`: ids in their order. */
function ranked(ids: readonly string[], dialect: Dialect): Sql {
  return dialect.numbered(sql`${varchars(ids)}`)
}
