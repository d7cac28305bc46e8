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
 * `unitOf` returns the unit of a value column, which follows its name in parentheses; `null` for none. `ageUnit` is that of
 * ages.
 */
export function fileColumns(
  { plan, columns }: Pick<ReportHead, 'plan' | 'columns'>,
  unitOf: (index: number) => string | null = () => null,
  ageUnit: string | null = null,
): FileColumns {
  const isList = plan.endpoint === 'list'
  const parts = {
    header: isList ? ISSUE_COLUMNS : [],
    groups: plan.groupBy.map(({ item, label }) => ({ id: item, value: label })),
    fields: plan.fields.map(({ item, field }) => ({
      id: item,
      value: withUnit(field.name, field.kind === 'duration' ? ageUnit : null),
    })),
    issueCount: isList ? [] : [ISSUE_COUNT],
    values: columns.map(({ id, value }, index) => ({ id, value: withUnit(value, unitOf(index)) })),
  }
  const all = Object.values(parts).flat()
  const isById = plan.format.csv.columnNames === 'id'
  const names = distinctNames(isById ? all.map(({ id }) => ({ id, value: id })) : all)
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

function distinctNames(cells: readonly HeaderCell[]): string[] {
  const counts = new Map<string, number>()
  for (const { value } of cells) counts.set(folded(value), (counts.get(folded(value)) ?? 0) + 1)
  const taken = new Set<string>()
  return cells.map(({ id, value }) => {
    const name = counts.get(folded(value)) === 1 ? value : `${value} (${id})`
    let distinct = name
    for (let number = 2; taken.has(folded(distinct)); number++) distinct = `${name} (${number})`
    taken.add(folded(distinct))
    return distinct
  })
}

function folded(name: string): string {
  return name.toLowerCase()
}
