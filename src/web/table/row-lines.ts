import { type ShownRow, shownText, type TableColumn } from './table-model.ts'

/** The heading of the rows with one value of the first grouping. */
export interface RowGroup {
  /** The value in the report. */
  readonly name: string
  /** The value as the page shows it. */
  readonly text: string
  readonly rowCount: number
  readonly isCollapsed: boolean
  /** The values over all issues of the group; `null` if they are not known. */
  readonly subtotal: ShownRow | null
}

/** A line of the grid: a row, or the heading of a group of rows. */
export type Line =
  | { readonly kind: 'row'; readonly row: ShownRow }
  | { readonly kind: 'group'; readonly group: RowGroup }

/** How rows are grouped into lines. */
export interface Grouped {
  /** The id of the column with the first grouping. */
  readonly column: string
  readonly subtotals: ReadonlyMap<string, ShownRow>
  readonly isCollapsed: (name: string) => boolean
}

/** Returns the lines of a table: each group follows its heading, in the order of the first rows of the groups. */
export function linesOf(rows: readonly ShownRow[], grouped: Grouped | null): readonly Line[] {
  if (grouped === null) return rows.map(row => ({ kind: 'row', row }))
  const groups = new Map<string, ShownRow[]>()
  for (const row of rows) {
    const name = row.texts.get(grouped.column) ?? ''
    const members = groups.get(name)
    if (members) members.push(row)
    else groups.set(name, [row])
  }
  return [...groups].flatMap(([name, members]): Line[] => {
    const isCollapsed = grouped.isCollapsed(name)
    const subtotal = grouped.subtotals.get(name) ?? null
    const text = shownText({ id: grouped.column, kind: 'group' }, members[0]!)
    const group: RowGroup = { name, text, rowCount: members.length, isCollapsed, subtotal }
    return [{ kind: 'group', group }, ...(isCollapsed ? [] : members.map(row => ({ kind: 'row', row }) as const))]
  })
}

/** Returns rows by the first grouping. Groups that share a name are left out, because their rows look the same. */
export function subtotalsByName(rows: readonly ShownRow[], column: string): ReadonlyMap<string, ShownRow> {
  const names = rows.map(({ texts }) => texts.get(column) ?? '')
  const seen = new Map<string, number>()
  for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1)
  return new Map(rows.flatMap((row, i) => (seen.get(names[i]!) === 1 ? [[names[i]!, row] as const] : [])))
}

/** Returns the text of a line in a column. The heading of a group has its name in the first column. */
export function lineText(line: Line, column: TableColumn, index: number): string {
  const { id, kind } = column
  if (line.kind === 'group' && index === 0) return line.group.text
  const row = line.kind === 'row' ? line.row : line.group.subtotal
  if (kind === 'value') return row?.cells.get(id)?.text ?? ''
  return row === null || (line.kind === 'group' && kind !== 'count') ? '' : shownText(column, row)
}
