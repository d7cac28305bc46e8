import type { DictionaryKind, FieldDefinition, FieldKind } from '../../core/fields/field.ts'
import { systemFieldsById } from '../../core/fields/system-fields.ts'
import { EARLIEST, LATEST } from '../../core/time/instant.ts'
import { offsetTransitions, type Zone } from '../../core/time/zone.ts'
import type { FieldGroup, ReportPlan } from '../plan/report-plan.ts'
import { visibleCondition } from './browsable.ts'
import { instantColumn, textColumn } from './conditions/issue-columns.ts'
import type { Dialect } from './dialect/dialect.ts'
import { bigints, identifier, type Sql, sql, varchar } from './sql.ts'

/**
 * The SQL for an issue's value of a field: the id that distinguishes values, the label, the sort key, and the required
 * joins.
 */
export interface FieldSource {
  readonly id: Sql
  readonly label: Sql
  readonly order: Sql
  readonly joins: Sql
  /** The joins that `id` requires. */
  readonly idJoins: Sql
  /** The column of the issue that determines the value, if many issues share values; otherwise `null`. */
  readonly column: string | null
}

const NO_JOIN = sql``

/** The dictionary tables of ids in the issue table. */
const DICTIONARIES = {
  type: { table: 'issue_type', label: 'name' },
  status: { table: 'status', label: 'name' },
  priority: { table: 'priority', label: 'name' },
  resolution: { table: 'resolution', label: 'name' },
  user: { table: 'person', label: 'display_name' },
} as const satisfies Partial<Record<DictionaryKind, unknown>>

function hasDictionary(kind: FieldKind): kind is keyof typeof DICTIONARIES {
  return kind in DICTIONARIES
}

/**
 * Returns the value of a field for issue `i`, joined with its project `p`. `alias` names the joins.
 *
 * Instants and dates are returned as epoch milliseconds in text. The table formats them.
 */
export function fieldSource(
  field: FieldDefinition,
  alias: string,
  plan: Pick<ReportPlan, 'browsable'>,
  dialect: Dialect,
): FieldSource {
  const column = systemFieldsById.get(field.id)?.column
  if (column?.content === 'id' && hasDictionary(field.kind)) {
    const { table, label: name } = DICTIONARIES[field.kind]
    const id = sql`i.${identifier(column.name)}`
    const label = sql`coalesce(${identifier(alias)}.${identifier(name)}, ${id})`
    const joins = sql`left join ${identifier(table)} ${identifier(alias)} on ${identifier(alias)}.id = ${id}`
    return { id, label, order: label, joins, idJoins: NO_JOIN, column: column.name }
  }
  if (field.id === 'issuekey') {
    const order = sql`p.key || '-' || lpad(cast(i.number as varchar), 19, '0')`
    return { id: sql`i.key`, label: sql`i.key`, order, joins: NO_JOIN, idJoins: NO_JOIN, column: null }
  }
  if (field.id === 'project') {
    const label = sql`p.name`
    return { id: sql`i.project_id`, label, order: label, joins: NO_JOIN, idJoins: NO_JOIN, column: 'project_id' }
  }
  const instant = instantColumn(field.id)
  if (instant) return instantSource(instant)
  const text = textColumn(field.id)
  if (text) {
    return { id: text, label: text, order: text, joins: NO_JOIN, idJoins: NO_JOIN, column: null }
  }
  return storedField(field, identifier(alias), plan, dialect)
}

function instantSource(column: Sql, joins = NO_JOIN): FieldSource {
  const text = sql`cast(${column} as varchar)`
  return { id: text, label: text, order: column, joins, idJoins: joins, column: null }
}

/** Returns the value of a field in issue_value. Multiple values are joined in the order of their labels. */
function storedField(
  field: FieldDefinition,
  alias: Sql,
  { browsable }: Pick<ReportPlan, 'browsable'>,
  dialect: Dialect,
): FieldSource {
  const order = sql`lower(text), text, value_id`
  const visible = visibleCondition(field, sql`value_id`, sql`text`, browsable) ?? sql`true`
  const joins = sql`left join (
    select issue_id, min(ms) as ms, min(num) as num,
           ${dialect.joined(sql`value_id`, sql`chr(31)`, order)} as id, ${dialect.joined(sql`text`, sql`', '`, order)} as label
    from issue_value where field_id = ${varchar(field.id)} and (${visible}) group by issue_id
  ) ${alias} on ${alias}.issue_id = i.id`
  if (field.kind === 'date' || field.kind === 'datetime') return instantSource(sql`${alias}.ms`, joins)
  const label = sql`${alias}.label`
  return {
    id: sql`${alias}.id`,
    label,
    order: field.kind === 'number' && !field.multi ? sql`${alias}.num` : label,
    joins,
    idJoins: joins,
    column: null,
  }
}

/** Returns the value of issue `i` for a field that groups issues. Date groups use the wall clock of the zone. */
export function groupSource(
  { field, unit }: FieldGroup,
  alias: string,
  { browsable, zone }: Pick<ReportPlan, 'browsable'> & { readonly zone: Zone },
  dialect: Dialect,
): FieldSource {
  const source = fieldSource(field, alias, { browsable }, dialect)
  if (unit === null) return source
  const day = field.kind === 'date'
  const offsets = identifier(`${alias}_zone`)
  const label = dialect.dateLabel(unit, day ? source.order : sql`${source.order} + ${offsets}.offset_ms`)
  // Dates have no zone; instants are converted to the wall clock of the zone.
  const joins = day
    ? source.joins
    : sql`${source.joins} left join ${offsetTable(zone, dialect)} ${offsets}
      on ${source.order} >= ${offsets}.from_ms and ${source.order} < ${offsets}.to_ms`
  return { id: label, label, order: label, joins, idJoins: joins, column: null }
}

function offsetTable(zone: Zone, dialect: Dialect): Sql {
  const periods = offsetTransitions(zone, EARLIEST, LATEST + 1)
  return dialect.listTable([
    ['from_ms', sql`${bigints(periods.map(({ from }) => from))}`],
    ['to_ms', sql`${bigints(periods.map(({ to }) => to))}`],
    ['offset_ms', sql`${bigints(periods.map(({ offset }) => offset))}`],
  ])
}
