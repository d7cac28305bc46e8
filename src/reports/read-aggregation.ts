import type { ReportNames } from '../catalogue/report-names.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import {
  answerCellCount,
  answerCells,
  answerPart,
  answerRowCount,
  answerRows,
  cellColumns,
  cellCount,
  compileAggregation,
  groupTotals,
  numberedColumns,
  type RowChoice,
} from '../sql/compile-aggregation.ts'
import type { Snapshot, SpooledTables } from '../store/report-engine.ts'
import type { Row } from '../store/run-query.ts'
import { cellKey, keyText } from '../table/column-key.ts'
import { cellIndexes, columnsOf, type KeyedColumn, keyOf } from '../table/columns-of.ts'
import { groupRowMaker } from '../table/group-rows.ts'
import type { ReportTable, TableRow } from '../table/report-table.ts'
import { statusLists } from '../table/status-lists.ts'
import { type AnswerLimits, refuseTooManyCells } from './answer-limits.ts'
import { runAll } from './run-all.ts'

/**
 * Reads an aggregation. Computes the cells from the histories once, and everything else from these cells.
 *
 * A small result is in memory when this returns. A larger one stays in temporary tables, from which the rows are read
 * in parts. The store may change meanwhile.
 */
export async function readAggregation(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  { maxCells, partCells }: AnswerLimits,
): Promise<ReportTable> {
  const { dialect, spooled } = snapshot
  const { cells, cellsOfLargeGroups, groups, ...queries } = compileAggregation(plan, dialect)
  const found = await runAll(queries, snapshot.run)
  await snapshot.spool('report_group', groups)
  const [totals] = await spooled.run(groupTotals)
  refuseTooManyCells(Number(totals!.groups), 1, maxCells)
  const isLarge = Number(totals!.largest) > dialect.maxGathered
  await snapshot.spool('total_cell', isLarge ? cellsOfLargeGroups : cells)
  await spooled.spool('cell_column', cellColumns)
  const numbered = await spooled.run(numberedColumns)
  const all = { ...found, cells: numbered }
  const columns = columnsOf(plan, all, catalogue)
  await spooled.spool('answer_row', answerRows(plan, rowChoice(plan, columns, numbered), spooled.dialect))
  const rowCount = Number((await spooled.run(answerRowCount))[0]!.rows)
  refuseTooManyCells(rowCount, columns.length, maxCells)
  const indexes = columnIndexes(plan, columns, numbered)
  const head = {
    plan,
    columns,
    cellIndexes: cellIndexes(columns, plan),
    rowCount,
    issueCount: Number(totals!.issues),
    repairedCount: Number(totals!.repaired),
    unloggedCount: Number(totals!.unlogged),
    ...statusLists(plan, all),
  }
  const toRows = groupRowMaker(plan, indexes)
  const [counted] = await spooled.run(cellCount)
  if (rowCount <= partCells && Number(counted!.cells) <= partCells) {
    const answered = await spooled.run(answerCells(plan, spooled.dialect))
    const rows = toRows(await spooled.run(answerPart('answer_row', 0, rowCount)), answered)
    return { ...head, hasValues: answered.length > 0, rows: () => batchOf(rows), close: async () => {} }
  }
  await spooled.spool('answer_cell', answerCells(plan, spooled.dialect))
  const [filled] = await spooled.run(answerCellCount)
  const kept = await snapshot.detach()
  const step = Math.max(1, Math.floor(partCells / Math.max(1, numbered.length)))
  return {
    ...head,
    hasValues: Number(filled!.cells) > 0,
    rows: signal => keptRows(kept, { rowCount, step, toRows }, signal),
    close: kept.close,
  }
}

async function* batchOf(rows: readonly TableRow[]): AsyncGenerator<readonly TableRow[]> {
  yield rows
}

interface RowParts {
  readonly rowCount: number
  /** The number of rows to read at once. */
  readonly step: number
  readonly toRows: (rows: readonly Row[], cells: readonly Row[]) => TableRow[]
}

async function* keptRows(
  kept: SpooledTables,
  { rowCount, step, toRows }: RowParts,
  signal?: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  for (let from = 0; from < rowCount; from += step) {
    const rows = await kept.run(answerPart('answer_row', from, from + step), signal)
    const cells = await kept.run(answerPart('answer_cell', from, from + step), signal)
    yield toRows(rows, cells)
  }
}

/** Maps the columns of the sort order and the filters to the numbers of cell columns. */
function rowChoice(plan: ReportPlan, columns: readonly KeyedColumn[], numbered: readonly Row[]): RowChoice {
  const { sort, filters } = plan
  const numbers = new Map(numbered.map(row => [keyText(keyOf(row)), Number(row.number)]))
  const numberOf = (id: string): number | null => {
    const column = columns.find(one => one.id === id)
    return column ? (numbers.get(keyText(cellKey(column.key, plan))) ?? null) : null
  }
  return {
    sort: sort && { number: numberOf(sort.column), descending: sort.descending },
    filters: filters.map(filter => ({ number: numberOf(filter.column), filter })),
  }
}

/** Returns the index of the first column that shows the cells of each cell column. */
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
