import type { ListField } from '../../store/plan/report-plan.ts'
import type { HeaderCell, ReportHead } from './report-table.ts'
import { ISSUE_COLUMNS } from './to-json.ts'

/** The columns of a file, in order. The names differ from each other, also without regard to case. */
export interface FileColumns {
  /** Key and summary; empty in aggregations. */
  readonly header: readonly HeaderCell[]
  readonly groups: readonly HeaderCell[]
  readonly fields: readonly HeaderCell[]
  /** `null` in lists. */
  readonly issueCount: HeaderCell | null
  readonly values: readonly HeaderCell[]
}

/**
 * Returns the columns of a file. They have the texts of the CSV header. A name that several columns share is followed by
 * the id of its column; if that is not enough, by a number. With `columnNames=id` they are the ids.
 *
 * The names of the columns before the values depend on the request only. A value column has its id after its name if one of
 * them has the same name, or if another value of the tracker does, even without cells.
 *
 * `unitOf` returns the unit of a value column, which follows its name in parentheses; `null` for none. `fieldUnitOf` returns that of a
 * field.
 */
export function fileColumns(
  { plan, columns }: Pick<ReportHead, 'plan' | 'columns'>,
  unitOf: (index: number) => string | null = () => null,
  fieldUnitOf: (field: ListField['field']) => string | null = () => null,
): FileColumns {
  const isList = plan.endpoint === 'list'
  const parts = {
    header: isList ? ISSUE_COLUMNS : [],
    groups: plan.groupBy.map(({ item, label, field, unit }) => ({
      id: item,
      value: withUnit(label, unit === null ? fieldUnitOf(field) : null),
    })),
    fields: plan.fields.map(({ item, field }) => ({ id: item, value: withUnit(field.name, fieldUnitOf(field)) })),
    issueCount: isList ? [] : [ISSUE_COUNT],
    values: columns.map(({ id, value }, index) => ({ id, value: withUnit(value, unitOf(index)) })),
  }
  const { values, ...others } = parts
  const isById = plan.format.csv.columnNames === 'id'
  const shown = ({ id, value }: HeaderCell): HeaderCell => ({ id, value: isById ? id : value })
  const names = distinctNames(
    Object.values(others).flat().map(shown),
    values.map((cell, index) => ({ ...shown(cell), isShared: !isById && columns[index]!.isNameShared })),
  )
  let next = 0
  const named = (cells: readonly HeaderCell[]) => cells.map(({ id }) => ({ id, value: names[next++]! }))
  return {
    header: named(parts.header),
    groups: named(parts.groups),
    fields: named(parts.fields),
    issueCount: named(parts.issueCount)[0] ?? null,
    values: named(parts.values),
  }
}

/** The header of the number of issues in a row of an aggregation. */
export const ISSUE_COUNT: HeaderCell = { id: 'issueCount', value: 'Number Of Issues' }

/** Returns the name of a column with its unit. */
export function withUnit(name: string, unit: string | null): string {
  return unit === null ? name : `${name} (${unit})`
}

function distinctNames(
  first: readonly HeaderCell[],
  values: readonly (HeaderCell & { readonly isShared: boolean })[],
): string[] {
  const taken = new Set<string>()
  const distinct = (name: string) => {
    let free = name
    for (let number = 2; taken.has(folded(free)); number++) free = `${name} (${number})`
    taken.add(folded(free))
    return free
  }
  const ofFirst = sharedTexts(first)
  const ofValues = sharedTexts(values)
  const fixed = new Set(first.map(({ value }) => folded(value)))
  return [
    ...first.map(({ id, value }) => distinct(ofFirst.has(folded(value)) ? `${value} (${id})` : value)),
    ...values.map(({ id, value, isShared }) => {
      const text = folded(value)
      return distinct(isShared || ofValues.has(text) || fixed.has(text) ? `${value} (${id})` : value)
    }),
  ]
}

/** Returns the texts that several cells have. */
function sharedTexts(cells: readonly HeaderCell[]): ReadonlySet<string> {
  const seen = new Set<string>()
  return new Set(cells.map(({ value }) => folded(value)).filter(text => seen.size === seen.add(text).size))
}

function folded(name: string): string {
  return name.toLowerCase()
}
