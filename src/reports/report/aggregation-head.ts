import type { Row } from '../../core/base/row.ts'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import { cellKey, keyText } from '../table/column-key.ts'
import { cellIndexes, columnsOf, type KeyedColumn, keyOf } from '../table/columns-of.ts'
import type { FoundRows, ReportHead, TableRow } from '../table/report-table.ts'
import { statusLists } from '../table/status-lists.ts'
import { refuseTooManyCells } from './answer-limits.ts'

/** The head of a report, with the keys of its columns. */
export interface KeyedHead extends ReportHead {
  readonly columns: readonly KeyedColumn[]
}

/** What occurs in the histories of a report; see FoundRows. */
export type FoundInHistories = Omit<FoundRows, 'cells'>

/** The numbers of the issues of a report; see ReportHead. */
export type IssueNumbers = Pick<
  ReportHead,
  'issueCount' | 'repairedCount' | 'unloggedCount' | 'withoutFinishCount' | 'carriedCount'
>

/** Returns the numbers of a row of totals, and of the row of carried visits, if there is one. */
export function issueNumbersOf(total: Row, carried: readonly Row[] | undefined): IssueNumbers {
  return {
    issueCount: Number(total.issues),
    repairedCount: Number(total.repaired),
    unloggedCount: Number(total.unlogged),
    withoutFinishCount: Number(total.without_finish),
    carriedCount: Number(carried?.[0]?.carried ?? 0),
  }
}

/** The head of an aggregation without its rows, and its columns with cells, each of which has a number. */
export interface NumberedColumns {
  readonly head: Omit<KeyedHead, 'rowCount' | 'hasValues'>
  /** Rows of `cell_column`. */
  readonly numbered: readonly Row[]
  /** The index of the first column that shows the cells with a number. */
  readonly indexes: ReadonlyMap<number, number>
}

/** Returns the columns of an aggregation. `found.cells` are rows of `cell_column`. */
export function numberedColumns(
  plan: ReportPlan,
  found: FoundRows,
  catalogue: ReportNames,
  numbers: IssueNumbers,
): NumberedColumns {
  const columns = columnsOf(plan, found, catalogue)
  const head = {
    plan,
    columns,
    cellIndexes: cellIndexes(columns, plan),
    ...numbers,
    ...statusLists(plan, found),
  }
  return { head, numbered: found.cells, indexes: columnIndexes(plan, columns, found.cells) }
}

/** Adds the number of rows to a head. Throws REPORT_TOO_LARGE. */
export function headOf(
  { head }: Pick<NumberedColumns, 'head'>,
  rowCount: number,
  hasValues: boolean,
  maxCells: number,
): KeyedHead {
  refuseTooManyCells(rowCount, head.columns.length, maxCells)
  return { ...head, rowCount, hasValues }
}

/** Yields all rows of a response at once. */
export async function* batchOf(rows: readonly TableRow[]): AsyncGenerator<readonly TableRow[]> {
  yield rows
}

/** Returns the number of the cells that a column shows, by the id of the column; `null` for a column without cells. */
export function numberOfColumn({ head: { plan, columns }, numbered }: NumberedColumns): (id: string) => number | null {
  let numbers: ReadonlyMap<string, number> | undefined
  return id => {
    const column = columns.find(one => one.id === id)
    if (!column) return null
    numbers ??= new Map(numbered.map(row => [keyText(keyOf(row)), Number(row.number)]))
    return numbers.get(keyText(cellKey(column.key, plan))) ?? null
  }
}

function columnIndexes(
  plan: ReportPlan,
  columns: readonly KeyedColumn[],
  numbered: readonly Row[],
): ReadonlyMap<number, number> {
  // Reversed, so that the first of several columns with the same cells wins.
  const byKey = new Map(columns.map(({ key }, index) => [keyText(cellKey(key, plan)), index] as const).reverse())
  return new Map(
    numbered.flatMap(row => {
      const index = byKey.get(keyText(keyOf(row)))
      return index === undefined ? [] : [[Number(row.number), index] as const]
    }),
  )
}
