import type { Table } from '@tanstack/react-table'
import type { Changes } from './changes.ts'
import type { FooterLine } from './footer-lines.ts'
import type { OpenedPart } from './opened-row.ts'
import type { Grouped } from './row-lines.ts'
import type { Shading } from './shading.ts'
import type { ShownRow, TableColumn } from './table-model.ts'

/** The data of the grid, and its actions. The actions must not change with each render. */
export interface GridProps {
  readonly label: string
  /** The heading of the report and the facts about it, for the print. */
  readonly title: string
  readonly facts: readonly string[]
  readonly table: Table<ShownRow>
  /** How rows are grouped; `null` without groups. */
  readonly grouped: Grouped | null
  readonly shading: Shading
  readonly greatest: ReadonlyMap<string, number>
  /** The ids of the columns of finished statuses. */
  readonly done: ReadonlySet<string>
  readonly foot: readonly FooterLine[]
  /** The changes since the other period; `null` without a comparison. */
  readonly changes: Changes | null
  /** Repairs by issue key. */
  readonly repaired: ReadonlyMap<string, readonly string[]>
  /** What the drawer shows: its row is highlighted and scrolled into view. */
  readonly opened: OpenedPart | null
  /** Formats a sum of raw values; `null` if they cannot be added, such as dates. */
  readonly writeSum: ((sum: number) => string) | null
  /** Collapses or expands a group. */
  readonly toggle: (group: string) => void
  /** Moves a column before another. */
  readonly move: (id: string, before: string) => void
  /** Returns the address of the page with the timeline of an issue. */
  readonly addressOf: (issueKey: string) => string
  /** Opens a row: its issues, or its issue. */
  readonly openRow: (row: ShownRow) => void
  /** Opens the explanation of a cell. */
  readonly openCell: (row: ShownRow, column: TableColumn) => void
}
