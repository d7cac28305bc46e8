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
  issuesOfGroups,
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
import { checkPeriods } from './check-periods.ts'
import type { KeyedHead } from './read-list.ts'
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
  const { spooled } = snapshot
  const { head, indexes } = await prepareRows(plan, snapshot, catalogue, maxCells)
  const { rowCount } = head
  const [counted] = await spooled.run(cellCount)
  if (rowCount <= partCells && Number(counted!.cells) <= partCells) {
    const answered = await spooled.run(answerCells(plan, spooled.dialect))
    const rows = groupRowMaker(plan, indexes)(await spooled.run(answerPart('answer_row', 0, rowCount)), answered)
    return { ...head, hasValues: answered.length > 0, rows: () => batchOf(rows), close: async () => {} }
  }
  const hasValues = await spoolCells(plan, snapshot)
  const kept = await snapshot.detach()
  const all = { head: { ...head, hasValues }, indexes }
  return { ...all.head, rows: signal => aggregationRows(all, kept.run, partCells, signal), close: kept.close }
}

/** An aggregation in AGGREGATION_TABLES. */
export interface PreparedAggregation {
  readonly head: KeyedHead
  /** The index of the first column that shows the cells of each cell column. */
  readonly indexes: ReadonlyMap<number, number>
}

/** The names of the spooled tables from which `aggregationRows` reads. */
export const AGGREGATION_TABLES = ['answer_row', 'answer_cell'] as const

/** Spools an aggregation to AGGREGATION_TABLES. Throws REPORT_TOO_LARGE. */
export async function prepareAggregation(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  maxCells: number,
): Promise<PreparedAggregation> {
  const { head, indexes } = await prepareRows(plan, snapshot, catalogue, maxCells)
  return { head: { ...head, hasValues: await spoolCells(plan, snapshot) }, indexes }
}

/** Spools the rows of an aggregation to `answer_row`. */
async function prepareRows(plan: ReportPlan, snapshot: Snapshot, catalogue: ReportNames, maxCells: number) {
  const { dialect, spooled } = snapshot
  const hasPeriod = plan.groupBy.some(({ field }) => field === null)
  const statusStays = hasPeriod ? await snapshot.statusStays() : null
  const { cells, cellsOfLargeGroups, periods, groups, ...queries } = compileAggregation(plan, dialect, statusStays)
  const { issues, ...found } = await runAll(queries, snapshot.run)
  const groupsOfCells = periods?.groups ?? null
  const spoolPeriods = async () => {
    await snapshot.spool('counted_cell', cells)
    await snapshot.spool('whole_period', periods!.whole)
  }
  if (groupsOfCells) {
    await spoolPeriods()
    await spooled.spool('report_group', groupsOfCells(spooled.dialect))
  } else await snapshot.spool('report_group', groups)
  const [totals] = await spooled.run(groupTotals)
  const [counted] = issues ?? (await spooled.run(issuesOfGroups))
  checkPeriods(plan, Number(totals!.groups))
  refuseTooManyCells(Number(totals!.groups), 1, maxCells)
  const isLarge = Number(totals!.largest) > dialect.maxGathered
  if (periods) {
    // Groups that need no cells are checked before the cells are computed.
    if (!groupsOfCells) await spoolPeriods()
    await spooled.spool('total_cell', periods.total(spooled.dialect))
  } else await snapshot.spool('total_cell', isLarge ? cellsOfLargeGroups : cells)
  await spooled.spool('cell_column', cellColumns)
  const numbered = await spooled.run(numberedColumns)
  const all = { ...found, cells: numbered }
  const columns = columnsOf(plan, all, catalogue)
  await spooled.spool('answer_row', answerRows(plan, rowChoice(plan, columns, numbered), spooled.dialect))
  const rowCount = Number((await spooled.run(answerRowCount))[0]!.rows)
  refuseTooManyCells(rowCount, columns.length, maxCells)
  const head = {
    plan,
    columns,
    cellIndexes: cellIndexes(columns, plan),
    rowCount,
    issueCount: Number(counted!.issues),
    repairedCount: Number(counted!.repaired),
    unloggedCount: Number(counted!.unlogged),
    ...statusLists(plan, all),
  }
  return { head, indexes: columnIndexes(plan, columns, numbered) }
}

/** Spools the cells of `answer_row` to `answer_cell`. Returns whether there are any. */
async function spoolCells(plan: ReportPlan, { spooled }: Snapshot): Promise<boolean> {
  await spooled.spool('answer_cell', answerCells(plan, spooled.dialect))
  const [filled] = await spooled.run(answerCellCount)
  return Number(filled!.cells) > 0
}

async function* batchOf(rows: readonly TableRow[]): AsyncGenerator<readonly TableRow[]> {
  yield rows
}

/** Reads the rows of an aggregation from AGGREGATION_TABLES, in parts. */
export async function* aggregationRows(
  { head: { plan, rowCount }, indexes }: PreparedAggregation,
  run: SpooledTables['run'],
  partCells: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  const toRows = groupRowMaker(plan, indexes)
  const step = Math.max(1, Math.floor(partCells / Math.max(1, indexes.size)))
  for (let from = 0; from < rowCount; from += step) {
    const rows = await run(answerPart('answer_row', from, from + step), signal)
    const cells = await run(answerPart('answer_cell', from, from + step), signal)
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
