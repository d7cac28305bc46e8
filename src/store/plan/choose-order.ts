import { isSame } from '../../core/base/is-same.ts'
import type { JqlCatalogue } from '../../core/catalogue/jql-catalogue.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import { systemFieldsById } from '../../core/fields/system-fields.ts'
import { type ChosenColumns, narrowedBy } from './choose-columns.ts'
import { type FoundColumn, valueColumnFinder } from './column-finder.ts'
import { orderOf } from './field-order.ts'
import type { ParameterName } from './parameters.ts'
import type { ColumnOrder, FieldColumn, GroupBy, ListField, OrderColumn } from './report-plan.ts'
import type { ReportType } from './report-types.ts'
import { quoted, Unresolved } from './request-problems.ts'
import type { RequestValues } from './request-values.ts'
import { sourceColumns } from './source-columns.ts'

/** The columns of a list, and the catalogue that names them. */
export interface ListColumns {
  readonly catalogue: ReportNames
  readonly jql: JqlCatalogue
  readonly type: ReportType | undefined
  readonly columns: ChosenColumns
  readonly groupBy: readonly GroupBy[]
  readonly fields: readonly ListField[]
}

/** Reads orderBy and orderDir: the column that sorts the rows of a list, ascending by default. */
export function chooseOrder(values: RequestValues, list: ListColumns): ColumnOrder | null {
  const descending = values.choice('orderDir', ['asc', 'desc'], 'asc') === 'desc'
  const text = values.text('orderBy')
  if (text === undefined) {
    const isMissing = values.text('orderDir') !== undefined && !values.problems.has('orderBy')
    if (isMissing) values.require('orderBy', ' with orderDir')
    return null
  }
  const named = textColumns(list, descending)
  const own = named.find(({ ids }) => ids.some(id => isSame(id, text)))
  if (own) return { column: own.column, descending }
  const finder = list.type && valueColumnFinder(list.type, list.catalogue, list.jql, list.columns)
  const value = finder?.find(text)
  if (value instanceof Unresolved) {
    values.problems.add('orderBy', `${quoted(text)} ${value.why}`)
    return null
  }
  if (value) return { column: valueColumn(value, text, list), descending }
  const byName = named.find(({ names }) => names.some(name => isSame(name, text)))
  if (byName) return { column: byName.column, descending }
  if (!mayBeColumn(values, list)) {
    const near = () => [...named.flatMap(({ ids, names }) => [...ids, ...names]), ...(finder?.namesNear(text) ?? [])]
    values.problems.add('orderBy', notAColumn(text, values.problems.suggestion(text, near)))
  }
  return null
}

/** Returns the error for an unknown column, without the name of the parameter. `near` suggests others. */
export function notAColumn(text: string, near: string): string {
  return `${quoted(text)} is not a column of this report${near}`
}

/** Returns whether an unknown column may be one of a parameter with an error. */
function mayBeColumn({ problems }: RequestValues, { type }: ListColumns): boolean {
  const selecting: ParameterName[] = ['fields', 'groupByFields']
  if (!type) return true
  const levels = [narrowedBy[type.outer], ...(type.inner ? [narrowedBy[type.inner]] : [])]
  return [...selecting, ...levels].some(name => problems.has(name))
}

interface TextColumn {
  readonly ids: readonly string[]
  readonly names: readonly string[]
  readonly column: OrderColumn
}

/** Returns the columns before the value columns, in their order. */
function textColumns({ groupBy, fields, jql }: ListColumns, descending: boolean): TextColumn[] {
  const ofField = (field: FieldColumn['field'], item: string, name: string): TextColumn => ({
    ids: [item],
    names: [name, field.id],
    column: { kind: 'field', sort: orderOf(field, descending, jql) },
  })
  const header = (id: string, name: string) => ofField(systemFieldsById.get(id)!, id, name)
  return [
    header('issuekey', 'Key'),
    header('summary', 'Summary'),
    ...groupBy.map(({ item, label, field, unit }, index): TextColumn => {
      if (unit === null) return ofField(field, item, label)
      return { ids: [item], names: [label], column: { kind: 'dateGroup', index } }
    }),
    ...fields.map(({ item, field }): TextColumn => {
      if (field.kind !== 'duration') return ofField(field, item, field.name)
      return { ids: [item], names: [field.name], column: { kind: 'statusAge' } }
    }),
  ]
}

/** Columns of the same statuses have the same cells. */
function valueColumn(
  { outer, inner, isUnchecked }: FoundColumn,
  text: string,
  { type, columns }: ListColumns,
): OrderColumn {
  const { sourceOf } = sourceColumns(columns) ?? {}
  const source = (level: string | null, id: string | null) =>
    level === 'status' && id !== null ? (sourceOf?.get(id) ?? id) : id
  return {
    kind: 'value',
    outer: source(type!.outer, outer),
    inner: source(type!.inner, inner),
    unchecked: isUnchecked ? text : null,
  }
}
