import { setImmediate } from 'node:timers/promises'
import type { ReportNames } from '../../core/catalogue/report-names.ts'
import type { Snapshot, SpooledTables } from '../../store/engine/report-engine.ts'
import { WHOLE_LIST } from '../../store/plan/choose-rows.ts'
import type { ReportPlan } from '../../store/plan/report-plan.ts'
import {
  compileList,
  compilePage,
  compileWholeList,
  pageCellsOf,
  placedCells,
  wholeListCellCount,
  wholeListPart,
} from '../../store/sql/compile-list.ts'
import type { PageIssueIds } from '../../store/sql/report-issues.ts'
import { cellIndexes, columnsOf, type KeyedColumn } from '../table/columns-of.ts'
import { currentStateOf, listRowMaker, noCurrentState } from '../table/list-rows.ts'
import type { FoundRows, ReportTable, TableRow } from '../table/report-table.ts'
import { statusLists } from '../table/status-lists.ts'
import { batchOf, type IssueNumbers, issueNumbersOf, type KeyedHead } from './aggregation-head.ts'
import { type AnswerLimits, refuseTooManyCells } from './answer-limits.ts'
import { checkOrder } from './check-order.ts'
import { runAll } from './run-all.ts'

/**
 * Reads a page of a list.
 *
 * The cells of a few columns are in memory when this returns. Those of many columns stay in a temporary table, and are
 * read in parts.
 */
export async function readList(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  { maxCells, partCells }: AnswerLimits,
): Promise<ReportTable> {
  const { run, spool, dialect } = snapshot
  if (plan.page === WHOLE_LIST) return readWholeList(plan, snapshot, catalogue, { maxCells, partCells })
  const { total, rows, carried, ...queries } = await runAll(compileList(plan, dialect), run)
  const page = compilePage(plan, rows as unknown as PageIssueIds[], dialect)
  const open = page.open ? await run(page.open) : []
  const found = { ...queries, cells: [] }
  const columns = columnsOf(plan, found, catalogue)
  await checkOrder(plan, columns, snapshot)
  refuseTooManyCells(rows.length, columns.length, maxCells)
  // Each step takes tens of milliseconds for many thousands of columns.
  await setImmediate()
  const head = {
    ...listHead(plan, columns, found, issueNumbersOf(total[0]!, carried)),
    rowCount: rows.length,
    hasValues: true,
  }
  const cellsPerRow = new Set(head.cellIndexes).size
  await setImmediate()
  const toRows = listRowMaker(plan, columns, currentStateOf(plan, { ...found, open }, columns, catalogue))
  if (rows.length * cellsPerRow <= partCells) {
    const cells = await run(page.cells)
    return { ...head, hasValues: cells.length > 0, rows: () => batchOf(toRows(rows, cells)), close: async () => {} }
  }
  await spool('page_cell', page.cells)
  const detached = await snapshot.detach()
  const step = Math.max(1, Math.floor(partCells / cellsPerRow))
  return {
    ...head,
    rows: async function* (signal) {
      for (let from = 0; from < rows.length; from += step) {
        const part = rows.slice(from, from + step)
        yield toRows(part, await detached.run(pageCellsOf(part as unknown as PageIssueIds[]), signal))
      }
    },
    close: detached.close,
  }
}

async function readWholeList(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  { maxCells, partCells }: AnswerLimits,
): Promise<ReportTable> {
  const head = await prepareWholeList(plan, snapshot, catalogue, maxCells)
  const detached = await snapshot.detach()
  return { ...head, rows: signal => wholeListRows(head, detached.run, partCells, signal), close: detached.close }
}

/** Reads the value columns of a list without its rows. */
export async function readListColumns(
  plan: ReportPlan,
  { run, dialect }: Pick<Snapshot, 'run' | 'dialect'>,
  catalogue: ReportNames,
): Promise<KeyedColumn[]> {
  const { rows: _rows, total: _total, carried: _carried, ...queries } = compileList(plan, dialect)
  return columnsOf(plan, { ...(await runAll(queries, run)), cells: [] }, catalogue)
}

/** The names of the spooled tables from which `wholeListRows` reads. */
export const LIST_TABLES = ['list_row', 'list_cell'] as const

/** Spools a list with all its issues to LIST_TABLES. Throws REPORT_TOO_LARGE. */
export async function prepareWholeList(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  maxCells: number,
): Promise<KeyedHead> {
  const { rows: _, ...queries } = compileList(plan, snapshot.dialect)
  const { total, carried, ...rest } = await runAll(queries, snapshot.run)
  const found = { ...rest, cells: [] }
  const columns = columnsOf(plan, found, catalogue)
  await checkOrder(plan, columns, snapshot)
  const rowCount = Number(total[0]!.issues)
  refuseTooManyCells(rowCount, columns.length, maxCells)
  const tables = compileWholeList(plan, snapshot.dialect)
  await snapshot.spool('list_row', tables.rows)
  await snapshot.spool('list_cell', tables.cells, placedCells)
  const [counted] = await snapshot.spooled.run(wholeListCellCount)
  return {
    ...listHead(plan, columns, found, issueNumbersOf(total[0]!, carried)),
    rowCount,
    hasValues: Number(counted!.cells) > 0,
  }
}

function listHead(
  plan: ReportPlan,
  columns: readonly KeyedColumn[],
  found: FoundRows,
  numbers: IssueNumbers,
): Omit<KeyedHead, 'rowCount' | 'hasValues'> {
  return { plan, columns, cellIndexes: cellIndexes(columns, plan), ...numbers, ...statusLists(plan, found) }
}

/**
 * Reads the rows of a list from LIST_TABLES, in parts. Omits their current states, because formats of whole lists have
 * none.
 */
export async function* wholeListRows(
  { plan, columns, cellIndexes, rowCount }: KeyedHead,
  run: SpooledTables['run'],
  partCells: number,
  signal?: AbortSignal,
): AsyncGenerator<readonly TableRow[]> {
  const toRows = listRowMaker(plan, columns, noCurrentState)
  const step = Math.max(1, Math.floor(partCells / Math.max(1, new Set(cellIndexes).size)))
  for (let from = 0; from < rowCount; from += step) {
    const rows = await run(wholeListPart('list_row', from, from + step), signal)
    yield toRows(rows, await run(wholeListPart('list_cell', from, from + step), signal))
  }
}
