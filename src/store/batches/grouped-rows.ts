import type { Row } from '../../core/base/row.ts'

/** Groups rows by a column of numbers, in their order. */
export function grouped(rows: readonly Row[], column = 'issue_id'): ReadonlyMap<number, Row[]> {
  const groups = new Map<number, Row[]>()
  for (const row of rows) {
    const group = groups.get(Number(row[column]))
    if (group) group.push(row)
    else groups.set(Number(row[column]), [row])
  }
  return groups
}
