import type { TableColumn } from './table-model.ts'

/** Adjacent columns with the same outer column. */
export interface ColumnGroup {
  readonly name: string | null
  readonly first: number
  readonly count: number
}

/** Groups adjacent columns by their outer column. */
export function columnGroups(columns: readonly TableColumn[]): ColumnGroup[] {
  const groups: ColumnGroup[] = []
  columns.forEach(({ above }, i) => {
    const last = groups.at(-1)
    if (last && last.name === above) groups[groups.length - 1] = { ...last, count: last.count + 1 }
    else groups.push({ name: above, first: i, count: 1 })
  })
  return groups
}
