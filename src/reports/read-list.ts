import { setImmediate } from 'node:timers/promises'
import type { ReportNames } from '../catalogue/report-names.ts'
import { WHOLE_LIST } from '../plan/choose-rows.ts'
import type { ReportPlan } from '../plan/report-plan.ts'
import {
  compileList,
  compilePage,
  compileWholeList,
  pageCellsOf,
  placedCells,
  wholeListCellCount,
  wholeListPart,
} from '../sql/compile-list.ts'
import type { PageIssue } from '../sql/report-issues.ts'
import type { Snapshot } from '../store/report-engine.ts'
import { cellIndexes, columnsOf } from '../table/columns-of.ts'
import { listRowMaker } from '../table/list-rows.ts'
import type { ReportTable } from '../table/report-table.ts'
import { statusLists } from '../table/status-lists.ts'
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
  const { total, rows, ...queries } = await runAll(compileList(plan, dialect), run)
  const page = compilePage(plan, rows as unknown as PageIssue[], dialect)
  const open = page.open ? await run(page.open) : []
  const found = { ...queries, cells: [] }
  const columns = columnsOf(plan, found, catalogue)
  await checkOrder(plan, columns, snapshot)
  refuseTooManyCells(rows.length, columns.length, maxCells)
  // Each step takes tens of milliseconds for many thousands of columns.
  await setImmediate()
  const indexes = cellIndexes(columns, plan)
  const cellsPerRow = new Set(indexes).size
  await setImmediate()
  const toRows = listRowMaker(plan, { ...found, open }, columns, catalogue)
  const head = {
    plan,
    columns,
    cellIndexes: indexes,
    rowCount: rows.length,
    issueCount: Number(total[0]!.total),
    repairedCount: Number(total[0]!.repaired),
    unloggedCount: Number(total[0]!.unlogged),
    hasValues: true,
    ...statusLists(plan, found),
  }
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
        yield toRows(part, await detached.run(pageCellsOf(part as unknown as PageIssue[]), signal))
      }
    },
    close: detached.close,
  }
}

/**
 * Reads a list with all its issues. Omits their current states, because only CSV uses whole lists, and CSV has none.
 */
async function readWholeList(
  plan: ReportPlan,
  snapshot: Snapshot,
  catalogue: ReportNames,
  { maxCells, partCells }: AnswerLimits,
): Promise<ReportTable> {
  const { rows: _, ...queries } = compileList(plan, snapshot.dialect)
  const { total, ...rest } = await runAll(queries, snapshot.run)
  const found = { ...rest, cells: [] }
  const columns = columnsOf(plan, found, catalogue)
  await checkOrder(plan, columns, snapshot)
  const indexes = cellIndexes(columns, plan)
  const cellsPerRow = new Set(indexes).size
  const rowCount = Number(total[0]!.total)
  refuseTooManyCells(rowCount, columns.length, maxCells)
  const tables = compileWholeList(plan, snapshot.dialect)
  await snapshot.spool('list_row', tables.rows)
  await snapshot.spool('list_cell', tables.cells, placedCells)
  const [counted] = await snapshot.spooled.run(wholeListCellCount)
  const detached = await snapshot.detach()
  const toRows = listRowMaker(plan, { ...found, open: [] }, columns, catalogue)
  const step = Math.max(1, Math.floor(partCells / Math.max(1, cellsPerRow)))
  return {
    plan,
    columns,
    cellIndexes: indexes,
    rowCount,
    issueCount: rowCount,
    repairedCount: Number(total[0]!.repaired),
    unloggedCount: Number(total[0]!.unlogged),
    hasValues: Number(counted!.cells) > 0,
    ...statusLists(plan, found),
    rows: async function* (signal) {
      for (let from = 0; from < rowCount; from += step) {
        const rows = await detached.run(wholeListPart('list_row', from, from + step), signal)
        yield toRows(rows, await detached.run(wholeListPart('list_cell', from, from + step), signal))
      }
    },
    close: detached.close,
  }
}

async function* batchOf<T>(rows: readonly T[]): AsyncGenerator<readonly T[]> {
  yield rows
}
